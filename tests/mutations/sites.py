"""Small mistakes that could be made in the rules: where, and how the source would read."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FILES = ("rules.py", "rules/*.py", "layout.py", "scoring.py", "pieces.py")
# Functions that are no rules: copying, comparing and checking states, and dealing for searches.
NO_RULES = {
    "__init__",
    "__reduce__",
    "__repr__",
    "check",
    "clone",
    "copy_from",
    "determinize",
    "hash_key",
}
COUNTING = "rules/counting.py"  # every piece in one place: law 8, and no rule
GENERATED = re.compile(r"# (\w+): made by .*?# \1: end", re.S)
LARGEST = 64  # constants above are masks and sizes of words
FLIPS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


@dataclass(frozen=True)
class Mutation:
    """One changed place in one file."""

    file: str  # below the game's folder
    function: str  # "Table.legal"; empty at the top of the module
    line: int
    kind: str
    start: int  # in the bytes of the file
    end: int
    new: str

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.end :]

    def changed(self, source: bytes) -> tuple[str, str]:
        """The lines before and after, without margins: what names a mutation for ever."""
        before, after = [], []
        old, new = source.decode().splitlines(), self.apply(source).decode().splitlines()
        for line in difflib.ndiff(old, new):
            if line.startswith("- "):
                before.append(line[2:].strip())
            elif line.startswith("+ "):
                after.append(line[2:].strip())
        return " ".join(before), " ".join(after)

    def diff(self, source: bytes) -> str:
        old, new = source.decode().splitlines(), self.apply(source).decode().splitlines()
        lines = list(difflib.unified_diff(old, new, lineterm="", n=2))[2:]
        return "\n".join(lines)


def of_game(folder: Path) -> list[Mutation]:
    """Everything that could be mistaken in a game's rules, in the order of its files."""
    files = [file for pattern in FILES for file in sorted(folder.glob(pattern))]
    files = [file for file in files if is_rules(file, folder)]
    return [
        mutation
        for file in files
        for mutation in of_file(file.read_bytes(), file.relative_to(folder).as_posix())
    ]


def is_rules(file: Path, folder: Path) -> bool:
    """Not what only counts pieces, and not a layout that only drawings use."""
    if file.relative_to(folder).as_posix() == COUNTING:
        return False
    rules = [*folder.glob("rules.py"), *folder.glob("rules/*.py")]
    used = f"games.{folder.name}.{file.stem} "
    return file in rules or any(used in rule.read_text(encoding="utf-8") for rule in rules)


def of_file(source: bytes, name: str) -> Iterator[Mutation]:
    text = source.decode()
    made = [(m.start(), m.end()) for m in GENERATED.finditer(text)]
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    seen: set[tuple[int, int, str]] = set()
    for node, function, kind, new in changes(ast.parse(text), ""):
        assert node.end_lineno is not None and node.end_col_offset is not None
        start = lines[node.lineno - 1] + node.col_offset
        end = lines[node.end_lineno - 1] + node.end_col_offset
        at = len(source[:start].decode())
        if any(first <= at < last for first, last in made) or (start, end, new) in seen:
            continue
        seen.add((start, end, new))
        yield Mutation(name, function, node.lineno, kind, start, end, new)


Change = tuple[ast.expr | ast.stmt, str, str, str]  # the node, its function, the kind, the new text


def changes(node: ast.AST, function: str) -> Iterator[Change]:
    """All changes in and below a node of the syntax tree."""
    if isinstance(node, ast.FunctionDef):
        if node.name in NO_RULES:
            return
        function = f"{function}.{node.name}".lstrip(".")
        parts: list[ast.AST] = [*node.body]
    elif isinstance(node, ast.ClassDef):
        function = node.name
        parts = [*node.body]
    elif isinstance(node, ast.AnnAssign):
        parts = [node.value] if node.value else []
    elif isinstance(node, ast.Import | ast.ImportFrom | ast.Assert | ast.JoinedStr | ast.Raise):
        return
    else:
        parts = list(ast.iter_child_nodes(node))
    for kind, new in own(node):
        assert isinstance(node, ast.expr | ast.stmt)
        yield node, function, kind, new
    if isinstance(node, ast.If):  # only its test changes: what stands below keeps its form
        yield node.test, function, "condition always true", "True"
        yield node.test, function, "condition never true", "False"
        yield node.test, function, "swapped branches", f"not ({ast.unparse(node.test)})"
    for part in parts:
        yield from changes(part, function)


def own(node: ast.AST) -> Iterator[tuple[str, str]]:
    """The changes of one node: what kind, and its new text."""
    if isinstance(node, ast.Compare):
        flip = FLIPS[type(node.ops[0])]()
        ops = [flip, *node.ops[1:]]
        yield "comparison", ast.unparse(ast.Compare(node.left, ops, node.comparators))
    elif isinstance(node, ast.Constant):
        if type(node.value) is int and 0 <= node.value <= LARGEST:
            yield "one more", str(node.value + 1)
            if node.value:
                yield "one less", str(node.value - 1)
        elif isinstance(node.value, bool):
            yield "truth", str(not node.value)
    elif isinstance(node, ast.BoolOp):
        for dropped in range(len(node.values)):
            rest = [value for n, value in enumerate(node.values) if n != dropped]
            left = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
            yield "dropped condition", f"({ast.unparse(left)})"
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "and/or", f"({ast.unparse(ast.BoolOp(other, node.values))})"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "dropped not", f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        yield "plus/minus", f"({ast.unparse(ast.BinOp(node.left, op, node.right))})"
    elif isinstance(node, ast.IfExp):
        yield "swapped branches", f"({ast.unparse(ast.IfExp(node.test, node.orelse, node.body))})"
    elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add | ast.Sub):
        op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        yield "plus/minus", ast.unparse(ast.AugAssign(node.target, op, node.value))
        yield "dropped statement", "pass"
    elif isinstance(node, ast.Break | ast.Continue) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        yield "dropped statement", "pass"
