"""The structure of the code: imports go one way and have no cycles, no shared file names a game, no
class name means two things, no file is too long.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from spinney.core import shelf
from spinney.core.game import Game

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "spinney"
MAY_IMPORT = {  # from docs/design.md
    "core": {"core"},
    "drawing": {"core", "drawing"},
    "games": {"core", "drawing"},
    "templates": {"core", "drawing", "templates"},
    "players": {"core", "players"},
    "lab": {"core", "players", "lab"},
    "table": {"core", "drawing", "players", "table"},
    "server": {"core", "drawing", "players", "table", "server"},
    "cli": {"core", "drawing", "players", "lab", "table", "server", "cli", "templates"},
}


def sources() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def run_time(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node that runs: imports under `if TYPE_CHECKING` only name types."""
    todo = [tree]
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            todo += node.orelse
        else:
            todo += ast.iter_child_nodes(node)


def imports(file: Path) -> set[tuple[str, ...]]:
    """What a module imports of ours, as paths below the package."""
    found = set()
    for node in run_time(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {tuple(name.name.split(".")) for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {(*node.module.split("."), name.name) for name in node.names}
    return {path[1:] for path in found if path[0] == "spinney"}


@pytest.mark.parametrize("file", sources(), ids=lambda file: str(file.relative_to(PACKAGE)))
def test_imports_go_one_way(file: Path) -> None:
    room, *rest = file.relative_to(PACKAGE).parts
    if not rest:
        return
    for path in imports(file):
        if not path or path[0] not in MAY_IMPORT:
            continue  # the package itself: its version
        if room == "games" and path[0] == "games":
            assert path[1] == rest[0], f"one game imports another: {'.'.join(path)}"
        elif path[0] == "games":
            assert len(path) == 1, f"a game is found on the shelf, never imported: {'.'.join(path)}"
        else:
            assert path[0] in MAY_IMPORT[room], f"{room} imports {path[0]}"


@pytest.mark.parametrize("game", shelf.games().values(), ids=lambda game: game.name)
def test_no_shared_file_names_a_game(game: Game) -> None:
    name = re.compile(rf"\b({game.name}|{re.escape(game.title)})\b", re.I)
    games = ("games", "templates")
    shared = [file for file in sources() if file.relative_to(PACKAGE).parts[0] not in games]
    # Their examples are for people, and people play a game with a name.
    shared = [file for file in shared if file not in (PACKAGE / "__init__.py", PACKAGE / "api.py")]
    for room in ("core", "drawing", "laws", "toy"):
        shared += (ROOT / "tests" / room).glob("*.py")
    shared += [ROOT / "pyproject.toml", ROOT / "setup.py", ROOT / "Makefile"]
    for file in shared:
        lines = file.read_text(encoding="utf-8").splitlines()
        named = [f"{file.name}:{n}: {line}" for n, line in enumerate(lines, 1) if name.search(line)]
        assert not named, "\n".join(named)


@pytest.mark.parametrize("game", shelf.games().values(), ids=lambda game: game.name)
def test_a_game_is_one_complete_folder(game: Game) -> None:
    folder = PACKAGE / "games" / game.name
    for name in ("__init__", "view", "heuristics", "board", "words"):
        assert (folder / f"{name}.py").exists(), name
    assert (folder / "rules.py").exists() or (folder / "rules").is_dir()
    for entry in ("components.toml", "rulebook.md", "art"):
        assert (folder / entry).exists(), entry
    assert list((folder / "examples").glob("*.record"))


def test_no_class_name_means_two_things() -> None:
    places = defaultdict(list)
    for file in sources():
        if file.relative_to(PACKAGE).parts[0] in ("games", "templates"):
            continue  # every game has words of its own
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(str(file.relative_to(PACKAGE)))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def test_no_file_needs_scrolling_forever() -> None:
    files = [*sources(), *(ROOT / "tests").rglob("*.py")]
    lengths = {str(file.relative_to(ROOT)): len(file.read_text().splitlines()) for file in files}
    assert {name: n for name, n in lengths.items() if n > 600} == {}
