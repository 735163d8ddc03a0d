"""spinney new-game: writes the folder of a new game and of its tests, in a source checkout.

The game is a copy of templates/game with another name: small, complete, and it obeys the laws. Its
tests are a copy of tests/templates/game.
"""

from __future__ import annotations

import argparse
import keyword
import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import spinney
from spinney.cli.arguments import UsageError
from spinney.cli.console import called, from_here, interpreter
from spinney.templates.game import GAME as TEMPLATE

ROOT = Path(spinney.__file__).resolve().parents[2]
FEW, MANY = TEMPLATE.seats[0], TEMPLATE.seats[-1]
LONGEST = 24  # letters of a name, so that the template's lines do not get too long
TEXT = (".py", ".md", ".toml", ".txt")
SHARED = (  # files that must not name a game (tests/test_order.py, tests/test_client.py)
    "src/spinney/**/*.py",
    "tests/core/*.py",
    "tests/laws/*.py",
    "tests/toy/*.py",
    "pyproject.toml",
    "setup.py",
    "Makefile",
    "web/src/**/*.ts",
    "web/src/**/*.svelte",
)


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", metavar="NAME", help="its folder: small letters, digits and underscores"
    )
    parser.add_argument(
        "--seats",
        default=f"{FEW}-{MANY}",
        metavar="N or N-M",
        help=f"for how many players, from {FEW} to {MANY} (default: %(default)s)",
    )
    parser.epilog = "examples:\n  spinney new-game red_squirrel\n  spinney new-game hazel --seats 2"


def run(args: argparse.Namespace) -> int:
    if not (ROOT / "tests" / "templates").is_dir():
        raise UsageError(
            "new-game works only in a source checkout (clone the repository, make build)"
        )
    seats = seats_of(args.seats)
    check_name(args.name)
    game = ROOT / "src" / "spinney" / "games" / args.name
    tests = ROOT / "tests" / "games" / args.name
    for folder in (game, tests):
        if folder.exists():
            raise UsageError(f"{folder.relative_to(ROOT)} exists already")
    check_unused(args.name)
    changes = substitutions(args.name, seats)
    copy(ROOT / "src" / "spinney" / "templates" / "game", game, changes)
    copy(ROOT / "tests" / "templates" / "game", tests, changes)
    if error := write_examples(args.name):
        print(error, file=sys.stderr)
        raise UsageError(f"{args.name} is written, but its example games failed (see above)")
    report(args.name, [game, tests])
    return 0


# ------------------------------------------------------------------------------------------- checks
def seats_of(text: str) -> range:
    """'2-4' or '3' as a range."""
    found = re.fullmatch(r"(\d)(?:-(\d))?", text, re.ASCII)
    few, many = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not FEW <= few <= many <= MANY:
        raise UsageError(f"--seats {text}: a number from {FEW} to {MANY}, or a range such as 2-4")
    return range(few, many + 1)


def check_name(name: str) -> None:
    """Check a name, which becomes a folder, a Python package and the name in records."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise UsageError(f"{name!r} cannot be a game's name: small letters, digits and underscores")
    if len(name) > LONGEST:
        raise UsageError(f"{name!r} is too long: a game's name has at most {LONGEST} letters")


def check_unused(name: str) -> None:
    """Check that no shared file uses the name as a word, because no shared file may name a game."""
    word = re.compile(rf"\b({name}|{title_of(name)})\b", re.I)
    for file in shared():
        if word.search(file.read_text(encoding="utf-8")):
            where = file.relative_to(ROOT)
            raise UsageError(f"{name!r} cannot be a game's name: {where} uses the word")


def shared() -> Iterator[Path]:
    package = ROOT / "src" / "spinney"
    for pattern in SHARED:
        for file in sorted(ROOT.glob(pattern)):
            inside = file.relative_to(package).parts if file.is_relative_to(package) else ("",)
            if inside[0] not in ("games", "templates"):
                yield file


# ------------------------------------------------------------------------------------------ writing
def title_of(name: str) -> str:
    """'red_squirrel' as 'Red Squirrel'."""
    return name.replace("_", " ").title()


def substitutions(name: str, seats: range) -> dict[str, str]:
    """What differs between the template and the game."""
    title = TEMPLATE.title
    return {
        "spinney.templates.game": f"spinney.games.{name}",
        "tests.templates.game": f"tests.games.{name}",
        'name="game"': f'name="{name}"',
        f'TITLE = "{title}"': f'TITLE = "{title_of(name)}"',
        f"# {title}\n": f"# {title_of(name)}\n",
        f"seats=range({FEW}, {MANY + 1})": f"seats=range({seats.start}, {seats.stop})",
    }


def copy(template: Path, folder: Path, changes: dict[str, str]) -> None:
    """Copy the files of the template, with the substitutions."""
    for file in sorted(template.rglob("*")):
        if file.suffix not in TEXT or "__pycache__" in file.parts:
            continue
        target = folder / file.relative_to(template)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = file.read_text(encoding="utf-8")
        for old, new in changes.items():
            text = text.replace(old, new)
        target.write_text(text, encoding="utf-8")
        shutil.copymode(file, target)


def write_examples(name: str) -> str:
    """Write golden games and move counts, with the command that renews them later. Returns what
    went
    wrong, or nothing. It is another process, because this one has loaded the shelf already.
    """
    paths = [str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [sys.executable, "-m", "tests.laws.golden", name],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stderr.strip() if done.returncode else ""


def report(name: str, folders: list[Path]) -> None:
    """Print what was written, and the next steps."""
    for folder in folders:
        print(f"{folder.relative_to(ROOT)}/")
        files = [file.relative_to(folder) for file in folder.rglob("*") if file.is_file()]
        for place in sorted({file.parent for file in files}):
            names = sorted(file.name for file in files if file.parent == place)
            listed = " ".join([*([f"{place}/"] if place.name else []), *names])
            print(textwrap.fill(listed, 96, initial_indent="  ", subsequent_indent="    "))
    command = shlex.join(called())
    tests, laws = (from_here(ROOT / "tests" / part) for part in (f"games/{name}", "laws"))
    print("\nNext:")
    print(f"  {command} play {name}")
    print(f"  {command} serve --open")
    print(f"  {interpreter()} -m pytest {tests} {laws} -k {name}")
