"""Boards laid by the players have what their variant is about (rulings #19 and #22).

python -m tests.games.underwood.built_boards [--boards 100] [--players greedy random level1 level3]
                                             [--seats 2 3 4] [--seed 0]

Each player lays whole boards alone, of Clearings and of Mycorrhiza, for 2, 3 and 4 players. What
came about is counted here without the rules: gaps by a flood of the table, trees by their
neighbours. A board may only lack something if the players were told so while they were laying.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from time import process_time

from spinney.core import build
from spinney.core.rng import Rng
from spinney.core.state import Moves
from spinney.games.underwood import GAME
from spinney.games.underwood.view_types import View
from spinney.players import PLAYERS, UNTIMED
from tests.games.underwood.plain import around
from tests.games.underwood.stories import new_game
from tests.games.underwood.test_told_twice import covered, holes

VARIANTS = ("clearings", "mycorrhiza")
KINDS = ("greedy", "random", "level1", "level3")
NAMES = ("Ash", "Birch", "Cedar", "Dogwood")
TOLD = "cannot make it"  # the prompt of a player who cannot help it


@dataclass
class Built:
    """What came about: the board, whether it lacks something, and what its players were told."""

    seen: View
    faults: list[str]
    told: bool = False
    fewest: int = 0  # moves that were offered for a tile, at least


def build_board(kind: str, variant: str, seats: int, seed: int) -> Built:
    """A board laid by players of one kind."""
    player = (PLAYERS | UNTIMED)[kind]
    rng = Rng(seed)
    table = new_game(seed, seats, layout="built", variant=variant)
    told, fewest = False, 10_000
    while table.phase in ("laying", "planting"):
        seen = table.view(table.turn)
        if table.phase == "laying":
            offered = len(Moves().of(table.state, table.turn))
            assert offered, "whoever is awaited can act"
            fewest = min(fewest, offered)
            told = told or TOLD in GAME.words.prompt(seen, NAMES)
        table.state.apply(table.turn, player(GAME, seen, rng))
    seen = table.view(-1)
    return Built(seen, faults(variant, seen), told, fewest)


def faults(variant: str, seen: View) -> list[str]:
    """What the board lacks."""
    floor = covered(seen)
    gaps = holes(set(floor))
    if variant == "clearings":
        return [] if gaps else ["no gap"]
    found = []
    trees = {(tree.q, tree.r) for tree in seen.trees}
    if len(trees) < 4:
        found.append(f"{len(trees)} trees")
    if len(gaps) > 4 or any(len(gap) > 1 for gap in gaps):
        found.append("gaps that no tree fills")
    if not set().union(*gaps) <= trees:
        found.append("a gap without a tree")
    if any(sum(near in floor for near in around(tree)) < 4 for tree in trees):
        found.append("a tree with fewer than four spaces around it")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="built_boards", description=__doc__)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="of the first board")
    parser.add_argument("--players", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--seats", nargs="+", type=int, default=(2, 3, 4))
    args = parser.parse_args()
    print("compiled" if build.compiled else f"UNCOMPILED ({build.reason})", flush=True)
    print(f"{'variant':11}{'seats':6}{'player':8}  boards  whole  told  fewest moves  seconds")
    wrong = 0
    for variant in VARIANTS:
        for seats in args.seats:
            for kind in args.players:
                begin = process_time()
                seeds = range(args.seed, args.seed + args.boards)
                boards = [build_board(kind, variant, seats, seed) for seed in seeds]
                whole = sum(not board.faults for board in boards)
                told = sum(board.told for board in boards)
                wrong += sum(bool(board.faults) and not board.told for board in boards)
                line = f"{variant:11}{seats:<6}{kind:8}{len(boards):8}{whole:7}{told:6}"
                fewest = min(board.fewest for board in boards)
                print(f"{line}{fewest:14}{process_time() - begin:9.1f}", flush=True)
    if wrong:
        raise SystemExit(f"{wrong} boards lack what their variant is about, and nobody was told")


if __name__ == "__main__":
    main()
