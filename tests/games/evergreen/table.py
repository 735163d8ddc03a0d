"""What the laws need to know of Evergreen, written without its view."""

from __future__ import annotations

from spinney.core.game import Options
from spinney.core.rng import Rng
from spinney.core.state import Moves
from spinney.games.evergreen import EvergreenOptions
from spinney.games.evergreen.pieces import FINISH
from spinney.games.evergreen.rules import Evergreen
from tests.games.evergreen import last_round
from tests.players.suites import Suite

NONE = -1

ALIKE = 100  # games that both builds play, at many decisions each


def plays(seats: int, options: Options) -> bool:
    """Where the sun begins is tried alone: it shines alike on every planet. An empty deck that is
    made anew at once is tried with two players, where it comes up most.
    """
    assert isinstance(options, EvergreenOptions)
    if options.reshuffle == "empty":
        return seats == 2 and options.sun == "top"
    return seats == 1 or options.sun == "top"


def resample_hidden(table: Evergreen, seat: int, rng: Rng) -> Evergreen:
    """Other dice; and while all act, other work of everybody else.

    Who has finished stays as it is: the match tells everybody.
    """
    table.rng_state = rng.fork()
    if table.drafted < table.drafters or not table.to_act:
        return table
    for other in range(table.seats):
        if other != seat:
            work(table, other, rng, done=not table.to_act >> other & 1)
    return table


def work(table: Evergreen, seat: int, rng: Rng, *, done: bool) -> None:
    """Begin the round of a seat anew: a few moves of it, or all if it is done."""
    them = table.gardeners[seat]
    them.planet = them.shown.clone()
    them.acted = them.powered = False
    while them.agenda.depth:
        them.agenda.stop()
    for _ in range(99 if done else rng.below(9)):
        moves = [move for move in Moves().of(table, seat) if move != FINISH]
        if not moves or (done and them.acted and not them.agenda.depth):
            return
        table.apply(seat, moves[rng.below(len(moves))])


def pieces(table: Evergreen) -> None:
    """42 cards, each in one place; on a planet one piece to a space, and none where none may be."""
    zone: list[int] = []
    for stack in table.stacks:
        while stack:
            zone.append((stack & 63) - 1)
            stack >>= 6
    lying = [card for card in table.pool if card != NONE]
    sets = [table.deck, table.discard, table.rival, *[g.cards for g in table.gardeners]]
    sets += [1 << card for card in zone + lying]
    apart(sets)
    assert sum(sets) == (1 << 42) - 1, "a card is lost"
    assert table.flipped & ~sum([1 << card for card in zone]) == 0
    assert table.token == NONE or table.token in lying
    for gardener in table.gardeners:
        assert gardener.card == NONE or gardener.cards >> gardener.card & 1
        for planet in (gardener.planet, gardener.shown):
            boards = [planet.sprout, planet.small, planet.big, planet.bush, planet.lake]
            apart(boards)
            assert sum(boards) & ~table.printed.region[6] == 0
            for power in range(6):
                assert planet.levels >> 8 * power & 255 < len(table.printed.track[power])


def apart(sets: list[int]) -> None:
    """Nothing is in two of them: then their sum has as many members as they have together."""
    assert sum(sets).bit_count() == sum([one.bit_count() for one in sets])


def is_last(table: Evergreen, left: int) -> bool:
    return table.season == 3 and table.round == table.printed.rounds[3] - 1


# Most ways through a round lead to the same planets: searched one by one there would be no end.
ENDINGS = [Suite(1, "the last round", is_last, remember=True, every=3, best=last_round.best)]
