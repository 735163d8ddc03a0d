"""The draft: pool, token, left-over card, and the deck that runs out."""

import pytest

from tests.games.evergreen.stories import evergreen, new_game

FERTILE = {
    "snow": {"sprout": 2, "small": 1, "big": -1, "bush": 2, "lake": 1, "bud": 0},
    "swamp": {"sprout": 1, "small": -1, "big": 2, "bush": 1, "lake": 0, "bud": 2},
    "rock": {"sprout": -1, "small": 2, "big": 1, "bush": 0, "lake": 2, "bud": 1},
    "flowers": {"sprout": 2, "small": 1, "big": 0, "bush": 2, "lake": 1, "bud": -1},
    "wheat": {"sprout": 1, "small": 0, "big": 2, "bush": 1, "lake": -1, "bud": 2},
    "grassland": {"sprout": 0, "small": 2, "big": 1, "bush": -1, "lake": 2, "bud": 1},
    "wild": {"sprout": 0, "small": 0, "big": 0, "bush": 0, "lake": 0, "bud": 0},
}


def icons(card: str) -> int:
    """Fertility icons of a card; -1 is aridity."""
    biome, power = card.split("-")
    return FERTILE[biome][power]


CARDS = {f"{biome}-{power}" for biome in FERTILE for power in FERTILE[biome]}


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_set_up_reveals_cards_until_five_icons_lie_there(seats: int) -> None:
    """Common Area Setup; rulings R13 and R14."""
    for seed in range(25):
        table = new_game(seed, seats)
        zone = [card for stack in table.view(0).zone.values() for card in stack]
        values = [icons(card) for card in zone]
        assert all(value > 0 for value in values)
        assert 5 <= sum(values) <= 6
        if sum(values) == 6:
            assert 2 in values  # the last card had two, for four were not enough
        assert table.all_fertility == sum(values)
        drawn = set(table.pool) | set(table.rival) | set(table.cards(0))
        assert len(drawn) == max(seats, 2) + 1
        assert set(zone) | drawn | set(table.deck) == CARDS
        assert len(table.deck) == 42 - len(zone) - len(drawn)
        assert table.discard == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_start_points_go_by_turn_order(seats: int) -> None:
    """Board setup: 0, 1, 2 and 3 from the first player clockwise."""
    firsts = set()
    for seed in range(20):
        table = new_game(seed, seats)
        firsts.add(table.first)
        assert [table.points((table.first + place) % seats) for place in range(seats)] == list(
            range(seats)
        )
    assert firsts == set(range(seats))


def test_start_points_alone() -> None:
    """Ruling R15: 0 or 1, for the rival has a place in the order."""
    seen = {(table.first, table.points(0)) for table in (new_game(seed, 1) for seed in range(20))}
    assert seen == {(0, 0), (1, 1)}


def test_basil_puts_the_token_on_the_leftmost_card_left() -> None:
    """Pick cards: he takes the leftmost, so it goes on the next."""
    pool = "wild-bush snow-lake wheat-sprout rock-bud"
    table = evergreen(pool=pool, seats=3).do("pick card=wild-bush", seat=0)
    assert table.token == "snow-lake"
    assert table.card(0) == "wild-bush"
    assert table.pool == ["snow-lake", "wheat-sprout", "rock-bud"]


@pytest.mark.parametrize("picked", ["snow-lake", "wheat-sprout", "rock-bud"])
def test_the_token_goes_on_the_leftmost_card_of_all_if_that_is_left(picked: str) -> None:
    pool = "wild-bush snow-lake wheat-sprout rock-bud"
    table = evergreen(pool=pool, seats=3).do(f"pick card={picked}", seat=0)
    assert table.token == "wild-bush"


def test_picks_go_clockwise_from_the_first_player() -> None:
    table = evergreen(pool="wild-bush snow-lake wheat-sprout rock-bud", seats=3, first=1)
    assert table.to_act == [1]
    table.do("pick card=rock-bud")
    assert table.to_act == [2]
    table.do("pick card=wheat-sprout")
    assert table.to_act == [0]
    table.do("pick card=snow-lake")
    assert table.to_act == [0, 1, 2]
    assert table.acting


def test_nobody_picks_out_of_turn_or_twice_or_elsewhere() -> None:
    table = evergreen(pool="wild-bush snow-lake wheat-sprout rock-bud", seats=3, first=1)
    assert table.moves(0) == table.moves(2) == []
    assert set(table.moves(1)) == {
        "pick card=wild-bush",
        "pick card=snow-lake",
        "pick card=wheat-sprout",
        "pick card=rock-bud",
    }
    table.do("pick card=rock-bud")
    assert table.moves(1) == []
    assert not table.may("pick card=rock-bud", 2)


@pytest.mark.parametrize("taker", [1, 2, 3])
def test_whoever_takes_the_card_with_the_token_is_first_next(taker: int) -> None:
    """With four players, each of the others in turn."""
    pool = ["wild-bush", "snow-lake", "wheat-sprout", "rock-bud", "flowers-big"]
    table = evergreen(pool=" ".join(pool), seats=4).do("pick card=flowers-big")
    assert table.token == "wild-bush"
    rest = iter(["snow-lake", "wheat-sprout", "rock-bud"])
    for seat in (1, 2, 3):
        table.do(f"pick card={'wild-bush' if seat == taker else next(rest)}", seat=seat)
    assert table.first == taker
    table.pass_round()
    assert table.to_act == [taker]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_a_token_nobody_took_goes_back(first: int) -> None:
    table = evergreen(pool="wild-bush snow-lake wheat-sprout rock-bud", seats=3, first=first)
    table.do("pick card=rock-bud", "pick card=wheat-sprout", "pick card=snow-lake")
    assert table.first == first
    assert table.token == ""
    table.pass_round()
    assert table.to_act == [first]


def test_of_two_players_the_second_may_take_the_token() -> None:
    table = evergreen(pool="wild-bush snow-lake wheat-sprout").do("pick card=wheat-sprout")
    table.do("pick card=wild-bush", seat=1)
    assert table.first == 1
    assert table.discard == []
    assert table.zone("snow") == ["snow-lake"]


def left_over(card: str, zone: str = "", flipped: str = "") -> tuple[int, list[str], list[str]]:
    """Fertility of the card's biome, face-down cards and discard pile after it was left over."""
    table = evergreen(pool=f"wild-bush wild-small {card}", zone=zone, flipped=flipped)
    table.do("pick card=wild-bush", "pick card=wild-small")
    biome = card.split("-")[0]
    if biome == "wild":
        return 0, table.flipped, table.discard
    return table.fertility(biome), table.flipped, table.discard


@pytest.mark.parametrize("card", sorted(CARDS - {"wild-bush", "wild-small"}))
def test_what_becomes_of_a_left_over_card(card: str) -> None:
    """Clean Up: icons to the zone, aridity to the zone, all else to the discard pile; R10, R22."""
    worth, flipped, discard = left_over(card)
    assert worth == max(icons(card), 0)
    assert flipped == []
    assert discard == ([card] if icons(card) == 0 else [])


def test_aridity_turns_the_latest_card_of_its_biome() -> None:
    """The rulebook's snow stack: 1 and then 2 icons; the 2 are gone."""
    assert left_over("snow-big", "snow-lake snow-sprout") == (1, ["snow-sprout"], [])
    assert left_over("snow-big", "snow-sprout snow-lake") == (2, ["snow-lake"], [])
    assert left_over("snow-big", "snow-sprout") == (0, ["snow-sprout"], [])


def test_aridity_leaves_the_other_biomes_alone() -> None:
    table = evergreen(
        pool="wild-bush wild-small snow-big", zone="snow-lake rock-small rock-bud flowers-sprout"
    )
    table.do("pick card=wild-bush", "pick card=wild-small")
    assert [table.fertility(biome) for biome in ("snow", "rock", "flowers")] == [0, 3, 2]
    assert table.zone("snow") == ["snow-lake", "snow-big"]


def test_fertility_on_top_of_aridity_counts() -> None:
    """1 face up, 2 face down, aridity, then 2 more."""
    worth = left_over("snow-bush", "snow-lake snow-sprout snow-big", "snow-sprout")
    assert worth == (1 + 2, ["snow-sprout"], [])


def test_fertility_on_a_stack_begun_by_aridity_counts() -> None:
    """Ruling R10."""
    assert left_over("snow-bush", "snow-big") == (2, [], [])


def test_the_deck_runs_out_in_the_middle_of_a_draw() -> None:
    """Empty Deck and ruling R11: what is in the zone or in front of players stays there."""
    table = evergreen(
        card="wild-bush",
        cards="rock-bush",
        others=[{"card": "wild-small", "cards": "flowers-bud"}],
        round=1,
        deck="snow-bud",
        discard="wheat-small wild-big grassland-sprout",
        zone="snow-sprout",
    )
    table.pass_round()
    assert table.pool[0] == "snow-bud"
    assert len(table.pool) == 3
    back = set(table.pool[1:]) | set(table.deck)
    assert back == {"wheat-small", "wild-big", "grassland-sprout"}
    assert len(table.deck) == 1
    assert table.discard == []
    assert table.zone("snow") == ["snow-sprout"]
    assert set(table.cards(0)) == {"wild-bush", "rock-bush"}
    assert set(table.cards(1)) == {"wild-small", "flowers-bud"}


def test_a_deck_that_is_just_enough_is_not_shuffled_yet() -> None:
    """Ruling R11: only when a card must be drawn and there is none."""
    table = evergreen(
        card="wild-bush",
        others=[{"card": "wild-small"}],
        deck="snow-bud rock-bush wheat-small",
        discard="wild-big",
    )
    table.pass_round()
    assert set(table.pool) == {"snow-bud", "rock-bush", "wheat-small"}
    assert table.deck == []
    assert table.discard == ["wild-big"]


@pytest.mark.parametrize("seats, cards", [(1, 3), (2, 3), (3, 4), (4, 5)])
def test_the_pool_has_one_card_more_than_there_are_players(seats: int, cards: int) -> None:
    for seed in range(6):
        table = new_game(seed, seats)
        taken = 1 if seats == 1 and table.first == 1 else 0
        assert len(table.pool) + taken == cards


def test_cards_of_a_season_stay_in_front_of_their_owner() -> None:
    table = evergreen(pool="wild-bush snow-lake wheat-sprout", cards="rock-bud", round=1)
    table.do("pick card=snow-lake", "pick card=wild-bush")
    assert set(table.cards(0)) == {"rock-bud", "snow-lake"}
    table.pass_round()
    assert set(table.cards(0)) == {"rock-bud", "snow-lake"}
    assert table.card(0) == ""
