"""The fields of states and pieces, by name: for equality, repr, copy and pickle.

A class declares each field once, in its body, with a type and usually a default. mypyc keeps the
names in `__mypyc_attrs__`, the interpreter in `__annotations__`:

    class Forager(Piece):
        hand: i64 = 0  # day cards, a heap
        cooked: Shared[vec[i64]] = NO_MEALS

`copy_from` is generated from the same declaration by tools/fields.py.
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterator
from typing import Annotated, Any, Final, TypeVar

from spinney.core.arrays import i64, vec
from spinney.core.build import compiled

T = TypeVar("T")
Shared = Annotated[T, "clones share it"]  # replaced as a whole, never changed in place
NAMES: Final[dict[type, tuple[str, ...]]] = {}  # a cache, by class


def names(kind: type) -> tuple[str, ...]:
    """The fields of a class in the order of their declaration, those of its bases first."""
    known = NAMES.get(kind)
    if known is None:
        found: dict[str, None] = {}
        for base in reversed(kind.__mro__):
            own = vars(base).get("__mypyc_attrs__")
            if own is None:
                own = (*vars(base).get("__annotations__", ()), *vars(base).get("__slots__", ()))
            for name in own:
                if not name.startswith("__"):
                    found[name] = None
        known = NAMES[kind] = tuple(found)
    return known


def fields(thing: object) -> Iterator[tuple[str, Any]]:
    """Each field with its value. A field that was never set is left out."""
    for name in names(type(thing)):
        try:
            yield name, getattr(thing, name)
        except AttributeError:
            continue


def same(one: object, other: object) -> bool:
    """Whether two things are equal field by field, including the pieces in them."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if names(type(one)):
        mine, theirs = dict(fields(one)), dict(fields(other))
        return mine.keys() == theirs.keys() and all(same(v, theirs[n]) for n, v in mine.items())
    if isinstance(one, int | str | None):
        return one == other
    items, others = list(one), list(other)  # type: ignore[call-overload]
    return len(items) == len(others) and all(map(same, items, others))


def shown(thing: object) -> str:
    """The repr: the fields that differ from their default."""
    kind = type(thing)
    try:
        fresh = dict(fields(kind()))
    except TypeError:  # its constructor has arguments
        fresh = {}
    parts = [f"{n}={v!r}" for n, v in fields(thing) if n not in fresh or not same(v, fresh[n])]
    return f"{kind.__name__}({', '.join(parts)})"


def made(kind: type[T], **values: Any) -> T:
    """A state or a piece with these fields; the others have their default.

    Tests and tools build positions with it. A name that is no field raises a TypeError.
    """
    wrong = values.keys() - set(names(kind))
    if wrong:
        raise TypeError(f"{kind.__name__} has no {', '.join(sorted(wrong))}")
    thing = kind()
    for name, value in values.items():
        setattr(thing, name, value)
    return thing


def remade(kind: type[T], values: dict[str, Any]) -> T:
    return made(kind, **values)


def reduced(thing: object) -> tuple[Any, ...]:
    """What `__reduce__` returns, for pickle and copy."""
    return remade, (type(thing), dict(fields(thing)))


# ------------------------------------------------------------------------------------------ arrays
def numbers(items: list[int]) -> Any:
    return vec[i64](items)


def pieces(kind: Any, items: list[Any]) -> Any:
    array: Any = vec  # mypy wants to know the type of its items
    return array[kind](items)


def reduced_numbers(array: Any) -> tuple[Any, ...]:
    return numbers, (list(array),)


def reduced_pieces(array: Any) -> tuple[Any, ...]:
    """The type is that of the first piece, so an empty array of pieces cannot be pickled."""
    items = list(array)
    if not items:
        raise TypeError("an empty array of pieces cannot be pickled")
    return pieces, (type(items[0]), items)


def rows(items: list[Any]) -> Any:
    return vec[vec[i64]](items)


def reduced_rows(array: Any) -> tuple[Any, ...]:
    return rows, (list(array),)


if compiled:  # librt's arrays cannot be pickled by themselves
    copyreg.pickle(type(vec[i64]()), reduced_numbers)
    copyreg.pickle(type(vec[vec[i64]]()), reduced_rows)
    copyreg.pickle(type(vec[str]()), reduced_pieces)
