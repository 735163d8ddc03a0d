"""Which build is running: the compiled one, or the same files interpreted.

`setup.py` writes `build.json` into the package: a fingerprint of each source that is meant to be
compiled or, if it compiled nothing, a note with the reason. The compiled modules are used only if
every fingerprint still fits, so an edited rules.py is never shadowed by its old machine code. All
modules are used or none, because compiled modules call each other directly, past the interpreter.

SPINNEY_PURE=1 selects the interpreted build (for a debugger, coverage, or comparing the two).
SPINNEY_PURE=0 fails without the compiled one (for benchmarks, servers, CI).
"""

import json
import os
import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
)
from importlib.util import find_spec
from multiprocessing import parent_process
from pathlib import Path
from types import ModuleType
from typing import Any

PACKAGE = Path(__file__).parent.parent
SLOWER = "many times slower"


class Interpreted(MetaPathFinder):
    """Finds our modules as source, and ignores the extension modules next to them."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith("spinney."):
            return None
        finders = (FileFinder(entry, (SourceFileLoader, SOURCE_SUFFIXES)) for entry in path or ())
        return next((spec for finder in finders if (spec := finder.find_spec(name))), None)


def why_interpreted(package: Path) -> str:
    """Why the compiled modules may not run; empty if they may."""
    if os.environ.get("SPINNEY_PURE") == "1":
        return "SPINNEY_PURE=1"
    build = report(package)
    if build is None:
        return "never compiled"
    if build["note"]:
        return str(build["note"])
    for library in build["libraries"]:
        if not any((package / (library + suffix)).exists() for suffix in EXTENSION_SUFFIXES):
            return "compiled for another Python"
    for source, fingerprint in build["sources"].items():
        file = package / source
        if not file.exists() or sha256(file.read_bytes()).hexdigest() != fingerprint:
            return f"{source} changed since it was compiled; `make build` compiles it"
    return ""


def modules() -> list[tuple[str, bool]]:
    """Each module that is meant to be compiled, and whether an import finds it compiled."""
    build = report(PACKAGE)
    return [(name, is_compiled(name)) for name in map(dotted, build["sources"])] if build else []


def report(package: Path) -> dict[str, Any] | None:
    """The build.json of the last build. None if there is none, or an incomplete one."""
    try:
        found = json.loads((package / "build.json").read_bytes())
    except (FileNotFoundError, ValueError):
        return None
    return found if {"note", "libraries", "sources"} <= set(found) else None


def dotted(source: str) -> str:
    return f"spinney.{source.removesuffix('.py').replace('/', '.')}"


def is_compiled(name: str) -> bool:
    spec = find_spec(name)
    return bool(spec and spec.origin and spec.origin.endswith(tuple(EXTENSION_SUFFIXES)))


reason = why_interpreted(PACKAGE)
compiled = not reason
if reason:
    if os.environ.get("SPINNEY_PURE") == "0":
        raise ImportError(f"spinney: SPINNEY_PURE=0, but uncompiled ({reason})")
    sys.meta_path.insert(0, Interpreted())
    if reason != "SPINNEY_PURE=1" and parent_process() is None:  # once, not in every worker
        print(f"spinney: running uncompiled, {SLOWER} ({reason})", file=sys.stderr)
