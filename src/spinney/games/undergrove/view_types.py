"""What a seat of Undergrove may know, as data. Apart from view.py, which is compiled: mypyc would
drop the keywords of these classes."""

from __future__ import annotations

from msgspec import Struct


class Mushroom(Struct, frozen=True, gc=False):
    """A mushroom of the forest, in the order they were laid. x grows east, y south."""

    kind: str
    x: int
    y: int
    carbon: int
    filled: int  # cubes on its scoring spaces
    value: int  # points of a Root on it, as of now


class Plant(Struct, frozen=True, gc=False):
    """A Seedling or Tree, on the corner (x, y): the north-west one of the place (x, y)."""

    x: int
    y: int
    tree: bool
    carbon: int
    roots: list[str]  # the mushrooms it has Roots on
    touches: list[str]  # the mushrooms around it
    points: int  # what it would score now


class Bonus(Struct, frozen=True, gc=False):
    """A Bonus tile somebody took."""

    stone: str  # first, second, third
    tile: str  # "" if this seat has not seen it
    played: bool


class Fir(Struct, frozen=True, gc=False):
    """A player; in a solo game the second and third are the AI trees Brown and Tan."""

    c: int
    n: int
    p: int
    k: int
    ready: list[str]  # the tokens that are ready
    hand: list[str]  # the owner's view only
    tiles: int  # how many there are
    seedlings: int  # still on the board
    roots: int
    trees: int
    plants: list[Plant]
    stone: int  # 0: at the start, 9: beyond the last stone
    space: str  # the green space, or ""
    bonus: list[Bonus]
    progress: list[int]  # on each of the three goals, as of now
    goals: list[int]  # points for it
    points: int  # all of them as of now, without Bonus tiles that lie face down
    marks: list[int]  # where the discs stand, for goals that are tracked; else 0
    boosts: list[str]  # ongoing mushrooms that help in this turn (whose turn it is only)


class Goal(Struct, frozen=True, gc=False):
    card: str
    side: str  # a or b


class Stack(Struct, frozen=True, gc=False):
    """The Bonus tiles on one of the three stones."""

    left: int
    visitors: list[int]  # who took one, in order
    seen: list[str]  # this seat's only: what lay here when it had taken its own
    now: list[str]  # this seat's only, while it chooses: what lies here


class Question(Struct, frozen=True, gc=False):
    """A question of the agenda, the newest last. See pieces.py for what `where` means."""

    what: str
    times: int
    must: bool
    where: int


class Deed(Struct, frozen=True, gc=False):
    """What became of one action of the AI's last card."""

    deed: str  # tile, seedling, carbon, take
    done: bool
    colour: str  # brown, tan or ""
    mushroom: str  # the one it was done on, or ""
    n: int  # carbon added or taken
    tile: str  # the tile that was laid


class Solo(Struct, frozen=True, gc=False):
    keep: int  # Seedlings that count for each AI tree
    focus: list[str]  # of Brown and of Tan: n, p or k
    deck_a: list[str]  # cards still to come, in no order
    deck_b: list[str]
    card: str  # the last card, or ""
    deeds: list[Deed]


class View(Struct, frozen=True, gc=False, rename={"reveal_count": "sealed"}):
    """The table from one seat; -1 is a spectator."""

    seat: int
    seats: int
    deciding: list[int]
    reveal_count: int
    turn: int  # whose turn it is
    starter: int
    turns: int  # turns begun, the AI's not counted
    ending: int  # 0: no end in sight, 1: this round and one more, 2: the last round
    phase: str  # settling, action, reward, farewell, over
    forest: list[Mushroom]
    places: list[tuple[int, int]]  # empty places where a tile can be laid
    blocked: list[str]  # corners of Earthlover that stay closed
    supply: int  # tiles face down
    discard: list[str]
    goals: list[Goal]
    stacks: list[Stack]
    spaces: list[int]  # who stands on each green space; -1: nobody
    firs: list[Fir]
    agenda: list[Question]
    made: int  # carbon made this turn
    absorbed: bool
    placed: list[int]  # Roots placed this turn, by type
    readied: list[str]  # tokens readied this turn, where a goal counts that
    used_up: bool  # all four had been used before, where that goal asks for it (#38)
    been: int  # positions of the tokens already seen in this chain of actions
    here: str  # the mushroom that is being activated, or ""
    using: str  # the one whose ability is used: the same, or the one it copies
    gained: int  # cubes gained by it that may be put on its scoring spaces
    readings: list[str]  # what the options decide (pieces.py)
    solo: Solo | None
