"""Every law for every combination of seats and options, and the two builds on hundreds of games.

python -m tests.laws.crossing [GAME ...] [--seed 0] [--alike 300]      what `make laws` runs

`make test` applies the laws to each option once; here each is combined with all others. The style
of play changes with the seed, from law to law and case to case.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context

from rich.progress import track

from spinney.core import build, shelf
from tests.laws.laws import LAWS, law_9_builds_agree
from tests.laws.playthroughs import crossed
from tests.laws.transcripts import stories


def put(name: str, number: int, seed: int) -> int:
    """Apply all laws to one case of a game. Returns the number of playthroughs."""
    case = crossed(shelf.games()[name])[number]
    for turn, law in enumerate(LAWS):
        playthrough = seed + number + turn
        try:
            law(case, playthrough)
        except AssertionError as error:
            raise AssertionError(f"{law.__name__}, {case}, seed {playthrough}: {error}") from error
    return len(LAWS)


def alike(name: str, games: int) -> int:
    place = f"spinney.games.{name}:GAME"
    law_9_builds_agree(stories(place, games, pure=False), stories(place, games, pure=True))
    return games


def main() -> None:
    parser = argparse.ArgumentParser(prog="laws", description=__doc__)
    parser.add_argument("games", nargs="*", default=list(shelf.games()))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--alike", type=int, default=300, help="games for law 9; 0 leaves it out")
    args = parser.parse_args()
    print("compiled" if build.compiled else f"UNCOMPILED ({build.reason})", flush=True)
    put_to, played = Counter[str](), Counter[str]()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        work: list[tuple[str, bool, Future[int]]] = []
        if build.compiled and args.alike:  # first: these take longest
            work += [(name, True, pool.submit(alike, name, args.alike)) for name in args.games]
        for name in args.games:
            for number in range(len(crossed(shelf.games()[name]))):
                work.append((name, False, pool.submit(put, name, number, args.seed)))
        for name, both, done in track(work, "the laws", disable=not sys.stderr.isatty()):
            if both:
                print(f"{name:15} both builds alike in {done.result():,} games", flush=True)
            else:
                put_to[name] += 1
                played[name] += done.result()
    for name in args.games:
        print(f"{name:15} {put_to[name]} cases, {played[name]:,} playthroughs: every law kept")


if __name__ == "__main__":
    main()
