"""Generates code from the declarations of a game: `copy_from`, and accessors for its moves.

    python tools/fields.py            write it
    python tools/fields.py --check    fail if a file is out of date (a test calls this)

Both take files. Without any, they take all files in src and tests that have the comments below.

`copy_from` is written between these two comments, from the fields in the body of the class:

    # fields: made by tools/fields.py
    # fields: end

The type of a field decides how it is copied: numbers and `Shared[...]` by assignment, an array of
numbers by slice, a piece by `clone`, an array of pieces piece by piece.

A class for each kind of move is written between these two comments, from the declared verbs:
`"cook kind day ..."` gives Cook.kind(move) and Cook.day(move) to read a move, Cook.say to make one.

    # moves: made by tools/fields.py
    # moves: end
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MADE = "made by tools/fields.py\n"
BEGIN, END = "    # fields: " + MADE, "    # fields: end\n"
BEGIN_MOVES, END_MOVES = "# moves: " + MADE, "# moves: end\n"
PLAIN = {"i64", "bool", "int", "str"}
SAFE = {"set": "set_", "open": "open_", "from": "from_"}  # fields that are Python's own names


# ------------------------------------------------------------------------------------------ fields
def copied(name: str, kind: str) -> list[str]:
    """The lines that copy one field."""
    if kind in PLAIN or kind.startswith("Shared["):
        return [f"self.{name} = other.{name}"]
    if kind == "vec[i64]":
        return [f"self.{name} = other.{name}[:]"]
    if kind.startswith("vec["):
        return [
            f"{name} = other.{name}[:]",
            f"for place in range(len({name})):",
            f"    {name}[place] = {name}[place].clone()",
            f"self.{name} = {name}",
        ]
    return [f"self.{name} = other.{name}.clone()"]


def method(cls: ast.ClassDef) -> str:
    """The whole method, between its comments."""
    name = "copy_basics" if cls.name == "State" else "copy_from"
    lines = [f"def {name}(self, other: {cls.name}) -> None:"]
    if any(isinstance(base, ast.Name) and base.id == "State" for base in cls.bases):
        lines.append("    self.copy_basics(other)")
    for node in cls.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            lines += [
                "    " + line for line in copied(node.target.id, ast.unparse(node.annotation))
            ]
    return BEGIN + "".join(f"    {line}\n" for line in lines) + "\n" + END


# ------------------------------------------------------------------------------------------- moves
def sentences(tree: ast.Module) -> list[tuple[str, list[str]]]:
    """Each verb by the name of its constant, with the names of its fields."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict) and node.keys:
            found = [
                (key.id, [word.rstrip("?") for word in value.value.split()[1:]])
                for key, value in zip(node.keys, node.values, strict=True)
                if isinstance(key, ast.Name)
                and isinstance(value, ast.Constant)
                and isinstance(value.value, str)
            ]
            if len(found) == len(node.keys) and any(names for _, names in found):
                return found
    raise ValueError("no verbs are declared here")


def accessors(tree: ast.Module) -> str:
    """A class for each verb that has fields."""
    text = BEGIN_MOVES
    for verb, names in sentences(tree):
        if not names:
            continue
        names = [SAFE.get(name, name) for name in names]
        title = verb.title().replace("_", "")
        taken = ", ".join(f"{name}: i64" for name in names)
        parts = " | ".join([verb, *(f"{name} << {8 * n}" for n, name in enumerate(names, 1))])
        text += f"@final\nclass {title}:\n    @staticmethod\n"
        text += f"    def say({taken}) -> i64:\n        return {parts}\n"
        for n, name in enumerate(names, 1):
            text += f"\n    @staticmethod\n    def {name}(move: i64) -> i64:\n"
            text += f"        return move >> {8 * n} & 255\n"
        text += "\n\n"
    return text + END_MOVES


# ------------------------------------------------------------------------------------------- files
def renewed(text: str) -> str:
    """The file with its generated code renewed."""
    tree = ast.parse(text)
    lines = text.splitlines(keepends=True)
    for cls in reversed([n for n in tree.body if isinstance(n, ast.ClassDef)]):
        old = "".join(lines[cls.lineno - 1 : cls.end_lineno])
        lines[cls.lineno - 1 : cls.end_lineno] = [between(BEGIN, END, old, method(cls))]
    new = "".join(lines)
    if BEGIN_MOVES in new:
        new = between(BEGIN_MOVES, END_MOVES, new, accessors(tree))
    return new


def between(begin: str, end: str, text: str, new: str) -> str:
    pattern = f"^{re.escape(begin)}.*?^{re.escape(end)}"
    return re.sub(pattern, lambda _: new, text, flags=re.S | re.M)


def everywhere() -> list[Path]:
    """Every file with such comments."""
    files = [file for folder in ("src", "tests") for file in sorted((ROOT / folder).rglob("*.py"))]
    marks = re.compile(rf"^ *# (fields|moves): {MADE}", re.M)
    return [file for file in files if marks.search(file.read_text(encoding="utf-8"))]


def main(arguments: list[str]) -> int:
    check = "--check" in arguments
    stale = []
    for file in [Path(a) for a in arguments if a != "--check"] or everywhere():
        old = file.read_text(encoding="utf-8")
        new = renewed(old)
        if new != old:
            stale.append(str(file))
            if not check:
                file.write_text(new, encoding="utf-8")
    if check and stale:
        print("out of date, run tools/fields.py:", *stale, file=sys.stderr)
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
