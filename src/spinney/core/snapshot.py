"""A state as plain data: for equality, hashes and debugging, compiled or not."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

import msgspec

from spinney.core.agenda import DEEP, Agenda
from spinney.core.fields import names
from spinney.core.state import State

PLAIN: Final = frozenset((int, bool, str, type(None)))
# By class: for each field the name it has in hashes, then its name in the class.
FIELDS: Final[dict[type, tuple[tuple[str, str], ...]]] = {}
RENAMED: Final[dict[type, dict[str, str]]] = {}  # by class: fields whose names in hashes differ


def hashed_as(kind: type, **names: str) -> None:
    """Use the earlier names of fields in hashes, so that those in records and stores still fit."""
    RENAMED[kind] = names


hashed_as(State, rng_state="dice", reveal_count="sealed", to_act="waiting")


def snapshot(thing: Any) -> Any:
    """Every field of a state or of a piece in it, by name; arrays become lists."""
    kind = type(thing)
    if kind in PLAIN:
        return thing
    if kind is Agenda:
        return questions(thing)
    fields = FIELDS.get(kind)
    if fields is None:
        fields = FIELDS[kind] = tuple(sorted(hashed_names(kind)))
    if fields:
        found = {}
        for known, name in fields:
            value = getattr(thing, name)
            found[known] = value if type(value) in PLAIN else snapshot(value)
        return found
    items = list(thing)  # a list, a tuple, or a vec
    if set(map(type, items)) <= PLAIN:
        return items
    return [snapshot(item) for item in items]


def hashed_names(kind: type) -> list[tuple[str, str]]:
    """For each field of a class the name it has in hashes, and its name in the class."""
    renamed: dict[str, str] = {}
    for base in kind.__mro__:
        renamed |= RENAMED.get(base, {})
    return [(renamed.get(name, name), name) for name in names(kind)]


def questions(agenda: Agenda) -> dict[str, Any]:
    """An agenda in the layout of the first release, so that hashes do not depend on how it is
    stored now."""
    asked = [agenda.asked(place) for place in range(agenda.depth)]
    where = [agenda.where(place) for place in range(agenda.depth)]
    rest = [0] * (DEEP - agenda.depth)
    return {"asked": asked + rest, "depth": agenda.depth, "where": where + rest}


def state_hash(state: State) -> str:
    """A hash of the whole state, including secrets and random numbers; 16 hexadecimal digits."""
    return sha256(msgspec.json.encode(snapshot(state), order="deterministic")).hexdigest()[:16]
