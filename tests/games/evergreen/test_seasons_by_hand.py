"""Rounds, seasons, the sun, the end of the game, and playing alone."""

from typing import Any

import pytest

from tests.games.evergreen.stories import Table, evergreen, new_game

EARLIER = "rock-bush wheat-small grassland-sprout swamp-lake"


def last_round(season: str, planet: str = "", other: str = "", **keys: Any) -> Table:
    """The actions of the last round of a season, for two players."""
    rounds = {"spring": 5, "summer": 4, "autumn": 3, "winter": 2}[season]
    return evergreen(
        season=season,
        round=rounds - 1,
        planet=planet,
        card="wild-bush",
        others=[{"card": "wild-small", "planet": other}],
        **keys,
    )


@pytest.mark.parametrize(
    "season, after, sun",
    [("spring", "summer", "right"), ("summer", "autumn", "bottom"), ("autumn", "winter", "left")],
)
def test_the_sun_moves_clockwise_at_the_end_of_a_season(season: str, after: str, sun: str) -> None:
    """Change Season."""
    table = last_round(season).pass_round()
    assert table.season == after
    assert table.sun == sun
    assert table.round == 0
    assert not table.acting


@pytest.mark.parametrize("rounds, over", [(1, False), (2, False), (3, False), (4, True)])
def test_spring_has_five_rounds(rounds: int, over: bool) -> None:
    table = evergreen(card="wild-bush", others=[{"card": "wild-small"}], round=rounds).pass_round()
    assert (table.season == "summer") == over
    assert table.sun == ("right" if over else "top")


def test_cards_are_discarded_at_the_end_of_a_season() -> None:
    table = last_round("spring", cards=EARLIER).pass_round()
    assert table.cards(0) == table.cards(1) == []
    assert set(table.discard) == {*EARLIER.split(), "wild-bush", "wild-small"}


def test_light_and_forest_are_scored_at_the_end_of_a_season() -> None:
    """Sun at the top: a4 shades a5, so 1 for light; a forest of 3 with the bush."""
    table = last_round("spring", "small@a4 small@a5 bush@b5", "big@d4").pass_round()
    assert table.points(0) == 1 + 3
    assert table.points(1) == 2 + 1


def test_light_is_scored_before_the_sun_moves() -> None:
    """Two trees in a row: both lit from the top, one from the right."""
    assert last_round("spring", "small@a4 small@b4").pass_round().points(0) == 2 + 2
    assert last_round("summer", "small@a4 small@b4").pass_round().points(0) == 1 + 2
    assert last_round("autumn", "small@a4 small@b4").pass_round().points(0) == 2 + 2
    assert last_round("winter", "small@a4 small@b4").pass_round().points(0) == 1 + 2


def test_nothing_is_scored_within_a_season() -> None:
    table = evergreen(
        card="wild-bush", planet="big@d4", others=[{"card": "wild-small"}], round=2
    ).pass_round()
    assert table.points(0) == 0


def test_points_of_earlier_seasons_stay() -> None:
    table = last_round("summer", "big@d4", light=[5], forest=[4], start=2, buds=6).pass_round()
    assert table.points(0) == 2 + 5 + 4 + 6 + (2 + 1)


def test_after_winter_the_sun_stays_and_fertility_counts() -> None:
    """Change Season: after the last one nothing of it happens."""
    table = last_round("winter", "big@c1 small@d1 bush@e1", zone="snow-sprout snow-lake")
    table.pass_round()
    assert table.over
    assert table.sun == "left"
    # light 2 (d1 lies in c1's shadow), forest 3, one big tree in snow with 2 + 1 icons
    assert table.points(0) == 2 + 3 + 3
    assert table.points(1) == 0


LILY = "big@c1 big@h4 big@a5 big@e5 big@h5 big@g6 big@f7 big@d6 big@c8"
ZONE = (
    "snow-sprout snow-big rock-small rock-bud flowers-sprout flowers-bush flowers-lake "
    "wheat-big wheat-bud wheat-sprout grassland-lake"
)


def test_lilys_biomes_are_worth_twenty_nine() -> None:
    """End of the Game: 0 + 0 + 0 + 5 + 20 + 4; light 18, and a forest of h4 and h5."""
    table = last_round("winter", LILY, zone=ZONE, flipped="snow-sprout")
    worth = [
        table.fertility(biome)
        for biome in ("snow", "swamp", "rock", "flowers", "wheat", "grassland")
    ]
    assert worth == [0, 0, 3, 5, 5, 2]
    table.pass_round()
    assert table.over
    assert table.points(0) == 18 + 2 + 29
    assert table.view(0).gardeners[0].fertile == 29


def test_only_big_trees_bring_fertility() -> None:
    table = last_round("winter", "small@c1 bush@d2 lake@e1 sprout@f1", zone="snow-sprout")
    assert table.pass_round().points(0) == 1 + 1


@pytest.mark.parametrize("first", [0, 1, 2])
def test_a_tie_goes_to_the_first_in_turn_order(first: int) -> None:
    """Ruling R19: clockwise from whoever holds the token in the end."""
    table = evergreen(
        seats=3,
        first=first,
        season="winter",
        round=1,
        card="wild-bush",
        others=[{"card": "wild-small"}, {"card": "wild-big"}],
    ).pass_round()
    ranks = list(table.outcome().ranks)
    assert ranks[first] == 1
    assert table.outcome().winners == [first]


def test_the_last_pick_may_decide_a_tie() -> None:
    """Ruling R19: taking the card with the token is worth the game."""
    table = evergreen(pool="wild-bush snow-lake wheat-sprout", season="winter", round=1)
    table.do("pick card=wheat-sprout", "pick card=wild-bush").pass_round()
    assert table.over
    assert list(table.outcome().scores) == [0, 0]
    assert list(table.outcome().ranks) == [2, 1]


def test_most_points_win_whoever_has_the_token() -> None:
    table = last_round("winter", "small@c1", "big@c1").pass_round()
    assert list(table.outcome().scores) == [2, 3]
    assert list(table.outcome().ranks) == [2, 1]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("sun", ["top", "right", "bottom", "left"])
def test_fourteen_rounds_and_four_places_of_the_sun(seats: int, sun: str) -> None:
    """Game Overview: 5, 4, 3 and 2 rounds; ruling R21: the sun may begin elsewhere."""
    table = new_game(7, seats, sun=sun)
    rounds: dict[tuple[str, str], int] = {}
    while not table.over:
        while not table.acting:
            table.do(table.moves()[-1])
        key = (table.season, table.sun)
        rounds[key] = rounds.get(key, 0) + 1
        assert len(table.cards(0)) == rounds[key]
        held = {card for seat in range(seats) for card in table.cards(seat)} | set(table.rival)
        zone = {card for stack in table.view(-1).zone.values() for card in stack}
        places = [*held, *zone, *table.deck, *table.discard, *table.pool]
        assert len(places) == len(set(places)) == 42
        table.pass_round()
    sides = ["top", "right", "bottom", "left"]
    turn = sides.index(sun)
    order = sides[turn:] + sides[:turn]
    seasons = ["spring", "summer", "autumn", "winter"]
    assert rounds == dict(zip(zip(seasons, order, strict=True), [5, 4, 3, 2], strict=True))


def rivals(pool: str, zone: str = "") -> Table:
    """Alone, the rival first."""
    return evergreen(seats=1, pool=pool, zone=zone, first=1)


@pytest.mark.parametrize(
    "pool, zone, picked",
    [
        ("snow-sprout wild-bud flowers-bush", "", "wild-bud"),
        ("snow-sprout wild-bud wild-lake", "", "wild-bud"),  # ruling R17
        ("snow-lake flowers-bush wheat-sprout", "", "flowers-bush"),
        ("snow-lake flowers-bush snow-sprout", "", "flowers-bush"),
        ("snow-sprout flowers-bush wheat-big", "", "snow-sprout"),
        ("snow-big rock-sprout wheat-sprout", "", "wheat-sprout"),  # icons before aridity
        ("snow-big rock-sprout snow-bud", "snow-sprout", "rock-sprout"),
        ("snow-big rock-sprout snow-bud", "rock-small", "snow-big"),
        ("snow-big rock-sprout snow-bud", "snow-lake rock-bud", "snow-big"),  # ruling R17
        ("snow-bud rock-sprout wheat-small", "rock-small rock-lake", "rock-sprout"),
        ("snow-big rock-sprout flowers-bud", "snow-sprout rock-bud", "flowers-bud"),
        ("snow-bud wheat-small grassland-sprout", "", "snow-bud"),  # ruling R16
    ],
)
def test_what_the_rival_picks(pool: str, zone: str, picked: str) -> None:
    """Single Player Mode: wild, most icons, aridity on the poorest biome, leftmost."""
    table = rivals(pool, zone)
    assert table.rival_card == picked
    left = [card for card in pool.split() if card != picked]
    assert table.token == left[0]
    assert table.pool == left
    assert set(table.moves(0)) == {f"pick card={card}" for card in left}


def test_the_rival_may_take_the_token() -> None:
    """Ruling R18."""
    table = evergreen(seats=1, pool="snow-sprout wheat-small grassland-sprout")
    table.do("pick card=grassland-sprout")
    assert table.rival_card == "snow-sprout"
    assert table.first == 1
    assert table.discard == ["wheat-small"]


def test_the_gardener_may_take_the_rivals_token() -> None:
    table = rivals("snow-sprout wheat-small grassland-sprout").do("pick card=wheat-small")
    assert table.first == 0


def test_a_token_left_on_the_table_goes_back_to_the_rival() -> None:
    table = rivals("snow-sprout wheat-small grassland-sprout").do("pick card=grassland-sprout")
    assert table.first == 1
    assert table.discard == ["wheat-small"]


def test_the_rivals_cards_are_discarded_with_the_season() -> None:
    """Ruling R18."""
    table = evergreen(
        seats=1,
        season="autumn",
        round=2,
        card="wild-bush",
        rival="rock-bush",
        rival_card="wild-small",
    ).pass_round()
    assert table.season == "winter"
    drawn = {*table.pool, *table.rival}
    assert {"wild-bush", "rock-bush", "wild-small"} <= {*table.discard, *table.deck, *drawn}
    assert len(table.rival) <= 1


@pytest.mark.parametrize(
    "points, status",
    [
        (0, "Broccoli"),
        (120, "Broccoli"),
        (121, "Bonsai"),
        (135, "Bonsai"),
        (136, "Olive Tree"),
        (150, "Olive Tree"),
        (151, "Holly"),
        (160, "Holly"),
        (161, "Birch"),
        (170, "Birch"),
        (171, "Pine"),
        (180, "Pine"),
        (181, "Oak"),
        (190, "Oak"),
        (191, "Baobab"),
        (200, "Baobab"),
        (201, "Legendary Sequoia"),
        (300, "Legendary Sequoia"),
    ],
)
def test_the_status_of_solo_points(points: int, status: str) -> None:
    """Ruling R20: 201 and more is a Sequoia; ruling R25: no cap at 50 or 99."""
    table = evergreen(
        seats=1,
        season="winter",
        round=1,
        card="wild-bush",
        rival_card="wild-small",
        buds=points % 50,
        light=[points // 50 * 10] * 3,
        forest=[points // 50 * 10, points // 50 * 10],
    ).pass_round()
    assert table.over
    assert list(table.outcome().scores) == [points]
    assert status in table.outcome().verdict
