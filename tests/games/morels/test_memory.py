"""Ruling #26: what a rival took face up is listed for everybody, or to be remembered."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from spinney.core.rng import Rng
from spinney.core.snapshot import snapshot, state_hash
from spinney.drawing.builder import build_scene
from spinney.games.morels import GAME
from spinney.games.morels.components import BOX
from spinney.games.morels.positions import heap
from spinney.games.morels.rules import Morels
from tests.games.morels.stories import Table, morels
from tests.games.morels.table import resample_hidden
from tests.laws.playthroughs import Case, Moment, cases_of, playthrough

NAMES = ("Ann", "Ben")


def remembered(**keys: object) -> Table:
    table = morels(**keys)  # type: ignore[arg-type]
    table.state.remember = 1
    return table


def shown(table: Table, viewer: int) -> bytes:
    """All that reaches a viewer."""
    seen = table.view(viewer)
    scene = msgspec.json.encode(build_scene(GAME, seen, NAMES))
    return scene + GAME.words.text(seen, NAMES).encode()


def hand_shown(table: Table, viewer: int) -> str:
    """The rival's hand as the viewer is shown it: the panel, and the line of the text."""
    seen = table.view(viewer)
    panel = next(p for p in build_scene(GAME, seen, NAMES).panels if p.id == "forager0")
    lines = GAME.words.text(seen, NAMES).splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("Ann:"))
    return msgspec.json.encode(panel).decode() + " ".join(lines[at:])


def test_the_usual_table_lists_what_was_taken() -> None:
    table = morels(forest="morel tree_ear*7").do("take place=1")
    for viewer in (0, 1, -1):
        assert table.view(viewer).foragers[0].known == {"morel": 1}
    assert "1 Morel" in hand_shown(table, 1)


@pytest.mark.parametrize("viewer", [1, -1])
def test_to_be_remembered_it_is_not_listed(viewer: int) -> None:
    table = remembered(forest="tree_ear pan tree_ear morel tree_ear*4", decay="porcini*2 basket")
    table.do("gather", "take place=1", "take place=1")
    assert table.hand() == {"porcini": 2, "morel": 1}
    seen = table.view(viewer).foragers[0]
    assert (seen.known, seen.dealt, seen.hidden_dealt, seen.cards) == ({}, {}, 3, 3)
    said = hand_shown(table, viewer)
    assert "Hand    3 day cards" in said and "holds 3 cards face down" in said
    assert "orel" not in said.replace("Morels", "") and "orcini" not in said


def test_the_owner_sees_the_own_hand_as_ever() -> None:
    table = remembered(forest="morel tree_ear*7", dealt="pan").do("take place=1")
    seen = table.view(0).foragers[0]
    assert (seen.known, seen.dealt) == ({}, {"morel": 1, "pan": 1})
    assert "Hand    1 Morel 6/4, 1 Pan" in GAME.words.text(table.view(0), NAMES)
    assert table.hand() == {"morel": 1, "pan": 1}


@pytest.mark.parametrize("viewer", [1, -1])
def test_another_card_taken_looks_the_same_a_turn_later(viewer: int) -> None:
    """The forest has moved on, so nothing on the table tells which of two cards it was."""
    one = remembered(forest="morel pan tree_ear*6", deck="morel*9 pan*9")
    two = remembered(forest="morel pan tree_ear*6", deck="morel*9 pan*9")
    one.do("take place=1")  # the pan decays
    two.do("take place=2")  # the morel decays
    for table in (one, two):
        table.state.decay = table.state.in_decay = 0
    assert one.hand() != two.hand()
    assert shown(one, viewer) == shown(two, viewer)
    assert shown(one, 0) != shown(two, 0)


def test_a_card_that_is_played_is_seen_again() -> None:
    """And it cannot be taken back alone: the rival may have forgotten it."""
    for table, rises in ((morels(hand="shiitake*2"), False), (remembered(), True)):
        if rises:
            me = table.state.first
            me.hand = me.dealt = heap("shiitake*2")
            me.size = 2
        table.state.deck = table.state.in_deck = 0  # so nothing is turned up
        before = table.state.reveal_count
        table.do("sell kind=shiitake day=2")
        assert (table.state.reveal_count > before) == rises
        assert table.view(1).discard["shiitake"] == 2


def test_computer_players_forget_what_is_not_listed() -> None:
    """They get a view, and deal the hand anew out of all that was not shown."""
    table = remembered(forest="morel tree_ear*7", deck="pan*4 cider*3").do("take place=1")
    hands: set[str] = set()
    for seed in range(60):
        state = GAME.state_from_view(table.view(1))
        state.determinize(Rng(seed))
        assert isinstance(state, Morels)
        hands.update(Table(state).hand(0))
    assert {"morel", "pan", "cider"} <= hands


def taken(case: Case, seed: int) -> Iterator[Moment]:
    for moment in playthrough(case, seed):
        assert isinstance(moment.before, Morels)
        if moment.before.first.dealt or moment.before.second.dealt:
            yield moment


def test_no_card_in_a_rivals_hand_reaches_a_viewer() -> None:
    """Law 5 for this option, and more: every card of a hand is exchanged, not only dealt ones."""
    case = next(case for case in cases_of(GAME) if "remembered" in str(case))
    rng, changed = Rng(4), 0
    for moment in taken(case, 2):
        for viewer in (0, 1, -1):
            for rival in {0, 1} - {viewer}:
                them = moment.before.forager(rival)  # type: ignore[attr-defined]
                assert them.dealt == them.hand, "no card of a hand is listed"
            other = resample_hidden(moment.before.clone(), viewer, rng)  # type: ignore[arg-type]
            changed += snapshot(other) != snapshot(moment.before)
            one, two = Table(moment.before), Table(other)  # type: ignore[arg-type]
            assert shown(one, viewer) == shown(two, viewer)
    assert changed > 20


def test_the_option_changes_no_hash_while_it_has_its_default() -> None:
    """Records and stores of games without it stay as they are."""
    usual, other = GAME.options(), GAME.choose({"hands": "remembered"})
    assert usual.recorded() == {"starter": "seat0"}
    assert other.recorded() == {"starter": "seat0", "hands": "remembered"}
    one, two = (GAME.start(options, 2, 3) for options in (usual, other))
    assert "remember" not in snapshot(one) and snapshot(two)["remember"] == 1
    assert state_hash(one) != state_hash(two)


def test_the_names_in_these_tests_are_those_of_the_box() -> None:
    assert (BOX.name("morel"), BOX.name("porcini")) == ("Morel", "Porcini")
