"""What a seat of Morels may know, as data. Apart from view.py, which is compiled: mypyc would drop
the keywords of these classes."""

from __future__ import annotations

from msgspec import Struct

Cards = dict[str, int]  # how many of each kind, only those that are there


class Pan(Struct, frozen=True, gc=False):
    """A pan of cooked mushrooms: how many cards of each sort lie in it."""

    kind: str
    day: int
    night: int
    butter: int
    cider: int
    points: int


class Forager(Struct, frozen=True, gc=False):
    cards: int
    known: Cards  # day cards in hand that everybody has seen
    dealt: Cards  # the owner's view only: cards that nobody else is shown
    nights: Cards  # the owner's view only: night cards in hand
    hidden_dealt: int  # how many such cards there are
    hidden_nights: int
    sticks: int
    baskets: int
    pans: int  # empty ones in play
    cooked: list[Pan]
    poison: int  # turns left
    points: int
    limit: int


class View(Struct, frozen=True, gc=False, rename={"reveal_count": "sealed"}):
    """The table from one seat; -1 is a spectator."""

    seat: int
    seats: int
    deciding: list[int]
    reveal_count: int
    turn: int
    excess: int  # cards that whose turn it is must still discard
    opened: list[bool]  # whose first turn has begun
    remember: bool  # whether what was taken face up is to be remembered, not listed
    forest: list[str]  # nearest the decay first
    decay: list[str]
    discard: Cards
    night_discard: Cards
    deck: int
    night_deck: int
    foragers: list[Forager]
