"""The contract of a game's state, the list of the moves it offers, and sets of spaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import append, i64, vec
from spinney.core.fields import reduced, same, shown
from spinney.core.rng import HALF, WORD, Rng, after_scripted, bits, scripted_value, step

# The set bits of every byte. Going through a set of spaces with this table is three times as fast
# as bit by bit.
BITS: Final = vec[vec[i64]](
    [vec[i64]([k for k in range(8) if byte >> k & 1]) for byte in range(256)]
)

# The same as one number: four bits for each set bit, 8 + its position. A row would be an object
# with a reference count.
PACKED: Final = vec[i64](
    [sum((8 | k) << 4 * i for i, k in enumerate(BITS[byte])) for byte in range(256)]
)

BOARD: Final = 64  # the largest number of spaces in a set


@final
@mypyc_attr(acyclic=True)
class Moves:
    """A list of the moves of one seat, in a fixed order. It is reused for many decisions."""

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
        """Add a move of `verb` for every space of a bitboard, in rising order."""
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
        """Add a move of `verb` for each of 0 to n - 1 (n <= 64)."""
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
        """Make room for another BOARD moves."""
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
        # Not list(...): for a comprehension over an array mypyc allocates the right length at once.
        return [move for move in self.items[: self.count]]

    def of(self, state: State, seat: i64) -> list[int]:
        """The legal moves of the seat as plain integers, for callers outside the rules."""
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
    """Everything about a match at one moment, secrets included. Only rules read it.

    A game declares its fields in the body of its class, each with a type and usually a default. It
    needs no constructor: set-up assigns what differs. Reading a field that has no default and was
    not set raises an AttributeError. `copy_from` is generated, see tools/fields.py.
    """

    seats: i64 = 0
    to_act: i64 = 0  # one bit for each seat that must decide now; 0 if the match is over
    reveal_count: i64 = 0  # increases when random or hidden information becomes known
    rng_state: i64 = 0  # all later random draws follow from it; 0 in a state built from a view

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
        """Add every move the seat may make. The caller has cleared the list."""
        raise NotImplementedError

    def apply(self, seat: i64, move: i64) -> None:
        """Make a move: change the state in place. Trusts its caller that the move is legal."""
        raise NotImplementedError

    def clone(self) -> State:
        """An independent copy, which shares only what never changes."""
        raise NotImplementedError

    def determinize(self, rng: Rng) -> None:
        """Give random possible values to the unknown parts of a state built from a view. Games with
        hidden hands extend this."""
        self.rng_state = rng.fork()

    def points(self, seat: i64) -> i64:
        """The score as shown."""
        raise NotImplementedError

    def rank_key(self, seat: i64) -> i64:
        """Points and tie-break in one number. The highest wins; equal ones share the rank."""
        return self.points(seat)

    def check(self) -> bool:
        """Whether every piece is in exactly one place (law 8). Compiled, so that millions of games
        can be checked.
        """
        raise NotImplementedError

    def hash_key(self) -> i64:
        """A number that is equal for states that continue alike, apart from random draws. Make it
        with `mixed`. -1 if a game has none: endings are then searched without remembering
        positions.
        """
        return -1

    def draw(self, n: i64) -> i64:
        """A random number from 0 to n - 1, from the state's own generator (see Rng.below)."""
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
        """See Rng.scripted_draw."""
        value = scripted_value(self.rng_state, n)
        self.rng_state = after_scripted(self.rng_state, n)
        return value


def mixed(key: i64, part: i64) -> i64:
    """A hash key with one more part mixed in. The order of the parts counts."""
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
    """The rank of each: 1 for the highest. Equal ones share a rank."""
    return [1 + sum(other > mine for other in standings) for mine in standings]


def lowest(to_act: i64) -> i64:
    """The first seat that must act. Raises an IndexError if there is none: the match is over."""
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
    """The n-th bit. Never write `1 << n`: mypyc 2.4.1 shifts a 32-bit int, wrong from n = 31 on."""
    return shifted(1, n)


def size(board: i64) -> i64:
    """How many spaces a bitboard contains (boards use the bits 0 to 61)."""
    board -= board >> 1 & 0x1555555555555555
    board = (board & 0x3333333333333333) + (board >> 2 & 0x3333333333333333)
    board = (board + (board >> 4)) & 0x0F0F0F0F0F0F0F0F
    board += board >> 8
    board += board >> 16
    return (board + (board >> 32)) & 127


def first(board: i64) -> i64:
    """The first space of a bitboard, which is the number of zeros below its lowest bit. 65, which
    is no space, if the bitboard is empty.
    """
    return size((board & -board) - 1)


def nth(board: i64, n: i64) -> i64:
    """The n-th space of a bitboard, counted from 0. Raises an IndexError if there are fewer."""
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
