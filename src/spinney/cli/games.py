"""spinney games: lists the games."""

from __future__ import annotations

import argparse
import shlex
import sys
from typing import Any

import msgspec

from spinney.core import shelf
from spinney.core.game import Game
from spinney.core.options import Option, choices


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--json", action="store_true", help="as JSON, with the JSON schema of each game's options"
    )
    parser.epilog = "examples:\n  spinney games\n  spinney games --json"


def run(args: argparse.Namespace) -> int:
    games = list(shelf.games().values())
    if args.json:
        listed = msgspec.json.encode([entry(game) for game in games])
        sys.stdout.write(msgspec.json.format(listed, indent=2).decode() + "\n")
    else:
        show(games)
    return 0


def entry(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "seats": list(game.seats),
        "minutes": game.minutes,
        "components": game.components,
        "credits": game.origins.credits,
        "reconstructed": game.origins.summary,
        "options": msgspec.json.schema(game.options),
    }


class OptionEntry(msgspec.Struct, frozen=True):
    """An option of a game, in words."""

    name: str
    values: str
    default: str
    doc: str
    labels: list[tuple[str, str]] = []  # values that have more to say of themselves


def options(game: Game) -> list[OptionEntry]:
    """A game's options as a command line shows them."""
    return [
        OptionEntry(one.name, values(one), one.default, doc(one), labels(one))
        for one in choices(game)
    ]


def values(one: Option) -> str:
    """What may be chosen: the values themselves, or their type and bounds."""
    if one.kind == "choice":
        return ", ".join(value.value for value in one.values)
    if one.kind == "switch":
        return "true, false"
    if one.kind == "text":
        return "text"
    bounded = one.least is not None and one.most is not None
    return f"integer from {one.least} to {one.most}" if bounded else "integer"


def doc(one: Option) -> str:
    if not one.seats:
        return one.says
    players = " or ".join(map(str, one.seats))
    return f"{one.says} (for {players} player{'s' * (one.seats != [1])})".strip()


def labels(one: Option) -> list[tuple[str, str]]:
    return [(v.value, f"{v.label}. {v.says}".rstrip(". ")) for v in one.values if v.label]


def show(games: list[Game]) -> None:
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from spinney.cli.console import OutputConsole, called

    console = OutputConsole()
    for game in games:
        few, many = game.seats[0], game.seats[-1]
        seats = f"{few}" if few == many else f"{few} to {many}"
        console.print(Text.assemble((game.title, "bold green"), f" ({game.name})"))
        facts = f"{seats} players, {game.minutes} minutes"
        console.print(Padding(Text(facts), (0, 0, 0, 2)))
        for about in (game.origins.credits, game.origins.summary):
            if about:
                console.print(Padding(Text(about, "dim"), (0, 0, 0, 2)))
        prints = f"rules version {game.version}, components {game.components}"
        console.print(Padding(Text(prints, "dim"), (0, 0, 0, 2)))
        choices = options(game)
        if choices:
            table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
            for title in ("option", "values", "default", ""):
                table.add_column(title)
            for choice in choices:
                table.add_row(choice.name, choice.values, choice.default, choice.doc)
                for value, label in choice.labels:
                    table.add_row("", f"  {value}", "", label, style="dim")
            console.print(Padding(table, (0, 0, 0, 2)))
        console.print()
    if games:
        again = shlex.join([*called(), "play", games[0].name])
        console.print(f"Play one with: {again}", soft_wrap=True)
    else:
        console.print("The shelf is empty.")
