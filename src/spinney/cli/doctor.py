"""spinney doctor: what is installed, compiled or missing."""

from __future__ import annotations

import argparse
import platform
import shlex
import shutil
import sysconfig
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

import spinney
from spinney.core import build

NEEDED = ("msgspec", "librt", "mypy-extensions", "rich")


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "The exit code is always 0: uncompiled rules are slow, but correct."


def run(args: argparse.Namespace) -> int:
    from rich.text import Text

    from spinney.cli.console import OutputConsole

    console = OutputConsole()

    def say(name: str, what: str, style: str = "") -> None:
        console.print(Text.assemble((f"{name:<16}", "bold"), (what, style)), soft_wrap=True)

    say("spinney", spinney.__version__)
    say("Python", f"{platform.python_version()} ({platform.python_implementation()})")
    say("platform", platform.platform())
    for package in NEEDED:
        say(package, installed(package) or "missing", "" if installed(package) else "red")
    say("mypy", installed("mypy") or "not installed")
    say("compiled", "yes" if build.compiled else f"no: {build.reason}", colour(build.compiled))
    for name, compiled in build.modules():
        say("", f"{'yes' if compiled else 'no ':<4} {name}", colour(compiled))
    found = compiler()
    say("C compiler", found or "none", "" if found else "yellow")
    for line, fits in nets():
        say("net", line, "" if fits else "yellow")
    spiel = find_spec("pyspiel") is not None
    say("OpenSpiel", (installed("open_spiel") or "yes") if spiel else "not installed")
    advice = remedies(bool(found), spiel)
    console.print()
    console.print("Nothing is missing." if not advice else "What could be better", style="bold")
    for line in advice:
        console.print(f"- {line}", soft_wrap=True)
    return 0


def nets() -> list[tuple[str, bool]]:
    """The nets of the games, and whether they can be used."""
    from spinney.cli.arguments import at_table
    from spinney.core import shelf
    from spinney.players.net_files import NetError, load, place

    found = []
    for game in shelf.games().values():
        for seats in game.seats:
            if place(game, seats).exists():
                try:
                    head = load(place(game, seats), game, seats).head
                    made = f"{head.games:,} games, {head.date}"
                    found.append((f"{game.name}, {at_table(seats)}: {made}", True))
                except NetError as error:
                    found.append((f"{game.name}, {at_table(seats)}: {error}", False))
    return found


def colour(good: bool) -> str:
    return "green" if good else "yellow"


def installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def compiler() -> str:
    """The path of the C compiler that this Python would use. Empty if there is none."""
    asked = shlex.split(sysconfig.get_config_var("CC") or "")[:1]
    return next(
        (path for name in [*asked, "cc", "gcc", "clang"] if (path := shutil.which(name))), ""
    )


def remedies(has_compiler: bool, has_spiel: bool) -> list[str]:
    """What to do about missing things, the most useful first."""
    advice = []
    missing = [package for package in NEEDED if not installed(package)]
    if missing:
        advice.append(f"Install {', '.join(missing)}: 'pip install .' in a checkout does it.")
    if build.reason == "SPINNEY_PURE=1":
        advice.append("Unset SPINNEY_PURE to run the compiled modules.")
    elif not build.compiled and has_compiler:
        advice.append("Compile the rules: 'make build' in a checkout, or 'pip install .' again.")
    if not has_compiler:
        advice.append(
            "Install a C compiler and compile: the rules run many times faster. "
            "Debian, Ubuntu: apt install gcc python3-dev. Fedora: dnf install gcc python3-devel. "
            "macOS: xcode-select --install. Windows: the Visual Studio build tools."
        )
    if not has_spiel:
        advice.append("Only for 'spinney bench': OpenSpiel, which 'make bench' installs.")
    return advice
