"""Would anybody notice a mistake in the rules? Makes small ones, and runs cases and rule tests.

python -m tests.mutations [--game NAME] [--count 100] [--seed 1]    what `make mutations` runs

Each mutation changes one place in the rules of a game, in a copy of the source that runs
interpreted: a comparison, a number, a condition, two branches. First the published cases of the
game run, then the tests of its rules, the fastest first. A mutation is caught when one of them
fails or hangs. Golden games, laws, boards, words and heuristics are not asked. Mutations that
change nothing a player could see are left out by name, with the reason, in equivalent.toml.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from spinney.core import shelf
from tests.mutations import sites
from tests.mutations.judge import NO_TESTS
from tests.mutations.sites import Mutation

ROOT = Path(__file__).parent.parent.parent
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
BAR = 97  # of a hundred
LEFT_OUT = (
    "*.so",
    "*.pyd",
    "__pycache__",
    "build.json",
    "client",
    "*.record",
    "*.net",
    "*.egg-info",
)


@dataclass(frozen=True)
class Verdict:
    game: str
    mutation: Mutation
    caught: str  # by whom; empty: it survived
    seconds: float


class Checkout:
    """A copy of the source in which one file at a time is wrong, and a judge in it."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.changes = 0
        ignored = shutil.ignore_patterns(*LEFT_OUT)
        for part in ("src", "tests"):
            shutil.copytree(ROOT / part, place / part, ignore=ignored)
        shutil.copy(ROOT / "pyproject.toml", place)
        kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
        self.judge = subprocess.Popen(
            [sys.executable, "-m", "tests.mutations.judge"],
            cwd=place,
            env=kept | {"PYTHONPATH": str(place / "src"), "SPINNEY_PURE": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Checkout:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.judge.stdin and self.judge.stdout
        self.judge.stdin.close()
        self.judge.wait()
        self.judge.stdout.close()

    def ask(self, *words: str) -> str:
        assert self.judge.stdin and self.judge.stdout
        self.judge.stdin.write(" ".join(words) + "\n")
        self.judge.stdin.flush()
        return self.judge.stdout.readline().strip()

    def files(self, game: str) -> list[str]:
        """The files of rule tests, the fastest first. All is well as long as nothing is changed."""
        said = self.ask(game)
        if said.startswith("!") or not said:
            sys.exit(f"{game} fails without any mutation: {said}")
        return said.split()

    def verdict(self, game: str, mutation: Mutation, files: list[str]) -> Verdict:
        file = self.place / "src" / "spinney" / "games" / game / mutation.file
        source, times = file.read_bytes(), file.stat()
        began = time.monotonic()
        self.changes += 1
        file.write_bytes(mutation.apply(source))
        os.utime(file, (self.changes, self.changes))  # for Python's cache: not the one before
        caught = self.ask(game, *files)
        file.write_bytes(source)
        os.utime(file, (times.st_atime, times.st_mtime))
        return Verdict(game, mutation, caught, time.monotonic() - began)


# ----------------------------------------------------------------------------------------- choosing
def without_equivalent(game: str, source: Path, found: list[Mutation]) -> Iterator[Mutation]:
    known = {
        (one["file"], one["function"], one["before"], one["after"])
        for one in tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get(game, [])
    }
    for mutation in found:
        text = (source / mutation.file).read_bytes()
        if (mutation.file, mutation.function, *mutation.changed(text)) not in known:
            yield mutation


def chosen(game: str, count: int, seed: int) -> list[Mutation]:
    """So many mutations of a game, as the seed says."""
    folder = ROOT / "src" / "spinney" / "games" / game
    found = sites.of_game(folder)
    random.Random(f"{seed} {game}").shuffle(found)
    some: list[Mutation] = []
    for mutation in without_equivalent(game, folder, found):
        if len(some) == count:
            break
        some.append(mutation)
    return some


def share(count: int, games: list[str]) -> dict[str, int]:
    """The same number for each game, as nearly as possible."""
    return {game: count // len(games) + (n < count % len(games)) for n, game in enumerate(games)}


def main() -> int:
    parser = argparse.ArgumentParser(prog="mutations", description=__doc__)
    parser.add_argument("--game", choices=list(shelf.games()))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", action="store_true", help="ask the cases alone, no tests")
    args = parser.parse_args()
    games = [args.game] if args.game else list(shelf.games())
    verdicts: list[Verdict] = []
    with tempfile.TemporaryDirectory() as place, Checkout(Path(place)) as checkout:
        for game, count in share(args.count, games).items():
            files = [NO_TESTS] if args.cases else checkout.files(game)
            for mutation in chosen(game, count, args.seed):
                verdicts.append(checkout.verdict(game, mutation, files))
                tell(verdicts[-1], len(verdicts), args.count)
    return report(verdicts)


def tell(verdict: Verdict, number: int, total: int) -> None:
    mutation = verdict.mutation
    where = f"{verdict.game}/{mutation.file}:{mutation.line} {mutation.function}"
    by = f"caught by {verdict.caught}" if verdict.caught else "SURVIVED"
    print(f"{number}/{total} {where}: {mutation.kind}: {by} ({verdict.seconds:.0f} s)", flush=True)


def report(verdicts: list[Verdict]) -> int:
    """The figures, and each survivor as a diff; 1 if too many survived."""
    survivors = [verdict for verdict in verdicts if not verdict.caught]
    for verdict in survivors:
        mutation = verdict.mutation
        source = (ROOT / "src/spinney/games" / verdict.game / mutation.file).read_bytes()
        print(f"\n{verdict.game}/{mutation.file} {mutation.function}: {mutation.kind}")
        print(mutation.diff(source))
        before, after = mutation.changed(source)
        for name, value in (("before", before), ("after", after)):
            print(f"{name} = {msgspec.json.encode(value).decode()}")  # for equivalent.toml
    print()
    for game in dict.fromkeys(verdict.game for verdict in verdicts):
        mine = [verdict for verdict in verdicts if verdict.game == game]
        caught = [verdict.caught for verdict in mine if verdict.caught]
        by_cases = sum(one.startswith("case") for one in caught)
        print(f"{game}: {len(caught)} of {len(mine)} caught, {by_cases} of them by cases")
    print(f"all: {len(verdicts) - len(survivors)} of {len(verdicts)} caught")
    return int((len(verdicts) - len(survivors)) * 100 < BAR * len(verdicts))


if __name__ == "__main__":
    sys.exit(main())
