"""What the laws need to know of Bramble, written without its view."""

from __future__ import annotations

from spinney.core.packed import cards, count, kind_of, total
from spinney.core.rng import Rng
from tests.toy.bramble import CHOOSING, DECK, HAND, KINDS, NONE, Bramble


def resample_hidden(table: Bramble, seat: int, rng: Rng) -> Bramble:
    """Other dice, other cards in others' hands, other secret choices.

    Who has finished stays as it is: the match tells everybody.
    """
    table.rng_state = rng.fork()
    for rival in range(table.seats):
        if rival == seat or not table.rounds:
            continue
        done = not table.to_act >> rival & 1
        if table.phase == CHOOSING:
            table.chosen[rival] = NONE
        kept = cards(table.chosen[rival], 1) if table.chosen[rival] != NONE else 0
        for _ in range(total(table.hands[rival] - kept)):
            if total(table.deck):
                mine = table.hands[rival] - kept
                given = kind_of(mine, rng.below(total(mine)))
                drawn = kind_of(table.deck, rng.below(total(table.deck)))
                change = cards(drawn, 1) - cards(given, 1)
                table.hands[rival] += change
                table.deck -= change
        if table.phase == CHOOSING and (done or rng.below(2)):
            table.chosen[rival] = kind_of(table.hands[rival], rng.below(HAND))
    return table


def pieces(table: Bramble) -> None:
    everywhere = table.deck + table.discard + sum(table.hands)
    assert everywhere == DECK, "a card is lost"
    held = HAND if table.rounds else HAND - 1
    for seat in range(table.seats):
        assert total(table.hands[seat]) == held
        kind = table.chosen[seat]
        assert kind == NONE or count(table.hands[seat], kind)
    assert all(0 <= bush <= 3 for bush in table.bushes)
    assert KINDS == 3
