"""Writes src/lib/wire.ts: the types of messages and scenes, and the defaults left off the wire.

`python web/wire_types.py` writes it. With `--check` it only checks that the file matches the
server's types (exit status 1 if not).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from spinney.core import components
from spinney.drawing import scene
from spinney.table import messages

TARGET = Path(__file__).parent / "src" / "lib" / "wire.ts"
HEAD = """\
// Written by web/wire_types.py from scene.py and messages.py; do not edit.
// Every field is there after decoding: what has its default stays off the wire and is filled in.
"""


NAMES = {  # what the client calls these: it has no other types to tell them from
    messages.AdviceCandidate: "Candidate",
    messages.AskHint: "Hint",
    messages.ErrorBody: "Mistake",
    messages.FullTable: "Table",
    messages.PastPosition: "Position",
    messages.RefusalMessage: "Refusal",
    scene.SceneMove: "Move",
}


def name_of(struct: type[msgspec.Struct]) -> str:
    return NAMES.get(struct, struct.__name__)


def structs() -> list[type[msgspec.Struct]]:
    """All message types, in the order of the output."""
    found: list[type[msgspec.Struct]] = []
    for module in (components, scene, messages):
        for one in vars(module).values():
            if (
                isinstance(one, type)
                and issubclass(one, msgspec.Struct)
                and one.__module__ == module.__name__
                and one not in (messages.ClientMessage, messages.ServerMessage, scene.Spots)
            ):
                found.append(one)
    return found


def spelled(kind: inspect.Type) -> str:
    """The TypeScript form of a type."""
    match kind:
        case inspect.Metadata(type=inner):
            return spelled(inner)
        case inspect.StrType():
            return "string"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.BoolType():
            return "boolean"
        case inspect.NoneType():
            return "null"
        case inspect.LiteralType(values=values):
            return " | ".join(json.dumps(value) for value in sorted(map(str, values)))
        case inspect.ListType(item_type=item):
            inner_text = spelled(item)
            return f"({inner_text})[]" if " | " in inner_text else f"{inner_text}[]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(spelled(item) for item in items)}]"
        case inspect.DictType(key_type=key, value_type=value):
            return f"Record<{spelled(key)}, {spelled(value)}>"
        case inspect.UnionType(types=types):
            return " | ".join(dict.fromkeys(spelled(one) for one in types))
        case inspect.StructType(cls=cls):
            return name_of(cls)
    raise TypeError(f"no TypeScript for {kind}")


def part(kind: inspect.Type) -> str:
    """The struct in a field, also inside lists; "" if there is none."""
    match kind:
        case inspect.StructType(cls=cls):
            return name_of(cls)
        case inspect.ListType(item_type=item):
            return part(item)
        case inspect.UnionType(types=types):
            return next((name for name in map(part, types) if name), "")
    return ""


def default(field: inspect.Field) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return field.default_factory()


def interface(info: inspect.StructType) -> str:
    lines = [f"export interface {name_of(info.cls)} {{"]
    if info.tag is not None:
        lines.append(f"  type: {json.dumps(info.tag)};")
    for field in info.fields:
        optional = "?" if asked(info) and not field.required else ""
        lines.append(f"  {field.encode_name}{optional}: {spelled(field.type)};")
    return "\n".join([*lines, "}"])


def asked(info: inspect.StructType) -> bool:
    """Is it something a client says?"""
    return (
        issubclass(info.cls, messages.ClientMessage)
        or info.cls.__struct_config__.forbid_unknown_fields
    )


def shape(info: inspect.StructType) -> str:
    """The defaults and parts that decoding needs; "" if there are none."""
    defaults = {f.encode_name: default(f) for f in info.fields if not f.required}
    parts = {f.encode_name: part(f.type) for f in info.fields if part(f.type)}
    if asked(info) or not (defaults or parts):
        return ""
    body = json.dumps({"defaults": defaults, "parts": parts})
    return f"  {name_of(info.cls)}: {body},"


def union(name: str, types: Any) -> str:
    return f"export type {name} = {' | '.join(name_of(one) for one in types.__args__)};"


def written() -> str:
    infos = [
        info for info in inspect.multi_type_info(structs()) if type(info) is inspect.StructType
    ]
    tags = {str(i.tag): name_of(i.cls) for i in infos if issubclass(i.cls, messages.ServerMessage)}
    names = [name_of(info.cls) for info in infos]
    return "\n".join(
        [
            HEAD,
            f"export const PROTOCOL = {messages.PROTOCOL};\n",
            "\n\n".join(map(interface, infos)),
            "",
            union("FromClient", messages.FromClient),
            union("FromServer", messages.FromServer),
            "",
            "export interface Structs {",
            *(f"  {name}: {name};" for name in names),
            "}",
            "",
            "export interface Shape {",
            "  defaults: Record<string, unknown>;",
            "  parts: Partial<Record<string, keyof Structs>>;",
            "}",
            "",
            "export const SHAPES: Partial<Record<keyof Structs, Shape>> = {",
            *filter(None, map(shape, infos)),
            "};",
            "",
            "/** The struct of each server message, by its `type`. */",
            f"export const SERVER_MESSAGES: Record<string, keyof Structs> = {json.dumps(tags)};",
            "",
        ]
    )


def main() -> int:
    text = written()
    if "--check" in sys.argv:
        if TARGET.read_text("utf-8") == text:
            return 0
        print(f"{TARGET.name} is out of date: run python web/wire_types.py", file=sys.stderr)
        return 1
    TARGET.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
