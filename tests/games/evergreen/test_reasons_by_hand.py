"""Whoever is refused a move is told the true reason."""

from typing import Any

import pytest

from tests.games.evergreen.stories import Table, evergreen


def garden(card: str, planet: str = "", *lines: str) -> Table:
    others: list[dict[str, Any]] = [{"card": "wild-bud" if card != "wild-bud" else "wild-lake"}]
    return evergreen(card=card, planet=planet, others=others).do(*lines, seat=0)


CASES = {
    "biome": (garden("swamp-bud", "", "act action=a"), "plant space=a4", "swamp"),
    "taken": (garden("swamp-bud", "bush@f2", "act action=a"), "plant space=f2", "bush"),
    "big": (garden("swamp-bud", "big@f2 sprout@g2", "act action=b"), "grow space=f2", "big tree"),
    "bush": (garden("swamp-bud", "bush@f2 sprout@g2", "act action=b"), "grow space=f2", "bush"),
    "empty": (garden("swamp-bud", "sprout@g2", "act action=b"), "grow space=f2", "nothing"),
    "twice": (
        garden("swamp-bud", "sprout@f2 sprout@g2", "act action=b", "grow space=f2"),
        "grow space=f2",
        "already",
    ),
    "action": (garden("swamp-bud", "", "act action=a", "stop"), "act action=b", "one action"),
    "power": (garden("swamp-bud", "", "power"), "power", "once"),
    "between": (
        garden("swamp-sprout", "sprout@f2 sprout@g2", "act action=b", "grow space=f2"),
        "power",
        "first",
    ),
    "finish": (garden("swamp-bud"), "finish", "action"),
    "none": (garden("snow-sprout", "", "power"), "stop", "once"),
    "small": (garden("snow-small", "sprout@a4 small@b4", "power"), "grow space=b4", "sprout"),
    "sprout": (garden("rock-big", "sprout@a4 small@b4", "power"), "grow space=a4", "small tree"),
    "lake": (
        garden("snow-lake", "sprout@c4 sprout@a4", "power", "lake space=d4"),
        "grow space=a4",
        "lake",
    ),
    "pool": (evergreen(pool="wild-bush snow-lake rock-bud"), "pick card=rock-lake", "pool"),
    "early": (evergreen(pool="wild-bush snow-lake rock-bud"), "power", "card"),
}


@pytest.mark.parametrize("case", CASES)
def test_why_a_move_is_refused(case: str) -> None:
    table, words, reason = CASES[case]
    assert not table.may(words, 0)
    assert reason in table.refusal(words, 0).lower()


def test_a_power_is_never_refused_for_the_biome_of_the_card() -> None:
    """Powers work anywhere: a lake's reach is counted from the lake."""
    table, words, _ = CASES["lake"]
    assert "snow" not in table.refusal(words, 0).lower()
