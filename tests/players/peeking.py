"""No peeking, on as many positions as one likes:

    python -m tests.players.peeking 200 20

For every game so many positions, and of each so many tables on which everything that the seat
cannot know is something else (`resample_hidden` of the game's table.py). Each way of thinking must
come to the same: all levels, the tree they searched with every visit and value, the equal trial of
all moves, the exact endings, and the game's net, at once and looking ahead. By rounds, never by the
clock: fewer than at a table, but the same way.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from time import perf_counter

from spinney.core import shelf
from spinney.core.game import Game, LevelSpec
from spinney.core.rng import Rng
from spinney.core.snapshot import snapshot
from spinney.core.state import Moves, State
from spinney.players.levels import CURIOSITY, FRESH, LEVELS, choose, prove
from spinney.players.net_files import seated, shipped
from spinney.players.net_player import chosen
from spinney.players.search import Search, Trial
from tests.laws.playthroughs import Case, cases_of, playthrough

ROUNDS, STEPS = 16, 500  # of the third level; those above have more
FEW = 6  # moves that a net is asked about


def by_rounds(number: int, game: Game, view: object) -> int:
    """A level without its clock, and with few rounds."""
    more = max(1, number - 2)
    return choose(
        number, game, view, Rng(number), clock=False, rounds=ROUNDS * more, steps=STEPS * more
    )


def thoughts(game: Game, view: object, seat: int) -> list[object]:
    """Everything that computer players make of a view."""
    quick = game.heuristics.quick_move
    search = Search(game.state_from_view(view), seat, quick, Rng(3), FRESH, CURIOSITY)
    search.run(ROUNDS)
    tree = search.tree
    trial = Trial(game.state_from_view(view), seat, quick, Rng(4))
    trial.halve(ROUNDS)
    proved = prove(game, view, STEPS)
    return [
        [by_rounds(number, game, view) for number in LEVELS],
        [(tree.move[i], tree.visits[i], tree.value[i]) for i in range(len(tree.move))],
        [(trial.options[i], trial.tried[i], trial.gained[i]) for i in range(len(trial.options))],
        proved and (proved.choice, proved.gain, proved.steps, proved.exact),
        by_net(game, view, seat),
    ]


def by_net(game: Game, view: object, seat: int) -> list[object]:
    """What the game's net says of the first few moves, one by one, and what it would do."""
    table, moves = game.state_from_view(view), Moves()
    found = shipped(game, table.seats)
    if found is None:
        return []
    table.legal(seat, moves)
    moves.count = min(moves.count, FEW)
    return [
        list(seated(game, found).ratings(table, seat, moves, Rng(5), 2)),
        chosen(game, view, Rng(6), found, LevelSpec("net", ROUNDS, depth=4, width=FEW)),
    ]


def positions(case: Case) -> Iterator[tuple[State, int]]:
    """Tables with the seat that must decide there, from all stages of many playthroughs."""
    for seed in range(10_000):
        moments = list(playthrough(case, seed))
        for part in range(4):
            moment = moments[(seed * 7 + part * len(moments) // 4) % len(moments)]
            yield moment.before, moment.seat


def spread(game: Game, number: int) -> Iterator[tuple[Case, State, int]]:
    """So many positions of a game, shared out among its numbers of seats and its options."""
    every = cases_of(game)
    for place, case in enumerate(every):
        share = number // len(every) + (place < number % len(every))
        for state, seat in islice(positions(case), share):
            yield case, state, seat


def differences(game: Game, number: int, worlds: int) -> tuple[int, int, int]:
    """(positions looked at, tables that differed from the first, thoughts that did)."""
    looked = apart = wrong = 0
    for case, state, seat in spread(game, number):
        looked += 1
        thought = thoughts(game, game.view(state, seat), seat)
        for world in range(worlds):
            resample_hidden = case.resample_hidden(state.clone(), seat, Rng(looked * 1000 + world))
            apart += snapshot(resample_hidden) != snapshot(state)
            wrong += thoughts(game, game.view(resample_hidden, seat), seat) != thought
    return looked, apart, wrong


def main(number: int, worlds: int, *names: str) -> int:
    failed = 0
    for game in shelf.games().values():
        if names and game.name not in names:
            continue
        began = perf_counter()
        looked, apart, wrong = differences(game, number, worlds)
        failed += wrong
        print(
            f"{game.name}: {looked} positions, {looked * worlds} tables"
            f" ({apart} differ from what lay there), {wrong} thoughts differ"
            f" ({perf_counter() - began:.0f} s)",
            flush=True,
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]))
