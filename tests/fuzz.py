"""Millions of random games. After every move all pieces are counted.

python -m tests.fuzz [--games 1000000] [--seed 0]       what `make fuzz` runs

The playouts are distributed over all games of the shelf, with all numbers of seats and options, on
all cores. A part of them is then played again with PYTHONMALLOC=debug, which notices writes beyond
the end of an array.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice
from multiprocessing import get_context

from rich.progress import track

from spinney.core import build
from spinney.core.rng import Rng
from spinney.core.state import Moves
from spinney.players.playout import sound_playout
from tests.laws.playthroughs import LENGTH, Case, cases

CHUNK = 2000


def fuzz(case: Case, seeds: range) -> tuple[int, int]:
    """Play a game for each seed: (decisions in all, the longest game)."""
    moves = Moves()
    decisions = longest = 0
    for seed in seeds:
        state = case.start(seed)
        made = sound_playout(state, Rng(seed), moves)
        assert made >= 0, f"{case}, seed {seed}: a piece was lost or doubled"
        assert made <= LENGTH, f"{case}, seed {seed}: {made} decisions"
        decisions += made
        longest = max(longest, made)
    return decisions, longest


def fuzz_case(number: int, seeds: range) -> tuple[int, int]:
    return fuzz(cases()[number], seeds)


def main() -> None:
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--once", action="store_true", help="without the second run")
    args = parser.parse_args()
    print("compiled" if build.compiled else f"UNCOMPILED ({build.reason})", flush=True)
    all_cases = cases()
    turns = (
        (number, first) for first in count(args.seed, CHUNK) for number in range(len(all_cases))
    )
    work = list(islice(turns, max(1, args.games // CHUNK)))
    games, decisions, longest = Counter[str](), Counter[str](), Counter[str]()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        running = [
            pool.submit(fuzz_case, number, range(first, first + CHUNK)) for number, first in work
        ]
        places = zip(work, running, strict=True)
        for (number, _), done in track(
            places, "fuzzing", total=len(work), disable=not sys.stderr.isatty()
        ):
            made, most = done.result()
            name = all_cases[number].game.name
            games[name] += CHUNK
            decisions[name] += made
            longest[name] = max(longest[name], most)
    for name in games:
        told = (
            f"{games[name]:,} games, {decisions[name]:,} decisions, the longest {longest[name]:,}"
        )
        print(f"{name:15} {told}: all sound")
    print(f"{'together':15} {games.total():,} games, {decisions.total():,} decisions")
    if not args.once:
        again = [sys.executable, "-m", "tests.fuzz", "--once", f"--games={args.games // 20}"]
        print("once more with PYTHONMALLOC=debug:", flush=True)
        subprocess.run(again, env={**os.environ, "PYTHONMALLOC": "debug"}, check=True)


if __name__ == "__main__":
    main()
