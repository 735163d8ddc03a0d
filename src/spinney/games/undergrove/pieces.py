"""The pieces of Undergrove: mushrooms, cubes, tokens, what can be asked, and a player.

Mushrooms are numbers 0 to 52, and a set of them is a bitboard. The cubes of a player are one
number, a purse: fifteen bits for each kind. What is done with the pieces is in rules/.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import i64, vec
from spinney.core.state import Piece, bit, shifted

# --------------------------------------------------------------------------------------- mushrooms
MUSHROOMS: Final = (
    "earthlover",
    "pacific_golden_chanterelle",
    "fly_agaric",
    "common_deceiver",
    "painted_suillus",
    "vermilion_waxcap",
    "dead_mans_foot",
    "snyders_black_morel",
    "black_elfin_saddle",
    "king_bolete",
    "orange_tooth",
    "surprise_webcap",
    "gooseberry_russula",
    "sunshine_amanita",
    "red_cracking_bolete",
    "woodland_lepidella",
    "rehms_haircup",
    "velvet_milkcap",
    "red_bleeding_milkcap",
    "bellybutton_hedgehog",
    "scaly_vase",
    "gassy_webcap",
    "zellers_bolete",
    "white_chanterelle",
    "blood_red_webcap",
    "cowboys_handkerchief",
    "pigs_ears",
    "candy_cap",
    "earthfan",
    "slippery_jack",
    "smiths_amanita",
    "brown_roll_rim",
    "woolly_pine_spike",
    "hot_pink_coral",
    "admirable_bolete",
    "short_stemmed_russula",
    "woolly_owl_eyes",
    "western_matsutake",
    "brown_elfin_saddle",
    "amethyst_deceiver",
    "yellow_veiled_amanita",
    "peppery_bolete",
    "green_russula",
    "panthercap",
    "mouse_trich",
    "yellow_tipped_coral",
    "violet_webcap",
    "fat_jack",
    "scarletina_bolete",
    "crested_coral",
    "rosy_slime_spike",
    "golden_waxcap",
    "suede_bolete",
)
KINDS: Final = 53
EARTHLOVER: Final = 0
OUTER: Final = 0b11110  # the four around it, on the starting tile
STARTING: Final = 5  # the first five are printed on the starting tile
TILES: Final = ((1 << KINDS) - 1) & ~0b11111  # the 48 others
EVERYWHERE: Final = (1 << KINDS) - 1
NONE: Final = 63  # no mushroom, no corner, no space

TYPES: Final = ("ring", "pores", "gills", "other", "none")
TOKENS: Final = 4  # one for each of the first four types
ALL_TOKENS: Final = 0b1111
NO_TYPE: Final = 4

ONGOING: Final = (
    "",
    "reproduce_root",
    "partner_root",
    "reproduce_tile",
    "partner_tile",
    "photosynthesize",
)
REPRODUCE_ROOT: Final = 1
PARTNER_ROOT: Final = 2
REPRODUCE_TILE: Final = 3
PARTNER_TILE: Final = 4
PHOTOSYNTHESIS: Final = 5

# --------------------------------------------------------------------------------- the growing map
REACH: Final = 50  # 48 tiles in a row do not get further than this from Earthlover
SIDES: Final = ("north", "east", "south", "west")
CORNERS: Final = ("nw", "ne", "sw", "se")

# ------------------------------------------------------------------------------------------- cubes
CUBES: Final = ("c", "n", "p", "k")
CARBON: Final = 0
NITROGEN: Final = 1
PHOSPHORUS: Final = 2
POTASSIUM: Final = 3
PURSE: Final = 15  # bits for each kind of cube
EACH: Final = (1 << PURSE) - 1


def cube(kind: i64, n: i64) -> i64:
    """A purse of n cubes of one kind; purses are added and taken away with + and -."""
    return shifted(n, PURSE * kind)


def cubes(purse: i64, kind: i64) -> i64:
    """How many cubes of a kind are in the purse."""
    return purse >> PURSE * kind & EACH


def nutrients(purse: i64) -> i64:
    """How many N, P and K there are together: what can pay for "any cube"."""
    return (purse >> PURSE & EACH) + (purse >> 2 * PURSE & EACH) + (purse >> 3 * PURSE & EACH)


def covers(purse: i64, cost: i64) -> bool:
    """Whether the purse holds every cube of the cost."""
    return (
        purse & EACH >= cost & EACH
        and purse >> PURSE & EACH >= cost >> PURSE & EACH
        and purse >> 2 * PURSE & EACH >= cost >> 2 * PURSE & EACH
        and purse >> 3 * PURSE & EACH >= cost >> 3 * PURSE & EACH
    )


# -------------------------------------------------------------------------------- track and bonuses
STONES: Final = 8
BEYOND: Final = 9  # on a green space after the last stone
SPACES: Final = ("root", "mix", "carbon", "ready", "points")
BONUSES: Final = ("nitrogen", "phosphorus", "potassium", "carbon", "ready", "one", "two")
BONUS_STONES: Final = 3  # how many stones hold Bonus tiles
AWAY: Final = 15  # in the row of a player's Bonus tiles: none taken from this stone
NO_BONUS: Final = 0xFFF  # such a row: none taken anywhere

# ------------------------------------------------------------------------------------------- goals
GOALS: Final = (
    "silver_haired_bat",
    "whiskey_jack",
    "red_vole",
    "douglas_fir_spittlebug",
    "flying_squirrel",
    "red_crossbill",
    "banana_slug",
    "douglas_squirrel",
    "douglas_fir_moth",
    "sooty_grouse",
)
DEALT_GOALS: Final = 3
COUNTS: Final = (
    "six_carbon_turns",
    "nitrogen_paid",
    "same_type_turns",
    "far_moves",
    "all_ready_turns",
    "vertical_lines",
    "mushrooms_touched",
    "trees",
    "plants_with_two_roots",
    "roots",
    "roots_on_even",
    "roots_on_odd",
    "roots_on_colour",
    "roots_on_creature",
    "plants_with_four_types",
    "plants_with_two_types",
    "plants_near_absorb",
    "plants_near_others_gain",
    "sets_of_values",
    "plants_in_the_ring",
)
SIX_CARBON_TURNS: Final = 0
NITROGEN_PAID: Final = 1
SAME_TYPE_TURNS: Final = 2
FAR_MOVES: Final = 3
ALL_READY_TURNS: Final = 4
TRACKED: Final = 5  # the first five are marked when they happen; the others are read off the table
VERTICAL_LINES: Final = 5
MUSHROOMS_TOUCHED: Final = 6
TREES: Final = 7
PLANTS_WITH_TWO_ROOTS: Final = 8
ROOTS: Final = 9
ROOTS_ON_EVEN: Final = 10
ROOTS_ON_ODD: Final = 11
ROOTS_ON_COLOUR: Final = 12
ROOTS_ON_CREATURE: Final = 13
PLANTS_WITH_FOUR_TYPES: Final = 14
PLANTS_WITH_TWO_TYPES: Final = 15
PLANTS_NEAR_ABSORB: Final = 16
PLANTS_NEAR_OTHERS_GAIN: Final = 17
SETS_OF_VALUES: Final = 18
PLANTS_IN_THE_RING: Final = 19

# -------------------------------------------------------------------------------------------- solo
BROWN: Final = 1  # the two AI trees sit behind the one player
TAN: Final = 2
COLOURS: Final = ("brown", "tan")
WAYS: Final = ("top", "bottom", "left", "right")
AI_TILE: Final = 0
AI_SEEDLING: Final = 1
AI_CARBON: Final = 2
AI_TAKE: Final = 3
DEEDS: Final = ("tile", "seedling", "carbon", "take")
DECK: Final = 15  # cards in each of the two decks

# ---------------------------------------------------------------------------------------- readings
# Where an option decides between two readings of the print. None of them: as before there was
# a choice.
READINGS: Final = ("copies_gain", "same_way", "all_used", "asked", "hidden", "every_moment")
COPIES_GAIN: Final = 1  # #8: a copy fills no cube spaces
SAME_WAY: Final = 2  # #23: the AI looks on in the same direction for an edge
ALL_USED: Final = 4  # #38: all four tokens must have been used together
ASKED: Final = 8  # #34: the AI's Bonus tiles are shown if the player wants it
HIDDEN: Final = 16  # #34: they lie face down until the end
EVERY_MOMENT: Final = 32  # #41: a Bonus tile may be played before a cube pays for a step

# --------------------------------------------------------------------------------------- questions
# What the agenda of a turn can ask. The newest question is on top; a question that nobody could
# answer is dropped. USE and DRINK are never put to anybody: they are what happens once a payment
# that was asked for is made.
ASK_SETTLE: Final = 0  # R2.5
ASK_ACTION: Final = 1  # R3.1
ASK_ACTION_OR: Final = 2  # R4.6: another action, or cubes instead
ASK_PAY: Final = 3  # where: tokens | cubes << 4 | steps << 8, still owed
ASK_GAIN: Final = 4  # times: how many cubes of one's choice
ASK_TRADE: Final = 5
ASK_FILL: Final = 6  # times: cubes that may be put down
ASK_ABSORB: Final = 7  # where: the mushrooms its carbon may start from
ASK_LAY: Final = 8  # 1 cube
ASK_LAY_FREE: Final = 9  # R4.11
ASK_PLANT: Final = 10
ASK_ROOT: Final = 11  # where: one bit for each of one's plants that may get it
ASK_DISCARD: Final = 12
ASK_KEEP: Final = 13  # where: one bit for the stone
ASK_CLAIM: Final = 14
ASK_READY: Final = 15
ASK_END: Final = 16  # R6.3: somebody who holds a Bonus tile says when the turn is over
USE: Final = 17  # where: the mushroom whose ability is used
DRINK: Final = 18  # where: mushroom | plant << 8 | steps << 16
ASK_SHOW: Final = 19  # where: one bit for a stone, Brown's three, then Tan's (#34)
QUESTIONS: Final = (
    "settle",
    "action",
    "action_or",
    "pay",
    "gain",
    "trade",
    "fill",
    "absorb",
    "lay",
    "lay_free",
    "plant",
    "root",
    "discard",
    "keep",
    "claim",
    "ready",
    "end",
    "use",
    "drink",
    "show",
)

# ----------------------------------------------------------------------------------------- a plant
# One number for each Seedling or Tree: corner | roots << 8 | carbon << 12 | tree << 16. The corner
# is a number of the forest's (rules/forest.py); roots has a bit for each of the four mushrooms
# around it. A player has six places for plants, in the order they were planted.
PLANTS: Final = 6
NO_PLANT: Final = -1
TREE: Final = 1 << 16


def sprout(corner: i64, roots: i64) -> i64:
    return corner | roots << 8


def corner_of(plant: i64) -> i64:
    return plant & 255


def roots_of(plant: i64) -> i64:
    return plant >> 8 & 15


def carbon_of(plant: i64) -> i64:
    return plant >> 12 & 15


def is_tree(plant: i64) -> bool:
    return plant & TREE != 0


@final
@mypyc_attr(acyclic=True)
class Fir(Piece):
    """One player: board, hand, plants, disc. The AI trees of a solo game use only a part of it."""

    purse: i64 = 0
    ready: i64 = ALL_TOKENS  # a bit for each token that is ready
    hand: i64 = 0  # a set of mushrooms
    size: i64 = 0  # tiles in hand
    blanks: i64 = 0  # on a state built from a view: tiles of the hand that are not known
    seedlings: i64 = 0  # still on the board
    roots: i64 = 0
    trees: i64 = 0
    plants: vec[i64]
    rooted: i64 = 0  # the mushrooms with a Root of this player
    stone: i64 = 0  # 0: at the start; 9: beyond the last stone
    end: i64 = NONE  # the green space; NONE before
    bonus: i64 = NO_BONUS  # a row: the tile taken from each of the three stones, or AWAY
    played: i64 = 0  # a bit for each of them that was played
    marks: i64 = 0  # discs on tracked goals, 15 bits for each of the three

    # fields: made by tools/fields.py
    def copy_from(self, other: Fir) -> None:
        self.purse = other.purse
        self.ready = other.ready
        self.hand = other.hand
        self.size = other.size
        self.blanks = other.blanks
        self.seedlings = other.seedlings
        self.roots = other.roots
        self.trees = other.trees
        self.plants = other.plants[:]
        self.rooted = other.rooted
        self.stone = other.stone
        self.end = other.end
        self.bonus = other.bonus
        self.played = other.played
        self.marks = other.marks

    # fields: end

    def clone(self) -> Fir:
        copy = Fir()
        copy.copy_from(self)
        return copy

    def held(self) -> i64:
        """How many Bonus tiles lie face down before this player."""
        n: i64 = 0
        stone: i64 = 0
        while stone < BONUS_STONES:
            if self.bonus >> 4 * stone & 15 != AWAY and not self.played >> stone & 1:
                n += 1
            stone += 1
        return n

    def grown(self) -> i64:
        """How many plants stand in the forest."""
        n: i64 = 0
        while n < PLANTS and self.plants[n] != NO_PLANT:
            n += 1
        return n

    def marked(self, goal: i64) -> i64:
        """Where the disc stands on one of the three goals, if that is tracked."""
        return self.marks >> PURSE * goal & EACH

    def mark(self, goal: i64, n: i64) -> None:
        self.marks += cube(goal, n)

    def thirsty(self, plant: i64, tree: i64) -> bool:
        """R5.4, #19: whether a plant can take another carbon."""
        most = tree if self.trees else tree + 1
        return not is_tree(plant) and carbon_of(plant) < most

    def has_token(self, kind: i64) -> bool:
        return self.ready & bit(kind) != 0
