"""Law 9: games as text, played in both builds and compared line by line.

python -m tests.laws.transcripts tests.toy:BRAMBLE 100     a game; how often, its cases together
"""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from importlib import import_module

from spinney.core import build
from tests.laws.laws import transcript
from tests.laws.playthroughs import Case, cases_of

SHOWN = 5  # games in full, to show where the builds differ; for the others hashes of the states


def story(case: Case, games: int) -> list[str]:
    lines = [f"{case}"]
    for seed in range(games):
        told = transcript(case, seed)
        digest = sha256("\n".join(told).encode()).hexdigest()
        lines += told if seed < SHOWN else [f"game {seed}: {len(told)} moves, {digest}"]
    return lines


def stories(place: str, games: int, pure: bool) -> list[str]:
    """What the build says that is asked for."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.laws.transcripts", place, str(games)],
        env={**os.environ, "SPINNEY_PURE": "1" if pure else "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    first, *lines = run.stdout.splitlines()
    assert first == ("uncompiled" if pure else "compiled")
    return lines


def main(place: str, games: int) -> None:
    module, _, name = place.partition(":")
    game = getattr(import_module(module), name)
    table = "" if module.startswith("spinney.") else "tests.toy.table"
    print("compiled" if build.compiled else "uncompiled")
    all_cases = cases_of(game, table)
    for case in all_cases:
        print("\n".join(story(case, -(-games // len(all_cases)))))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
