"""What a forager imagines of the other hand: everything that is possible, nothing that is not."""

from __future__ import annotations

from spinney.core.rng import Rng
from spinney.games.morels import GAME
from spinney.games.morels.rules import Morels
from tests.games.morels.stories import Table, morels, new_game


def imagined(table: Table, seat: int, times: int = 300) -> list[Morels]:
    """Tables the seat could be sitting at."""
    found = []
    for number in range(times):
        state = GAME.state_from_view(table.view(seat))
        state.determinize(Rng(number))
        assert isinstance(state, Morels)
        found.append(state)
    return found


def kinds(tables: list[Morels], seat: int) -> set[str]:
    return {kind for state in tables for kind in Table(state).hand(seat)}


def test_before_its_first_turn_a_hand_may_hold_anything() -> None:
    """Seat 1 has not begun: a Moon, a Basket, even an Angel may be among the three."""
    seen = kinds(imagined(new_game(1), 0, 2000), 1)
    assert {"moon", "basket", "destroying_angel", "pan", "morel"} <= seen


def test_after_it_only_what_can_be_held() -> None:
    table = new_game(1).do("take place=1")
    seen = kinds(imagined(table, 0, 2000), 1)
    assert not seen & {"moon", "basket", "destroying_angel"}
    assert {"pan", "butter", "honey_fungus"} <= seen


def test_cards_that_were_seen_stay_where_they_are() -> None:
    table = morels(other=dict(hand="morel*2", dealt="shiitake"), deck="honey_fungus*3 cider*2")
    for state in imagined(table, 0):
        assert Table(state).hand(1)["morel"] >= 2 and Table(state).cards(1) == 3


def test_night_cards_are_drawn_from_those_nobody_has_shown() -> None:
    table = morels(nights="porcini", other=dict(nights="chanterelle"))
    drawn = {kind for state in imagined(table, 0) for kind in Table(state).nights(1)}
    assert "porcini" not in drawn and {"chanterelle", "shiitake"} <= drawn
