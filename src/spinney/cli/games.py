"""spinney games: what is on the shelf."""

from __future__ import annotations

import argparse
import shlex
import sys
from typing import Any

import msgspec

from spinney.core import shelf
from spinney.core.game import Game


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
        "options": msgspec.json.schema(game.options),
    }


class Choice(msgspec.Struct, frozen=True):
    """An option of a game, in words."""

    name: str
    values: str
    default: str
    doc: str


def options(game: Game) -> list[Choice]:
    """A game's options, read from their schema; their docs are lines of the docstring."""
    schema = next(iter(msgspec.json.schema(game.options)["$defs"].values()))
    docs = dict(
        line.strip().split(": ", 1)
        for line in schema.get("description", "").splitlines()
        if ": " in line
    )
    return [
        Choice(name, values(field), plain(field.get("default")), docs.get(name, ""))
        for name, field in schema["properties"].items()
    ]


def values(field: dict[str, Any]) -> str:
    """What may be chosen: the values themselves, or their type and bounds."""
    if "enum" in field:
        return ", ".join(map(plain, field["enum"]))
    if field.get("type") == "boolean":
        return "true, false"
    kind = str(field.get("type", "any"))
    low, high = field.get("minimum"), field.get("maximum")
    if low is not None and high is not None:
        return f"{kind} from {low} to {high}"
    return kind


def plain(value: object) -> str:
    """A value as one would type it after NAME=."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def show(games: list[Game]) -> None:
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from spinney.cli.paper import Paper, called

    console = Paper()
    for game in games:
        few, many = game.seats[0], game.seats[-1]
        seats = f"{few}" if few == many else f"{few} to {many}"
        console.print(Text.assemble((game.title, "bold green"), f" ({game.name})"))
        facts = f"{seats} players, {game.minutes} minutes"
        console.print(Padding(Text(facts), (0, 0, 0, 2)))
        prints = f"rules version {game.version}, components {game.components}"
        console.print(Padding(Text(prints, "dim"), (0, 0, 0, 2)))
        choices = options(game)
        if choices:
            table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
            for title in ("option", "values", "default", ""):
                table.add_column(title)
            for choice in choices:
                table.add_row(choice.name, choice.values, choice.default, choice.doc)
            console.print(Padding(table, (0, 0, 0, 2)))
        console.print()
    if games:
        again = shlex.join([*called(), "play", games[0].name])
        console.print(f"Play one with: {again}", soft_wrap=True)
    else:
        console.print("The shelf is empty.")
