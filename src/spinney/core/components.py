"""What is printed on the pieces: components.toml, checked entry by entry."""

from __future__ import annotations

import tomllib
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class ComponentError(ValueError):
    """A components file that cannot be used. The text names the entry that is wrong."""


def entries(text: bytes, table: str, kind: type[T]) -> dict[str, T]:
    """One table of the file, every entry converted to `kind`."""
    found = read(text).get(table)
    if not isinstance(found, dict):
        raise ComponentError(f"no table [{table}]")
    return {name: convert(entry, kind, f"{table}.{name}") for name, entry in found.items()}


def read(text: bytes) -> dict[str, Any]:
    """The file as plain data."""
    try:
        return tomllib.loads(text.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ComponentError(f"not a TOML file: {error}") from None


def convert(entry: object, kind: type[T], name: str) -> T:
    try:
        return msgspec.convert(entry, kind)
    except msgspec.ValidationError as error:
        raise ComponentError(f"{name}: {error}") from None


def digest(box: object) -> str:
    """A hash of the data as 16 hexadecimal digits. Comments and layout do not count."""
    return sha256(msgspec.json.encode(box, order="deterministic")).hexdigest()[:16]
