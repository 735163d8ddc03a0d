"""The box: components.toml read, checked, and turned into what the rules need."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from spinney.core.arrays import i64, vec
from spinney.core.components import ComponentError, convert, entries, read
from spinney.core.verbs import Verbs
from spinney.games.evergreen.pieces import (
    ACTIONS,
    BIOMES,
    CARDS,
    POWERS,
    REVEALED,
    SEASONS,
    SENTENCES,
    SPACES,
    WILD,
    Printed,
)

Status = Literal["fact", "reconstruction"]
Icons = Annotated[int, Meta(ge=0, le=9)]
COMPONENTS = Path(__file__).with_name("components.toml")
CREVICE, OUTSIDE = "x", "."


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """The planet, row by row."""

    rows: list[str]
    status: Status
    source: str


class Biome(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    letter: str  # in the rows of the board
    status: Status
    source: str


class Power(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    track: Annotated[list[Icons], Meta(min_length=2, max_length=9)]
    status: Status
    source: str


class Season(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    rounds: Annotated[int, Meta(ge=1, le=5)]
    status: Status
    source: str


class Rank(Struct, frozen=True, forbid_unknown_fields=True):
    """What a solo player has become, from so many points on."""

    name: str
    least: int
    status: Status
    source: str


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    biome: Literal["snow", "swamp", "rock", "flowers", "wheat", "grassland", "wild"]
    power: Literal["sprout", "small", "big", "bush", "lake", "bud"]
    status: Status
    source: str
    fertility: Icons = 0
    aridity: bool = False


class Box(Struct, frozen=True):
    """Everything printed on boards and cards."""

    board: Board
    biomes: dict[str, Biome]
    powers: dict[str, Power]
    seasons: dict[str, Season]
    ranks: dict[str, Rank]
    cards: dict[str, Card]
    places: dict[str, str] = field(default_factory=dict)  # what each space of the planet is

    def verbs(self) -> Verbs:
        """What a gardener can say with these cards."""
        return Verbs(SENTENCES, card=self.cards, action=ACTIONS, space=SPACES)

    def printed(self) -> Printed:
        """The same, as numbers for the rules."""
        regions = [
            sum(1 << place for place, space in enumerate(SPACES) if self.places.get(space) == biome)
            for biome in BIOMES[:WILD]
        ]
        cards = list(self.cards.values())
        printed = Printed()
        printed.region = vec[i64]([*regions, sum(regions)])
        printed.track = vec[vec[i64]]([vec[i64](power.track) for power in self.powers.values()])
        printed.rounds = vec[i64]([season.rounds for season in self.seasons.values()])
        printed.names = list(self.cards)
        printed.biome = vec[i64]([BIOMES.index(card.biome) for card in cards])
        printed.power = vec[i64]([POWERS.index(card.power) for card in cards])
        printed.icons = vec[i64]([card.fertility for card in cards])
        printed.arid = sum(1 << number for number, card in enumerate(cards) if card.aridity)
        printed.deck = (1 << len(cards)) - 1
        return printed

    def rank(self, points: int) -> str:
        """R10: what a solo player with so many points has become."""
        return [rank.name for rank in self.ranks.values() if rank.least <= points][-1]


def open_box(text: bytes) -> Box:
    """The components file as a box; a ComponentError names the entry that is wrong."""
    board = convert(read(text).get("board"), Board, "board")
    biomes = entries(text, "biomes", Biome)
    powers = entries(text, "powers", Power)
    seasons = entries(text, "seasons", Season)
    ranks = entries(text, "ranks", Rank)
    cards = entries(text, "cards", Card)
    for table, found, wanted in (
        ("biomes", biomes, BIOMES),
        ("powers", powers, POWERS),
        ("seasons", seasons, SEASONS),
    ):
        if tuple(found) != wanted:
            raise ComponentError(f"{table}: expected exactly {', '.join(wanted)}, in this order")
    for name, power in powers.items():
        if power.track[0] != 0:
            raise ComponentError(f"powers.{name}: a track begins with 0")
    floors = [rank.least for rank in ranks.values()]
    if not floors or floors[0] > 0 or sorted(set(floors)) != floors:
        raise ComponentError("ranks: the first begins with 0, and each with more than the last")
    check_cards(cards)
    return Box(board, biomes, powers, seasons, ranks, cards, survey(board, biomes))


def check_cards(cards: dict[str, Card]) -> None:
    for biome in BIOMES:
        count = sum(card.biome == biome for card in cards.values())
        if count != CARDS // len(BIOMES):
            raise ComponentError(f"cards: six of each biome, but there are {count} of {biome}")
    for name, card in cards.items():
        if card.fertility and card.aridity:
            raise ComponentError(f"cards.{name}: fertility or aridity, not both")
        if card.biome == "wild" and (card.fertility or card.aridity):
            raise ComponentError(f"cards.{name}: a wild card has no icon")
    if sum(card.fertility for card in cards.values()) < REVEALED:
        raise ComponentError(f"cards: {REVEALED} fertility icons are needed to begin")


def survey(board: Board, biomes: dict[str, Biome]) -> dict[str, str]:
    """What each space of the planet is: a biome or a crevice."""
    letters = {biome.letter: name for name, biome in biomes.items() if name != "wild"}
    letters[CREVICE] = "crevice"
    if len(letters) < len(biomes) or OUTSIDE in letters:
        raise ComponentError("biomes: each has a letter of its own, other than 'x' and '.'")
    rows = board.rows
    if not 1 <= len(rows) <= 8 or any(len(row) > 8 for row in rows):
        raise ComponentError("board: at most eight rows of eight")
    places: dict[str, str] = {}
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            if letter == OUTSIDE:
                continue
            if letter not in letters:
                raise ComponentError(f"board: row {r + 1} has a {letter!r}, no biome's letter")
            places[SPACES[8 * r + c]] = letters[letter]
    if "g8" in places or "h8" in places:
        raise ComponentError("board: the last two of the eighth row must be no spaces")
    for biome in BIOMES[:WILD]:
        if biome not in places.values():
            raise ComponentError(f"board: no space of {biome}")
    return places


BOX = open_box(COMPONENTS.read_bytes())
