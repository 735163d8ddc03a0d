"""The sentences of Evergreen."""

from __future__ import annotations

import pytest

from spinney.games.evergreen import GAME
from tests.games.evergreen.stories import VERBS, Table, evergreen, new_game

NAMES = ["Ann", "Bo", "Cy", "Di"]


def said(table: Table, words: str, seat: int = 0) -> str:
    return GAME.words.move(table.view(seat), VERBS.parse(words))


def gained(table: Table, words: str, seat: int = 0) -> str:
    return GAME.words.gain(table.view(seat), VERBS.parse(words))


def asked(table: Table, seat: int = 0) -> str:
    return GAME.words.prompt(table.view(seat), NAMES)


def told(table: Table, words: str, seat: int, viewer: int) -> str:
    before = table.view(viewer)
    table.do(words, seat=seat)
    return GAME.words.tell(before, seat, VERBS.parse(words), table.view(viewer))


def test_picking() -> None:
    table = evergreen(pool="wild-bush snow-big wheat-sprout rock-bud", seats=3)
    assert asked(table).startswith("Take a card")
    assert asked(table, 1) == asked(table, -1) == "Ann is taking a card."
    assert said(table, "pick card=snow-big") == "Take Snow with Big tree"
    assert gained(table, "pick card=snow-big") == "aridity"
    assert gained(table, "pick card=wild-bush") == "no icon"
    table.do("pick card=wild-bush")
    assert gained(table, "pick card=snow-big", 1) == "aridity, first pick next round"
    assert gained(table, "pick card=wheat-sprout", 1) == "fertility 1"


def test_the_draft_is_told() -> None:
    table = evergreen(pool="wild-bush snow-lake rock-bud wheat-sprout", seats=3)
    first = told(table, "pick card=wild-bush", 0, 2)
    assert first == "took Wild with Bush; the token now lies on Snow with Lake"
    assert told(table, "pick card=snow-lake", 1, 0).endswith("and with it the first player token")
    last = told(table, "pick card=rock-bud", 2, -1)
    assert last == "took Rock with Bud; Wheat with Sprout stayed, and Wheat has fertility 1 now"


@pytest.mark.parametrize(
    ("left", "zone", "fate"),
    [
        ("wild-bud", "", "discarded"),
        ("snow-big", "", "and Snow has nothing to lose"),
        ("snow-big", "snow-sprout", "and Snow has fertility 0 now"),
    ],
)
def test_what_becomes_of_the_card_nobody_took_is_told(left: str, zone: str, fate: str) -> None:
    table = evergreen(pool=f"wild-bush {left} rock-bud", zone=zone).do("pick card=wild-bush")
    assert told(table, "pick card=rock-bud", 1, 0).endswith(f"stayed, {fate}")


def test_the_rival_is_told_of() -> None:
    table = evergreen(seats=1, pool="snow-bud wild-bud rock-bush")
    line = told(table, "pick card=snow-bud", 0, 0)
    assert "the rival took Wild with Bud and the first player token" in line


def test_a_rival_that_begins_the_next_round_is_told_of_at_the_end_of_this_one() -> None:
    table = evergreen(seats=1, first=1, rival_card="wild-sprout").do("act action=a", "stop")
    assert "; the rival took " in told(table, "finish", 0, 0)
    last = evergreen(seats=1, first=1, rival_card="wild-sprout", season="winter", round=1)
    assert "rival" not in told(last.do("act action=a", "stop"), "finish", 0, 0)


def test_actions_and_powers() -> None:
    table = evergreen(card="swamp-sprout", planet="sprout@f2 small@g2")
    assert asked(table) == "Swamp with Sprout: choose an action, or use the power first."
    assert said(table, "act action=a") == "A: plant up to 3 sprouts in Swamp"
    assert gained(table, "act action=a") == "6 empty"
    assert said(table, "act action=b") == "B: grow up to 2 spaces in Swamp"
    assert gained(table, "act action=b") == "2 can grow"
    assert said(table, "act action=c") == "C: plant one and grow one in Swamp"
    assert said(table, "act action=d") == "D: plant or grow one space, on the whole planet"
    assert gained(table, "act action=d") == "46 empty, 2 can grow"
    assert said(table, "power") == "Use the power: Sprout"
    assert gained(table, "power") == "up to 2 sprouts, anywhere"
    table.do("power")
    assert asked(table) == "Plant up to 2 sprouts."
    assert said(table, "plant space=a4") == "Plant a sprout at A4 (Rock)"
    table.do("plant space=a4", "stop")
    assert asked(table) == "Swamp with Sprout: choose an action."
    table.do("act action=b")
    assert said(table, "grow space=f2") == "Grow the sprout at F2 (Swamp)"
    assert gained(table, "grow space=f2") == "light +1, forest +1"
    assert gained(table, "grow space=g2") == "light +1"
    assert said(table, "stop") == "No more: leave the growing"
    table.do("stop")
    assert asked(table) == "All done: finish the round."
    assert said(table, "finish") == "Finish the round"
    table.do("finish")
    assert asked(table) == "You have finished. The round ends when everybody has."
    assert asked(table, -1) == "All are at work on their planets."


@pytest.mark.parametrize(
    ("card", "gain", "question"),
    [
        (
            "wild-small",
            "up to 1 sprout to a small tree",
            "Grow 1 sprout to a small tree, anywhere.",
        ),
        (
            "wild-big",
            "up to 1 small tree to a big tree",
            "Grow 1 small tree to a big tree, anywhere.",
        ),
        ("wild-bush", "up to 1 bush, anywhere", "Place 1 bush, anywhere."),
        ("wild-lake", "up to 1 lake, anywhere", "Place 1 lake, anywhere."),
        ("wild-bud", "3 points", ""),
    ],
)
def test_powers(card: str, gain: str, question: str) -> None:
    table = evergreen(card=card, planet="sprout@f2 small@g2")
    assert gained(table, "power") == gain
    if question:
        assert asked(table.do("power")) == question


def test_ones_own_work_is_told_step_by_step() -> None:
    table = evergreen(card="swamp-lake", planet="sprout@f2")
    assert told(table, "power", 0, 0) == "used the power Lake"
    assert told(table, "lake space=f1", 0, 0) == "placed a lake at F1"
    assert asked(table) == "Grow up to 2 spaces beside the lake."
    assert told(table, "grow space=f2", 0, 0) == "grew a small tree at F2"
    assert told(table, "act action=a", 0, 0) == "chose action A"
    assert told(table, "plant space=g2", 0, 0) == "planted a sprout at G2"
    assert told(table, "stop", 0, 0) == "left the planting"
    assert told(table, "finish", 0, 0) == "finished, and waits for the others"
    buds = evergreen(card="swamp-bud")
    assert told(buds, "power", 0, 0) == "used the power Bud for 3 points"


def test_the_end_of_a_season_is_told() -> None:
    table = evergreen(round=4).do("act action=a", "stop", "finish", seat=0)
    table.do("act action=a", "stop", seat=1)
    line = told(table, "finish", 1, 0)
    assert "Spring is over: light and forest were counted; the sun moves to the right" in line
    table = evergreen(season="winter", round=1).do("act action=a", "stop", "finish", seat=0)
    table.do("act action=a", "stop", seat=1)
    assert told(table, "finish", 1, -1).endswith("light and forest were counted, then fertility")
    assert asked(table) == "Winter is over, and the game with it."


def test_refusals_cite_their_rule() -> None:
    draft = evergreen(pool="wild-bush snow-lake rock-bud")
    assert draft.refusal("pick card=snow-big") == "that card is not in the pool (R3.2)"
    assert "another gardener" in draft.refusal("pick card=wild-bush", 1)
    assert draft.refusal("finish") == "first everybody takes a card (R3.2)"
    table = evergreen(card="swamp-sprout", planet="sprout@f2 big@a4")
    assert "draft of this round is over" in table.refusal("pick card=snow-big")
    assert table.refusal("plant space=g2") == "first choose an action or the power (R4)"
    assert "nothing is open" in table.refusal("stop")
    table.do("act action=b")
    assert "now it is" in table.refusal("plant space=g2")
    assert "no space A1" in table.refusal("grow space=a1")
    assert table.refusal("grow space=g2") == "nothing grows at G2 (R4.1)"
    table.do("stop")
    assert table.refusal("act action=a") == "one action each round (R4.1)"
    table.do("finish")
    assert "you have finished" in table.refusal("power", 0)


def test_the_table_as_text() -> None:
    table = evergreen(card="swamp-sprout", planet="sprout@f2 big@a4 lake@d4", seats=2)
    text = GAME.words.text(table.view(0), NAMES)
    assert "Spring, round 1 of 5. The sun shines from the top." in text
    assert " 4  RT R. R. Ro M. M. M. M." in text
    assert "Ann: 0 points (light now 2, forest now 1); Swamp with Sprout" in text
    solo = GAME.words.text(new_game(3, 1).view(0), NAMES)
    assert "First player: " in solo


# --- counting ---------------------------------------------------------------------------------


def counted(table: Table, viewer: int) -> list[tuple[int, str, int, list[str]]]:
    """Everybody passes; how the end of the round was counted, as one viewer is told."""
    while table.acting:
        before, seat = table.view(viewer), table.turn
        words = next(w for w in ("stop", "act action=a", "finish") if table.may(w))
        table.do(words)
        assert GAME.words.count is not None
        steps = GAME.words.count(before, seat, VERBS.parse(words), table.view(viewer))
        if steps:
            return [(step.seat, step.text, step.points, step.sprites) for step in steps]
    return []


def test_a_season_is_counted_line_by_line_from_the_sun() -> None:
    planet = "big@d2 small@d5 small@d6 small@e4 bush@e5"
    assert counted(evergreen(planet=planet, round=4, sun="top"), 0) == [
        (0, "light in column D: 2 + 1", 3, ["p0.d2", "p0.d5"]),
        (0, "light in column E: 1", 1, ["p0.e4"]),
        (0, "the biggest forest", 4, ["p0.e4", "p0.d5", "p0.e5", "p0.d6"]),
    ]
    from_the_right = counted(evergreen(planet="small@a4 big@g4", round=4, sun="right"), 1)
    assert from_the_right[0] == (0, "light in row 4: 2 + 1", 3, ["p0.g4", "p0.a4"])


def test_within_a_season_nothing_is_counted() -> None:
    assert counted(evergreen(planet="big@d2", round=3), 0) == []


def test_the_end_is_counted_biome_by_biome() -> None:
    table = evergreen(
        planet="big@d1 big@a5 big@b5", zone="snow-sprout flowers-lake", season="winter", round=1
    )
    steps = counted(table, 0)
    assert (0, "fertility 2 for 1 big tree in Snow", 2, ["p0.d1"]) in steps
    assert (0, "fertility 1 for 2 big trees in Flowers", 2, ["p0.a5", "p0.b5"]) in steps
    assert sum(points for _, _, points, _ in steps) == table.points()


def test_buds_of_others_are_counted_when_they_are_seen() -> None:
    table = evergreen(card="swamp-bud", round=4).do("power", seat=0)
    assert counted(table, 1) == [(0, "buds", 3, [])]
    again = evergreen(card="swamp-bud", round=4).do("power", seat=0)
    assert counted(again, 0) == []
