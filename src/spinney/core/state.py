"""The contract of a game's state, the list of the moves it offers, and sets of spaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import append, i64, vec
from spinney.core.fields import reduced, same, shown
from spinney.core.rng import HALF, WORD, Rng, after_scripted, bits, scripted_value, step

# The set bits of every byte: walking a set of spaces by this table is three times as fast as bit by
# bit.
BITS: Final = vec[vec[i64]](
    [vec[i64]([k for k in range(8) if byte >> k & 1]) for byte in range(256)]
)

# The same in one number: a nibble for each set bit, 8 + its place. A row would be an object, and
# mypyc counts who holds it.
PACKED: Final = vec[i64](
    [sum((8 | k) << 4 * i for i, k in enumerate(BITS[byte])) for byte in range(256)]
)

BOARD: Final = 64  # spaces that a set may hold


@final
@mypyc_attr(acyclic=True)
class Moves:
    """The moves of one seat, in a fixed order. Made once, used for every decision."""

    __slots__ = ("count", "items")

    def __init__(self) -> None:
        self.items: vec[i64] = vec[i64]([0] * 256)
        self.count: i64 = 0

    def clear(self) -> None:
        self.count = 0

    def add(self, move: i64) -> None:
        count = self.count
        if count == len(self.items):
            self.make_room()
        self.items[count] = move
        self.count = count + 1

    def each(self, verb: i64, board: i64) -> None:
        """Offer `verb` once for every space of a bitboard, in rising order."""
        if len(self.items) < self.count + BOARD:
            self.make_room()
        items = self.items
        count = self.count
        base = verb
        packed = PACKED
        while board:
            spaces = packed[board & 255]
            while spaces:
                items[count] = base + ((spaces & 7) << 8)
                count += 1
                spaces >>= 4
            board >>= 8
            base += 8 << 8
        self.count = count

    def upto(self, verb: i64, n: i64) -> None:
        """Offer `verb` for 0 to n - 1 (n <= 64)."""
        if len(self.items) < self.count + BOARD:
            self.make_room()
        items = self.items
        count = self.count
        end = count + n
        move = verb
        while count < end:
            items[count] = move
            count += 1
            move += 1 << 8
        self.count = count

    def make_room(self) -> None:
        """For a whole board of moves."""
        items = self.items
        while len(items) < self.count + BOARD:
            items = append(items, 0)
        self.items = items

    def pick(self, rng: Rng) -> i64:
        count = self.count
        if count == 0:
            raise IndexError("no move to pick")
        return self.items[rng.below(count)]

    def listed(self) -> list[int]:
        # Not list(...): over an array mypyc makes a list of the right length at once.
        return [move for move in self.items[: self.count]]

    def of(self, state: State, seat: i64) -> list[int]:
        """What the seat may do now, as plain integers: one call for everyone outside the rules."""
        self.count = 0
        state.legal(seat, self)
        return self.listed()


@mypyc_attr(acyclic=True)
class Piece:
    """Part of a state: compared, shown and pickled field by field."""

    def __eq__(self, other: object) -> bool:
        return same(self, other)

    def __repr__(self) -> str:
        return shown(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self)


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class State:
    """Everything on and under the table. Only rules read one.

    A game declares its fields in the body of its class, each with a type and mostly a default, and
    has no constructor: set-up assigns what differs. A field without a default that set-up forgot is
    an AttributeError when it is first read. `copy_from` is generated, see tools/fields.py.
    """

    seats: i64 = 0
    to_act: i64 = 0  # one bit for each seat that must decide now; 0: it is over
    reveal_count: i64 = 0  # rises when chance speaks or a secret shows
    rng_state: i64 = 0  # the word all later chance comes from; 0 on a state built from a view

    def __init__(
        self, seats: i64 = 0, to_act: i64 = 0, reveal_count: i64 = 0, rng_state: i64 = 0
    ) -> None:
        # For games that still have a constructor. It goes with the last of them.
        self.seats = seats
        self.to_act = to_act
        self.reveal_count = reveal_count
        self.rng_state = rng_state

    # fields: made by tools/fields.py
    def copy_basics(self, other: State) -> None:
        self.seats = other.seats
        self.to_act = other.to_act
        self.reveal_count = other.reveal_count
        self.rng_state = other.rng_state

    # fields: end

    def __eq__(self, other: object) -> bool:
        return same(self, other)

    def __repr__(self) -> str:
        return shown(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self)

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def legal(self, seat: i64, moves: Moves) -> None:
        """Add every move the seat may make; the caller has cleared the list."""
        raise NotImplementedError

    def apply(self, seat: i64, move: i64) -> None:
        """Change the table in place. Trusts its caller."""
        raise NotImplementedError

    def clone(self) -> State:
        """A table of its own, sharing only what never changes."""
        raise NotImplementedError

    def determinize(self, rng: Rng) -> None:
        """Deal the blanks of a state built from a view. Games with hidden hands extend this."""
        self.rng_state = rng.fork()

    def points(self, seat: i64) -> i64:
        """The score as shown."""
        raise NotImplementedError

    def rank_key(self, seat: i64) -> i64:
        """Points and tie-break in one number: the higher standing wins, equal ones share."""
        return self.points(seat)

    def check(self) -> bool:
        """Whether every piece is somewhere, once (law 8); compiled, so that millions of games can
        be checked.
        """
        raise NotImplementedError

    def hash_key(self) -> i64:
        """A number for everything that the rest of the game depends on, dice aside: equal for equal
        tables, made with `mixed`. -1 where a game has none: endings are then searched without
        remembering.
        """
        return -1

    def draw(self, n: i64) -> i64:
        """Chance speaks: a number from 0 to n - 1 from the state's own dice (see Rng.below)."""
        if self.rng_state < 0:
            return self.scripted_draw(n)
        self.rng_state = step(self.rng_state)
        product = bits(self.rng_state) * n
        return product >> 32 if product & HALF >= n else self.exactly(n)

    def exactly(self, n: i64) -> i64:
        """See Rng.exactly."""
        product = bits(self.rng_state) * n
        floor = (HALF + 1 - n) % n
        while product & HALF < floor:
            self.rng_state = step(self.rng_state)
            product = bits(self.rng_state) * n
        return product >> 32

    def scripted_draw(self, n: i64) -> i64:
        """See Rng.said."""
        scripted_draw = scripted_value(self.rng_state, n)
        self.rng_state = after_scripted(self.rng_state, n)
        return scripted_draw


def mixed(key: i64, part: i64) -> i64:
    """A key with one more part in it; the order of the parts counts."""
    key = (key * 2862933555777941757 + part) & WORD
    return key ^ key >> 29


def seats_to_act(state: State) -> list[int]:
    """The seats that must decide now."""
    to_act = state.to_act
    seats: list[int] = []
    seat: i64 = 0
    while to_act > 0:
        if to_act & 1:
            seats.append(seat)
        to_act >>= 1
        seat += 1
    return seats


def ranks(standings: Sequence[int]) -> list[int]:
    """1 for the highest; equal standings share a rank."""
    return [1 + sum(other > mine for other in standings) for mine in standings]


def lowest(to_act: i64) -> i64:
    """The first seat that is waiting. An IndexError if there is none: the game is over."""
    seat: i64 = 0
    while not to_act & 1:
        if to_act == 0:
            raise IndexError("nobody is waiting: the game is over")
        to_act >>= 1
        seat += 1
    return seat


def shifted(number: i64, by: i64) -> i64:
    return number << by


def bit(n: i64) -> i64:
    """The n-th bit. Never write `1 << n`: mypyc 2.4.1 shifts an int there, wrong from 31 on."""
    return shifted(1, n)


def size(board: i64) -> i64:
    """How many spaces a bitboard holds (boards use the bits 0 to 61)."""
    board -= board >> 1 & 0x1555555555555555
    board = (board & 0x3333333333333333) + (board >> 2 & 0x3333333333333333)
    board = (board + (board >> 4)) & 0x0F0F0F0F0F0F0F0F
    board += board >> 8
    board += board >> 16
    return (board + (board >> 32)) & 127


def first(board: i64) -> i64:
    """The first space of a bitboard: as many lie below it as come before it. Of an empty one 65,
    which is no space.
    """
    return size((board & -board) - 1)


def nth(board: i64, n: i64) -> i64:
    """The n-th space of a bitboard, counted from 0. An IndexError if there are fewer."""
    packed = PACKED
    base: i64 = 0
    while board:
        spaces = packed[board & 255]
        while spaces:
            if n == 0:
                return base + (spaces & 7)
            n -= 1
            spaces >>= 4
        board >>= 8
        base += 8
    raise IndexError("this board has fewer spaces")
