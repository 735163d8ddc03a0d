"""The queue for the bots' workers: which request is served next.

There are two lanes: moves of bots, and hints. Moves go first, but hints are never starved: while
hints wait, every fifth request served is a hint.

In each lane the owners take turns, then the tables of each owner. An owner is a guest. So a guest
with a hundred requests delays the others no more than a guest with one.

Each lane is bounded, in total and for each owner. If a lane is full, the owner with the most
requests loses its newest one to an owner with clearly fewer. Otherwise the new request is refused.

This module uses no clock, no process and no event loop. pool.py does.
"""

from __future__ import annotations

from typing import Generic, Literal, NamedTuple, TypeVar

Kind = Literal["move", "hint"]
MOVES_PER_HINT = 4  # moves that may be served before a waiting hint


class NoRoom(Exception):
    """The request is refused. `own`: because this owner has too many requests, not because the lane
    is full."""

    def __init__(self, own: bool) -> None:
        super().__init__("this guest has too many requests" if own else "the queue is full")
        self.own = own


class Bounds(NamedTuple):
    """How many requests may wait in a lane."""

    total: int
    per_owner: int


class Ticket:
    """A request that waits."""

    __slots__ = ("kind", "owner", "table")

    def __init__(self, kind: Kind, owner: str, table: str) -> None:
        self.kind: Kind = kind
        self.owner, self.table = owner, table


T = TypeVar("T", bound=Ticket)


class Turns:
    """Names that take turns.

    The name that was served last goes to the back of the queue only when the next one is served. So
    a name that arrives in between comes before it, and never waits for it twice.
    """

    __slots__ = ("_again", "_last", "_line")

    def __init__(self) -> None:
        self._line: dict[str, None] = {}  # in the order of their turns
        self._last: str | None = None
        self._again = False  # the last one has more requests

    def add(self, name: str) -> None:
        if name == self._last:
            self._again = True
        else:
            self._line.setdefault(name)

    def remove(self, name: str) -> None:
        if name == self._last:
            self._again = False
        else:
            self._line.pop(name, None)

    def serve(self) -> str:
        """Remove and return the next name. Add it again if it has more requests."""
        if self._again and self._last is not None:
            self._line[self._last] = None
        name = next(iter(self._line))
        del self._line[name]
        self._last, self._again = name, False
        return name


class Owner(Generic[T]):
    """The waiting requests of one guest."""

    __slots__ = ("tables", "tickets", "turns")

    def __init__(self) -> None:
        self.tickets: dict[T, None] = {}  # the oldest first
        self.tables: dict[str, dict[T, None]] = {}
        self.turns = Turns()

    def add(self, ticket: T) -> None:
        self.tickets[ticket] = None
        self.tables.setdefault(ticket.table, {})[ticket] = None
        self.turns.add(ticket.table)

    def remove(self, ticket: T) -> None:
        del self.tickets[ticket]
        table = self.tables[ticket.table]
        del table[ticket]
        if not table:
            del self.tables[ticket.table]
            self.turns.remove(ticket.table)

    def take(self) -> T:
        name = self.turns.serve()
        ticket = next(iter(self.tables[name]))
        self.remove(ticket)
        if name in self.tables:
            self.turns.add(name)
        return ticket


class Lane(Generic[T]):
    """The waiting requests of one kind."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.count = 0
        self._owners: dict[str, Owner[T]] = {}
        self._turns = Turns()

    def add(self, ticket: T) -> T | None:
        """Let it wait, or raise NoRoom. Returns the ticket that had to go instead, if any."""
        found = self._owners.get(ticket.owner)
        waiting = len(found.tickets) if found else 0
        if waiting >= self.bounds.per_owner:
            raise NoRoom(own=True)
        dropped = None
        if self.count >= self.bounds.total:
            longest = max(self._owners.values(), key=lambda owner: len(owner.tickets))
            if len(longest.tickets) < waiting + 2:
                raise NoRoom(own=False)
            dropped = next(reversed(longest.tickets))
            self.remove(dropped)
        self._owners.setdefault(ticket.owner, Owner()).add(ticket)
        self._turns.add(ticket.owner)
        self.count += 1
        return dropped

    def remove(self, ticket: T) -> bool:
        """Give up waiting. Returns whether it was waiting."""
        owner = self._owners.get(ticket.owner)
        if owner is None or ticket not in owner.tickets:
            return False
        owner.remove(ticket)
        self.count -= 1
        if not owner.tickets:
            del self._owners[ticket.owner]
            self._turns.remove(ticket.owner)
        return True

    def take(self) -> T:
        name = self._turns.serve()
        owner = self._owners[name]
        ticket = owner.take()
        self.count -= 1
        if owner.tickets:
            self._turns.add(name)
        else:
            del self._owners[name]
        return ticket


class FairQueue(Generic[T]):
    """Both lanes."""

    def __init__(self, moves: Bounds, hints: Bounds) -> None:
        self._lanes: dict[Kind, Lane[T]] = {"move": Lane(moves), "hint": Lane(hints)}
        self._passed = 0  # moves served while a hint waited

    def __len__(self) -> int:
        return sum(lane.count for lane in self._lanes.values())

    def roomy(self) -> bool:
        """Whether both lanes are at most half full."""
        return all(2 * lane.count <= lane.bounds.total for lane in self._lanes.values())

    def add(self, ticket: T) -> T | None:
        """Let it wait, or raise NoRoom. Returns the ticket that had to go instead, if any."""
        return self._lanes[ticket.kind].add(ticket)

    def remove(self, ticket: T) -> bool:
        """Give up waiting. Returns whether it was waiting."""
        return self._lanes[ticket.kind].remove(ticket)

    def take(self, hints: bool = True) -> T | None:
        """The next request, None if there is none. `hints`: whether it may be a hint."""
        moves, asked = self._lanes["move"], self._lanes["hint"]
        if not asked.count:
            self._passed = 0
        elif hints and (not moves.count or self._passed >= MOVES_PER_HINT):
            self._passed = 0
            return asked.take()
        else:
            self._passed += 1
        return moves.take() if moves.count else None
