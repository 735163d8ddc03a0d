"""Writes the generated parts of the handbook. `make docs` runs it.

Committed, because pages refer to them:
docs/pictures/NAME.svg     a game's board in the middle of a golden game
docs/pictures/imports.svg  which package imports which
docs/figures.md            the figures of docs/figures.json, which `spinney bench --json` writes

Not committed:
docs/games/                a page for each game, with its rulebook and its moves
docs/reference/            the API reference, from the docstrings
"""

from __future__ import annotations

import ast
import html
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from spinney.core import record, shelf
from spinney.core.game import Game
from spinney.drawing.builder import build_scene
from spinney.drawing.svg import scene_to_svg

DOCS = Path(__file__).parent
PACKAGE = DOCS.parent / "src" / "spinney"
# Rulebooks and `spinney COMMAND --help` describe the first two; templates are an example.
NOT_IN_REFERENCE = {"games", "cli", "templates"}

Imports = dict[str, set[str]]
Function = ast.FunctionDef | ast.AsyncFunctionDef


# -------------------------------------------------------------------------------------- the games
def picture(game: Game) -> str:
    """The first golden game, two thirds through, from the seat that is to move."""
    file = sorted((PACKAGE / "games" / game.name / "examples").glob("*.record"))[0]
    found = record.read(file.read_text(encoding="utf-8"))
    match = found.at(len(found.match.log) * 2 // 3)
    seat = match.seats_to_act[0]
    names = [player.name for player in found.players]
    names[seat] = "You"
    scene = build_scene(game, match.view(seat), names)
    return scene_to_svg(scene, game.board.sheet())


def page(game: Game) -> str:
    verbs = game.verbs
    moves = [
        " ".join([f"`{name}`", *(f"{field}{'?' * (field in optional)}" for field in fields)])
        for name, fields, optional in zip(verbs.names, verbs.fields, verbs.optional, strict=True)
    ]
    return "\n".join(
        [
            f"![{game.title}](../pictures/{game.name}.svg)",
            "",
            game.rulebook,
            "## Moves as text",
            "",
            "Fields with a question mark are optional.",
            "",
            *(f"- {move}" for move in moves),
            "",
        ]
    )


def games_index(games: list[Game]) -> str:
    rows = []
    for game in games:
        seats = (
            f"{game.seats[0]} to {game.seats[-1]}" if len(game.seats) > 1 else f"{game.seats[0]}"
        )
        strength = DOCS / "strength" / f"{game.name}.md"
        bots = f"[how strong they are](../strength/{game.name}.md)" if strength.exists() else ""
        rows.append(f"| [{game.title}]({game.name}.md) | {seats} | {bots} |")
    head = ["# Games", "", "| rulebook | players | bots |", "| --- | --- | --- |"]
    return "\n".join([*head, *rows, ""])


# ------------------------------------------------------------------------------------ the figures
def figures(numbers: dict[str, Any]) -> str:
    """The speed of the rules, from the JSON that `spinney bench` writes."""
    lines = [
        "# Figures",
        "",
        "This page is generated. Other pages link to it instead of repeating its figures.",
        "To measure again:",
        "",
        "```sh",
        "spinney bench --json docs/figures.json && python docs/gather.py",
        "```",
        "",
        "Decisions per second of CPU time in random play, with the fewest players. *Faster*",
        "compares the compiled rules with the same source run by the interpreter: the median of",
        "the laps, and the quartiles. Speeds depend on the machine; ratios hardly do.",
        "",
        "| game | compiled | from a Python loop | tree search | interpreted | faster |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, found in sorted(numbers.items()):
        speed = found["decisions_per_second"]
        cells = [
            f"{speed[kind]:,.0f}" for kind in ("playouts", "loop", "tree search", "uncompiled")
        ]
        ratio = found["ratios"]["playouts / uncompiled"]
        cells.append(f"{ratio['median']:.0f} times ({ratio['low']:.0f} to {ratio['high']:.0f})")
        lines.append(" | ".join([f"| {name.replace('_', ' ').title()}", *cells]) + " |")
    return "\n".join([*lines, ""])


# ------------------------------------------------------------------------------ the import graph
def imports() -> Imports:
    """Which package imports which. The modules in the root count as one package, `spinney`."""
    found: Imports = {}
    packages = {folder.parent.name for folder in PACKAGE.glob("*/__init__.py")}
    for file in sorted(PACKAGE.rglob("*.py")):
        room = package_of(file)
        targets = found.setdefault(room, set())
        for path in imported(ast.parse(file.read_text(encoding="utf-8"))):
            if path[:1] == ("spinney",) and len(path) > 1 and path[1] in packages - {room}:
                targets.add(path[1])
    return found


def package_of(file: Path) -> str:
    room, *rest = file.relative_to(PACKAGE).parts
    return room if rest else "spinney"


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Everything in a module but what is only for type checkers."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield node
            yield from nodes(node)


def imported(tree: ast.Module) -> set[tuple[str, ...]]:
    found = set()
    for node in nodes(tree):
        if isinstance(node, ast.Import):
            found |= {tuple(name.name.split(".")) for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {(*node.module.split("."), name.name) for name in node.names}
    return found


def layers(graph: Imports) -> list[list[str]]:
    """The packages in rows, each above everything it imports. Raises ValueError on a cycle."""
    depth: dict[str, int] = {}
    while len(depth) < len(graph):
        ready = [name for name in graph if name not in depth and graph[name] <= depth.keys()]
        if not ready:
            raise ValueError(f"import cycle among {', '.join(sorted(graph.keys() - depth.keys()))}")
        for name in ready:
            depth[name] = 1 + max((depth[other] for other in graph[name]), default=-1)
    rows = [sorted(n for n in graph if depth[n] == at) for at in range(max(depth.values()) + 1)]
    return rows[::-1]


def direct(graph: Imports) -> list[tuple[str, str]]:
    """The edges that no longer path implies: the others would only clutter the picture."""

    def reaches(start: str, end: str) -> bool:
        return any(other == end or reaches(other, end) for other in graph[start])

    return [
        (name, other)
        for name in sorted(graph)
        for other in sorted(graph[name])
        if not any(reaches(between, other) for between in graph[name] - {other})
    ]


def drawn(graph: Imports) -> str:
    """The import graph as SVG: arrows point at what is imported."""
    graph = {name: set(found) for name, found in graph.items()}
    graph.get("core", set()).discard("games")  # the shelf finds the games' folders by name
    rows = layers(graph)
    wide, high, gap_x, gap_y, edge = 120, 40, 24, 56, 16
    width = max(len(row) for row in rows) * (wide + gap_x) - gap_x + 2 * edge
    height = len(rows) * (high + gap_y) - gap_y + 2 * edge
    place: dict[str, tuple[float, float]] = {}
    for at, row in enumerate(rows):
        left = (width - len(row) * (wide + gap_x) + gap_x) / 2
        for index, name in enumerate(row):
            place[name] = (left + index * (wide + gap_x), edge + at * (high + gap_y))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label="Which package imports which">',
        "<style>rect{fill:#eef4e8;stroke:#49663b}text{fill:#1c2618;font:15px sans-serif;"
        "text-anchor:middle}path{fill:none;stroke:#6b7f60;stroke-width:1.5}"
        "marker path{fill:#6b7f60;stroke:none}@media(prefers-color-scheme:dark){rect{fill:#26311f;"
        "stroke:#a9c79a}text{fill:#eef4e8}}</style>",
        '<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>',
    ]
    for name, other in direct(graph):
        (x, y), (to_x, to_y) = place[name], place[other]
        x, to_x, y = x + wide / 2, to_x + wide / 2, y + high
        bend = (to_y - y) / 2
        parts.append(
            f'<path d="M{x:g} {y:g}C{x:g} {y + bend:g} {to_x:g} {to_y - bend:g} {to_x:g} {to_y:g}" '
            'marker-end="url(#head)"/>'
        )
    for name, (x, y) in sorted(place.items()):
        parts.append(f'<rect x="{x:g}" y="{y:g}" width="{wide}" height="{high}" rx="8"/>')
        parts.append(f'<text x="{x + wide / 2:g}" y="{y + high / 2 + 5:g}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


# ------------------------------------------------------------------------------ the API reference
def reference() -> dict[str, str]:
    """A page for each package, from the docstrings; file names and texts."""
    pages: dict[str, list[str]] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        room = package_of(file)
        if room not in NOT_IN_REFERENCE:
            dotted = ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)
            pages.setdefault(room, []).extend(module(dotted.removesuffix(".__init__"), file))
    intro = "Generated from the docstrings; public names only."
    if (DOCS / "api.md").exists():
        intro += " [The API page](../api.md) says what is stable."
    texts = {
        f"{room}.md": "\n".join(
            [f"# {'spinney' if room == 'spinney' else f'spinney.{room}'}", "", *lines]
        )
        for room, lines in pages.items()
    }
    rows = [f"- [{text.splitlines()[0][2:]}]({name})" for name, text in sorted(texts.items())]
    return {**texts, "index.md": "\n".join(["# API reference", "", intro, "", *rows, ""])}


def module(name: str, file: Path) -> list[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    lines = [f"## {name}", "", *text_of(tree)]
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and public(node.name):
            lines += class_of(node)
        elif isinstance(node, Function) and public(node.name):
            lines += function_of(node, "###", node.name)
    return lines


def class_of(node: ast.ClassDef) -> list[str]:
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    lines = [f"### class {node.name}", "", f"`class {node.name}{f'({bases})' * bool(bases)}`", ""]
    lines += text_of(node)
    fields = [ast.unparse(entry) for entry in node.body if isinstance(entry, ast.AnnAssign)]
    if fields:
        lines += ["```python", *fields, "```", ""]
    for entry in node.body:
        if isinstance(entry, Function) and public(entry.name) and ast.get_docstring(entry):
            lines += function_of(entry, "####", f"{node.name}.{entry.name}")
    return lines


def function_of(node: Function, mark: str, name: str) -> list[str]:
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    signature = f"{node.name}({ast.unparse(node.args)}){returns}"
    return [f"{mark} {name.replace('_', chr(92) + '_')}", "", f"`{signature}`", "", *text_of(node)]


def text_of(node: ast.Module | ast.ClassDef | Function) -> list[str]:
    """A docstring as Markdown: examples become code blocks, and nothing becomes an HTML tag."""
    lines: list[str] = []
    example = False
    for line in (ast.get_docstring(node) or "").splitlines():
        starts = line.lstrip().startswith(">>> ")
        if starts and not example:
            lines += ["", "```pycon"]
        elif example and not line.strip():
            lines.append("```")
        example = bool(line.strip()) and (example or starts)
        shown = line if example or line.startswith("    ") else html.escape(line, quote=False)
        lines.append(shown.lstrip() if example else shown)
    return [*lines, *["```"] * example, ""]


def public(name: str) -> bool:
    return not name.startswith("_")


def committed() -> dict[str, str]:
    """The generated files that are in the repository; tests compare them with these."""
    numbers = json.loads((DOCS / "figures.json").read_text(encoding="utf-8"))
    return {
        "figures.md": figures(numbers),
        "pictures/imports.svg": drawn(imports()),
        **{f"pictures/{game.name}.svg": picture(game) for game in shelf.games().values()},
    }


def uncommitted() -> dict[str, str]:
    """The generated files that are not: they are made for the site only."""
    games = list(shelf.games().values())
    return {
        "games/index.md": games_index(games),
        **{f"games/{game.name}.md": page(game) for game in games},
        **{f"reference/{name}": text for name, text in reference().items()},
    }


def main() -> None:
    for name, text in {**committed(), **uncommitted()}.items():
        (DOCS / name).parent.mkdir(exist_ok=True)
        (DOCS / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
