"""A test for every sentence of the rulebook that could be disputed, named after it."""

from __future__ import annotations

from spinney.core.game import seats_to_act
from spinney.core.packed import total
from spinney.core.rng import Rng
from spinney.templates.game import GAME
from spinney.templates.game.rules import Wood
from tests.templates.game.stories import heap, wood


def test_five_acorns_lie_on_the_ground_at_first() -> None:
    for seats in GAME.seats:
        start = GAME.start(GAME.options(), seats, seed=1)
        seen = GAME.view(start, 0)
        assert sum(seen.ground.values()) == 5 and seats_to_act(start) == [0]


def test_a_gathered_acorn_goes_to_the_larder_and_the_next_squirrel_decides() -> None:
    table = wood(ground="golden small").do("gather kind=golden")
    assert table.state.larders[0] == heap("golden") and table.state.ground == heap("small")
    assert seats_to_act(table.state) == [1]


def test_only_acorns_on_the_ground_can_be_gathered() -> None:
    table = wood(ground="small")
    assert not table.may("gather kind=golden")
    assert table.why_not("gather kind=golden") == "there is no golden acorn on the ground (R3.1)"


def test_the_wind_uncovers_five_more_when_the_ground_is_bare() -> None:
    table = wood(ground="small", leaves="plump*9").do("gather kind=small")
    assert table.state.ground == heap("plump*5") and table.state.leaves == heap("plump*4")


def test_the_wind_uncovers_what_is_left() -> None:
    table = wood(ground="small", leaves="plump*2").do("gather kind=small")
    assert table.state.ground == heap("plump*2") and not table.state.leaves


def test_a_nest_holds_three() -> None:
    table = wood(leaves="small*9", nest="rotten*3")
    assert not table.may("dig")
    assert table.why_not("dig") == "your nest is full: it holds 3 acorns (R3.2)"


def test_nobody_digs_in_empty_leaves() -> None:
    table = wood(ground="small*2")
    assert not table.may("dig")
    assert table.why_not("dig") == "there is nothing left in the leaves (R3.2)"


def test_nests_count_only_at_the_end() -> None:
    table = wood(ground="small*2", nest="golden", others=({"nest": "rotten"},))
    table.do("gather kind=small")
    assert table.state.points(0) == 1
    table.do("gather kind=small")
    assert not table.state.to_act
    assert GAME.outcome(table.state).scores[:2] == [6, -2]


def test_golden_acorns_break_ties() -> None:
    table = wood(ground="small", larder="plump small", others=({"larder": "golden"},)).do(
        "gather kind=small"
    )
    outcome = GAME.outcome(table.state)
    assert outcome.scores[:2] == [5, 5] and outcome.winners == [1]


def test_equal_squirrels_share_the_victory() -> None:
    table = wood(ground="small", others=({"larder": "small"},)).do("gather kind=small")
    assert GAME.outcome(table.state).winners == [0, 1]


def test_what_is_dug_up_only_its_owner_sees() -> None:
    table = wood(ground="small*2", leaves="golden*2").do("dig")
    assert table.view(0).squirrels[0].nest == {"golden": 1}
    for other in (1, -1):
        them = table.view(other).squirrels[0]
        assert them.nest == {} and them.hidden == 1


def test_digging_cannot_be_taken_back_but_gathering_can() -> None:
    """Undo is free while nothing hidden or random was revealed: `reveal_count` says so."""
    table = wood(ground="small*3", leaves="golden*2")
    before = table.state.reveal_count
    assert table.do("gather kind=small").state.reveal_count == before
    assert table.do("dig").state.reveal_count > before


def test_a_table_from_a_view_deals_the_others_nests_from_the_leaves() -> None:
    table = wood(ground="small*2", leaves="golden*2").do("dig")
    again = GAME.state_from_view(table.view(1))
    again.determinize(Rng(1))
    assert isinstance(again, Wood)
    assert total(again.nests[0]) == 1 and again.check()
