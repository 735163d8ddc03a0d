"""Which module may import which: no cycles, and no web server or database below the server."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "spinney"
# Libraries of a web server, of databases, and whatever starts processes.
SERVER_ONLY = {
    *("starlette", "uvicorn", "websockets", "httptools", "uvloop", "anyio"),
    *("sqlite3", "_sqlite3", "prometheus_client", "markdown_it"),
}
PROCESSES = {"subprocess", "multiprocessing"}


def modules() -> dict[str, Path]:
    found = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        parts = ("spinney", *file.relative_to(PACKAGE).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def statements(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """All imports but those for type checkers."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for other in node.orelse:
                yield from statements(other)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        else:
            yield from statements(node)


def graph() -> dict[str, set[str]]:
    """What each of our modules imports of ours."""
    known = modules()
    edges: dict[str, set[str]] = {}
    for name, file in known.items():
        found: set[str] = set()
        for node in statements(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {one.name for one in node.names}
            elif node.module:
                for one in node.names:
                    inner = f"{node.module}.{one.name}"
                    found.add(inner if inner in known else node.module)
        edges[name] = {one for one in found if one in known and one != name}
    return edges


def cycle(edges: dict[str, set[str]]) -> list[str]:
    """Modules that import each other in a ring; empty if there is none."""
    done: set[str] = set()

    def follow(name: str, path: list[str]) -> list[str]:
        if name in path:
            return [*path[path.index(name) :], name]
        if name in done:
            return []
        for other in sorted(edges.get(name, ())):
            if ring := follow(other, [*path, name]):
                return ring
        done.add(name)
        return []

    return next((ring for name in sorted(edges) if (ring := follow(name, []))), [])


def test_a_cycle_is_found() -> None:
    assert cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert cycle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_no_module_imports_itself_by_a_detour() -> None:
    assert cycle(graph()) == []


@pytest.mark.parametrize("folder", ["core", "table"])
def test_no_web_server_and_no_database_below_the_server(folder: str) -> None:
    for file in sorted((PACKAGE / folder).rglob("*.py")):
        for node in statements(ast.parse(file.read_text(encoding="utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                names.append(node.module)
            roots = {name.partition(".")[0] for name in names}
            assert not roots & SERVER_ONLY, f"{file}: {roots}"
            assert folder == "core" or not roots & PROCESSES, f"{file}: {roots}"
            assert not any(name.startswith("spinney.server") for name in names), file


def test_they_are_not_even_loaded() -> None:
    """In a fresh interpreter: all of core and table, and whatever they import."""
    below = [name for name in modules() if name.split(".")[1:2] in (["core"], ["table"])]
    assert "spinney.table.room" in below
    program = f"import sys, {', '.join(below)}; print(*sorted(sys.modules))"
    environment = os.environ | {"SPINNEY_PURE": "1", "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "spinney" in loaded and not loaded & SERVER_ONLY
    assert not any(name.startswith("spinney.server") for name in done.stdout.split())
