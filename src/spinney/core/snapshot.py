"""A state as plain data: for equality, hashes and debugging, compiled or not."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

import msgspec

from spinney.core.agenda import DEEP, Agenda
from spinney.core.state import State

PLAIN: Final = frozenset((int, bool, str, type(None)))
FIELDS: Final[dict[type, tuple[str, ...]]] = {}  # by class
# Hashes in records and stores are made with these older names of some fields. They must not change.
RECORDED_NAMES: Final = {"rng_state": "dice", "reveal_count": "sealed", "to_act": "waiting"}


def snapshot(thing: Any) -> Any:
    """Every field of a state or of a piece in it, by name; arrays become lists."""
    kind = type(thing)
    if kind in PLAIN:
        return thing
    if kind is Agenda:
        return questions(thing)
    names = FIELDS.get(kind)
    if names is None:
        names = FIELDS[kind] = fields(kind)
    if names:
        found = {}
        for name in names:
            value = getattr(thing, name)
            found[RECORDED_NAMES.get(name, name)] = (
                value if type(value) in PLAIN else snapshot(value)
            )
        return found
    items = list(thing)  # a list, a tuple, or a vec
    if set(map(type, items)) <= PLAIN:
        return items
    return [snapshot(item) for item in items]


def questions(agenda: Agenda) -> dict[str, Any]:
    """The layout of the first release: hashes must not depend on how an agenda is stored now."""
    asked = [agenda.asked(place) for place in range(agenda.depth)]
    where = [agenda.where(place) for place in range(agenda.depth)]
    rest = [0] * (DEEP - agenda.depth)
    return {"asked": asked + rest, "depth": agenda.depth, "where": where + rest}


def fields(kind: type) -> tuple[str, ...]:
    """The names of the fields of a class. Compiled classes have them in a list of mypyc's."""
    found: set[str] = set()
    for base in kind.__mro__:
        found |= set(getattr(base, "__mypyc_attrs__", ())) | set(getattr(base, "__slots__", ()))
    return tuple(sorted(name for name in found if not name.startswith("__")))


def state_hash(state: State) -> str:
    """A hash of the whole state, including secrets and random numbers; 16 hexadecimal digits."""
    return sha256(msgspec.json.encode(snapshot(state), order="deterministic")).hexdigest()[:16]
