"""What a player can say: each kind of move, and a class that makes it and reads its parts.

moves.add(Root.say(mushroom, corner))
Root.corner(move)
"""

from __future__ import annotations

from typing import Final, final

from spinney.core.arrays import i64
from spinney.core.verbs import Verbs
from spinney.games.undergrove.pieces import (
    BONUSES,
    COLOURS,
    CORNERS,
    MUSHROOMS,
    REACH,
    SPACES,
    TOKENS,
    TYPES,
)

SETTLE: Final = 0
ACTIVATE: Final = 1
ABSORB: Final = 2
REPRODUCE: Final = 3
PARTNER: Final = 4
PHOTOSYNTHESIZE: Final = 5
LAY: Final = 6
PLANT: Final = 7
ROOT: Final = 8
PAY: Final = 9
GAIN: Final = 10
TRADE: Final = 11
FILL: Final = 12
DISCARD: Final = 13
BONUS: Final = 14
KEEP: Final = 15
CLAIM: Final = 16
READY: Final = 17
STOP: Final = 18
SHOW: Final = 19
VERBS: Final = Verbs(
    {
        SETTLE: "settle corner",
        ACTIVATE: "activate mushroom copy?",  # Earthlover cannot be copied: it stands for nothing
        ABSORB: "absorb source mushroom corner",
        REPRODUCE: "reproduce",
        PARTNER: "partner",
        PHOTOSYNTHESIZE: "photosynthesize nitrogen?",
        LAY: "lay mushroom x y",
        PLANT: "plant mushroom corner",
        ROOT: "root mushroom corner",
        PAY: "pay part",
        GAIN: "gain n? p? k?",
        TRADE: "trade give take",
        FILL: "fill number",
        DISCARD: "discard mushroom",
        BONUS: "bonus stone",
        KEEP: "keep tile",
        CLAIM: "claim space",
        READY: "ready token",
        STOP: "stop",
        SHOW: "show stone tree",  # a Bonus tile that the AI took
    },
    corner=CORNERS,
    mushroom=MUSHROOMS,
    copy=MUSHROOMS,
    source=MUSHROOMS,
    nitrogen=range(256),
    x=range(-REACH, REACH + 1),
    y=range(-REACH, REACH + 1),
    part=("ring", "pores", "gills", "other", "n", "p", "k"),
    n=range(8),
    p=range(8),
    k=range(8),
    give=("n", "p", "k"),
    take=("n", "p", "k"),
    number=range(1, 8),
    stone=("first", "second", "third"),  # of the three stones with Bonus tiles
    tree=COLOURS,
    tile=BONUSES,
    space=SPACES,
    token=TYPES[:TOKENS],
)


# moves: made by tools/fields.py
@final
class Settle:
    @staticmethod
    def say(corner: i64) -> i64:
        return SETTLE | corner << 8

    @staticmethod
    def corner(move: i64) -> i64:
        return move >> 8 & 255


@final
class Activate:
    @staticmethod
    def say(mushroom: i64, copy: i64) -> i64:
        return ACTIVATE | mushroom << 8 | copy << 16

    @staticmethod
    def mushroom(move: i64) -> i64:
        return move >> 8 & 255

    @staticmethod
    def copy(move: i64) -> i64:
        return move >> 16 & 255


@final
class Absorb:
    @staticmethod
    def say(source: i64, mushroom: i64, corner: i64) -> i64:
        return ABSORB | source << 8 | mushroom << 16 | corner << 24

    @staticmethod
    def source(move: i64) -> i64:
        return move >> 8 & 255

    @staticmethod
    def mushroom(move: i64) -> i64:
        return move >> 16 & 255

    @staticmethod
    def corner(move: i64) -> i64:
        return move >> 24 & 255


@final
class Photosynthesize:
    @staticmethod
    def say(nitrogen: i64) -> i64:
        return PHOTOSYNTHESIZE | nitrogen << 8

    @staticmethod
    def nitrogen(move: i64) -> i64:
        return move >> 8 & 255


@final
class Lay:
    @staticmethod
    def say(mushroom: i64, x: i64, y: i64) -> i64:
        return LAY | mushroom << 8 | x << 16 | y << 24

    @staticmethod
    def mushroom(move: i64) -> i64:
        return move >> 8 & 255

    @staticmethod
    def x(move: i64) -> i64:
        return move >> 16 & 255

    @staticmethod
    def y(move: i64) -> i64:
        return move >> 24 & 255


@final
class Plant:
    @staticmethod
    def say(mushroom: i64, corner: i64) -> i64:
        return PLANT | mushroom << 8 | corner << 16

    @staticmethod
    def mushroom(move: i64) -> i64:
        return move >> 8 & 255

    @staticmethod
    def corner(move: i64) -> i64:
        return move >> 16 & 255


@final
class Root:
    @staticmethod
    def say(mushroom: i64, corner: i64) -> i64:
        return ROOT | mushroom << 8 | corner << 16

    @staticmethod
    def mushroom(move: i64) -> i64:
        return move >> 8 & 255

    @staticmethod
    def corner(move: i64) -> i64:
        return move >> 16 & 255


@final
class Pay:
    @staticmethod
    def say(part: i64) -> i64:
        return PAY | part << 8

    @staticmethod
    def part(move: i64) -> i64:
        return move >> 8 & 255


@final
class Gain:
    @staticmethod
    def say(n: i64, p: i64, k: i64) -> i64:
        return GAIN | n << 8 | p << 16 | k << 24

    @staticmethod
    def n(move: i64) -> i64:
        return move >> 8 & 255

    @staticmethod
    def p(move: i64) -> i64:
        return move >> 16 & 255

    @staticmethod
    def k(move: i64) -> i64:
        return move >> 24 & 255


@final
class Trade:
    @staticmethod
    def say(give: i64, take: i64) -> i64:
        return TRADE | give << 8 | take << 16

    @staticmethod
    def give(move: i64) -> i64:
        return move >> 8 & 255

    @staticmethod
    def take(move: i64) -> i64:
        return move >> 16 & 255


@final
class Fill:
    @staticmethod
    def say(number: i64) -> i64:
        return FILL | number << 8

    @staticmethod
    def number(move: i64) -> i64:
        return move >> 8 & 255


@final
class Discard:
    @staticmethod
    def say(mushroom: i64) -> i64:
        return DISCARD | mushroom << 8

    @staticmethod
    def mushroom(move: i64) -> i64:
        return move >> 8 & 255


@final
class Bonus:
    @staticmethod
    def say(stone: i64) -> i64:
        return BONUS | stone << 8

    @staticmethod
    def stone(move: i64) -> i64:
        return move >> 8 & 255


@final
class Keep:
    @staticmethod
    def say(tile: i64) -> i64:
        return KEEP | tile << 8

    @staticmethod
    def tile(move: i64) -> i64:
        return move >> 8 & 255


@final
class Claim:
    @staticmethod
    def say(space: i64) -> i64:
        return CLAIM | space << 8

    @staticmethod
    def space(move: i64) -> i64:
        return move >> 8 & 255


@final
class Ready:
    @staticmethod
    def say(token: i64) -> i64:
        return READY | token << 8

    @staticmethod
    def token(move: i64) -> i64:
        return move >> 8 & 255


@final
class Show:
    @staticmethod
    def say(stone: i64, tree: i64) -> i64:
        return SHOW | stone << 8 | tree << 16

    @staticmethod
    def stone(move: i64) -> i64:
        return move >> 8 & 255

    @staticmethod
    def tree(move: i64) -> i64:
        return move >> 16 & 255


# moves: end
