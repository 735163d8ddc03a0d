"""The pieces of Morels: kinds of cards, what they are worth, what a forager can say, and a forager.

Hands, decks and discards are heaps, forest and decay are rows of cards (core/packed.py).
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import i64, vec
from spinney.core.fields import Shared, reduced
from spinney.core.packed import cards, count
from spinney.core.state import Piece, mixed
from spinney.core.verbs import Verbs

# ------------------------------------------------------------------------------------------ pieces
KINDS: Final = (
    "honey_fungus",
    "tree_ear",
    "lawyers_wig",
    "shiitake",
    "hen_of_the_woods",
    "fairy_ring",
    "porcini",
    "chanterelle",
    "morel",
    "destroying_angel",
    "butter",
    "cider",
    "pan",
    "basket",
    "moon",
)
MUSHROOMS: Final = 9  # the first nine kinds can be cooked and sold
ANGEL: Final = 9
BUTTER: Final = 10
CIDER: Final = 11
PAN: Final = 12
BASKET: Final = 13
MOON: Final = 14
HOLDABLE: Final = (
    0x000FFF0FFFFFFFFF  # every card of the kinds that stay in a hand (R6.3, R6.4, R6.6)
)

FOREST: Final = 8  # R2
DEALT: Final = 3
FEET: Final = 2  # R3.1: cards at your feet cost nothing
DECAY: Final = 4  # R5
HAND: Final = 8  # R4
POISONED_HAND: Final = 4
PER_BASKET: Final = 2
COOK_LEAST: Final = 3  # R3.3
SELL_LEAST: Final = 2  # R3.4
NIGHT_WORTH: Final = 2  # R6.1: a night card stands for two mushrooms
TWO: Final = 0xEEEEEEEEE  # of a hand's mushrooms: not 0 where there are two of a kind or more

# ------------------------------------------------------------------------------------------- moves
TAKE: Final = 0
GATHER: Final = 1
COOK: Final = 2
SELL: Final = 3
PLAY_PAN: Final = 4
DISCARD: Final = 5
LOSE: Final = 6
FROM_PLAY: Final = 0  # the pan of a cook: one that is in play, or a card of the hand
FROM_HAND: Final = 1
MEAL: Final = 0xFFFFFFFFFFFF  # a cook without its last field: what lies in the pan
VERBS: Final = Verbs(
    {
        TAKE: "take place",
        GATHER: "gather",
        COOK: "cook kind day? night? butter? cider? pan?",
        SELL: "sell kind day? night?",
        PLAY_PAN: "pan",
        DISCARD: "discard kind night?",
        LOSE: "lose",
    },
    place=range(1, FOREST + 1),
    kind=KINDS,
    day=range(16),
    night=range(16),
    butter=range(16),
    cider=range(16),
    pan=("play", "hand"),
)


# moves: made by tools/fields.py
@final
class Take:
    @staticmethod
    def say(place: i64) -> i64:
        return TAKE | place << 8

    @staticmethod
    def place(move: i64) -> i64:
        return move >> 8 & 255


@final
class Cook:
    @staticmethod
    def say(kind: i64, day: i64, night: i64, butter: i64, cider: i64, pan: i64) -> i64:
        return COOK | kind << 8 | day << 16 | night << 24 | butter << 32 | cider << 40 | pan << 48

    @staticmethod
    def kind(move: i64) -> i64:
        return move >> 8 & 255

    @staticmethod
    def day(move: i64) -> i64:
        return move >> 16 & 255

    @staticmethod
    def night(move: i64) -> i64:
        return move >> 24 & 255

    @staticmethod
    def butter(move: i64) -> i64:
        return move >> 32 & 255

    @staticmethod
    def cider(move: i64) -> i64:
        return move >> 40 & 255

    @staticmethod
    def pan(move: i64) -> i64:
        return move >> 48 & 255


@final
class Sell:
    @staticmethod
    def say(kind: i64, day: i64, night: i64) -> i64:
        return SELL | kind << 8 | day << 16 | night << 24

    @staticmethod
    def kind(move: i64) -> i64:
        return move >> 8 & 255

    @staticmethod
    def day(move: i64) -> i64:
        return move >> 16 & 255

    @staticmethod
    def night(move: i64) -> i64:
        return move >> 24 & 255


@final
class Discard:
    @staticmethod
    def say(kind: i64, night: i64) -> i64:
        return DISCARD | kind << 8 | night << 16

    @staticmethod
    def kind(move: i64) -> i64:
        return move >> 8 & 255

    @staticmethod
    def night(move: i64) -> i64:
        return move >> 16 & 255


# moves: end


def price(place: i64) -> i64:
    """R3.1: sticks for the card at a place counted from 0; two lie at your feet."""
    return place - FEET + 1 if place >= FEET else 0


@final
@mypyc_attr(acyclic=True)
class Worth:
    """What is printed on the cards. Never changes, so clones share it."""

    day: i64 = 0  # the whole day deck, a heap
    night: i64 = 0
    mvp: vec[i64]  # points in the pan, by kind
    sticks: vec[i64]
    needs: vec[i64]  # mushrooms that a butter or a cider wants in its pan

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self)

    def meal(self, cook: i64) -> i64:
        """R8: what a pan of cooked mushrooms is worth, the pan given as the move that cooked it."""
        return (
            (Cook.day(cook) + NIGHT_WORTH * Cook.night(cook)) * self.mvp[Cook.kind(cook)]
            + Cook.butter(cook) * self.mvp[BUTTER]
            + Cook.cider(cook) * self.mvp[CIDER]
        )


NO_MEALS: Final = vec[i64]()  # shared by all who have cooked nothing: never changed


@final
@mypyc_attr(acyclic=True)
class Forager(Piece):
    """One player's cards, in hand and in play.

    Who knows a card is part of the state: `dealt` are those cards of the hand that only their owner
    has seen. What was taken face up stays known to everybody. When a card leaves the hand, it
    counts as a known one if there is a known one of its kind. Nobody can tell equal cards apart, so
    this is exactly what the rival learns (#24).
    """

    hand: i64 = 0  # day cards, a heap
    dealt: i64 = 0
    nights: i64 = 0  # night cards, a heap; nobody else has seen them
    size: i64 = 0  # cards in hand
    blank_days: i64 = 0  # on a state built from a view: dealt cards of unknown kind
    blank_nights: i64 = 0
    sticks: i64 = 0
    baskets: i64 = 0
    pans: i64 = 1  # empty pans in play, the token among them
    poison: i64 = 0  # turns left under the Destroying Angel
    cooked: Shared[vec[i64]] = NO_MEALS  # each pan as the move that cooked it
    points: i64 = 0

    # fields: made by tools/fields.py
    def copy_from(self, other: Forager) -> None:
        self.hand = other.hand
        self.dealt = other.dealt
        self.nights = other.nights
        self.size = other.size
        self.blank_days = other.blank_days
        self.blank_nights = other.blank_nights
        self.sticks = other.sticks
        self.baskets = other.baskets
        self.pans = other.pans
        self.poison = other.poison
        self.cooked = other.cooked
        self.points = other.points

    # fields: end

    def clone(self) -> Forager:
        copy = Forager()
        copy.copy_from(self)
        return copy

    def hash_key(self, key: i64) -> i64:
        key = mixed(mixed(key, self.hand), self.nights)
        key = mixed(key, self.blank_days << 8 | self.blank_nights)
        key = mixed(mixed(key, self.sticks), self.baskets << 8 | self.pans)
        return mixed(mixed(key, self.poison << 8 | len(self.cooked)), self.points)

    def limit(self) -> i64:
        """R4: eight cards, four when poisoned, and two more for each basket."""
        return (POISONED_HAND if self.poison else HAND) + PER_BASKET * self.baskets

    def excess(self, more: i64, baskets: i64) -> i64:
        """R6.6: cards an Angel takes, were there that many more cards and baskets; 0 if none."""
        over = self.size + more - POISONED_HAND - PER_BASKET * (self.baskets + baskets)
        return over if over > 0 else 0

    def keep(self, kind: i64) -> None:
        self.hand += cards(kind, 1)
        self.size += 1

    def lose(self, kind: i64, n: i64) -> bool:
        """Take day cards out of the hand; true if one of them was not known to the rival."""
        self.hand -= cards(kind, n)
        self.size -= n
        shown = count(self.dealt, kind) - count(self.hand, kind)
        if shown > 0:
            self.dealt -= cards(kind, shown)
        return shown > 0

    def lose_nights(self, kind: i64, n: i64) -> bool:
        """Take night cards out of the hand; true if there were any, for nobody had seen them."""
        self.nights -= cards(kind, n)
        self.size -= n
        return n > 0
