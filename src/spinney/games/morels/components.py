"""The box: components.toml read, checked, and turned into what the rules need."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from spinney.core.arrays import i64, vec
from spinney.core.components import ComponentError, entries
from spinney.core.packed import cards
from spinney.games.morels.pieces import BUTTER, CIDER, KINDS, MUSHROOMS, Worth

Few = Annotated[int, Meta(ge=0, le=15)]  # a heap holds at most 15 of a kind
COMPONENTS = Path(__file__).with_name("components.toml")


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of card."""

    name: str
    type: Literal["mushroom", "poison", "seasoning", "pan", "basket", "moon"]
    day: Few
    status: Literal["fact", "reconstruction"]
    source: str
    night: Few = 0
    mvp: Few = 0
    sticks: Few = 0
    needs: Few = 0


class Box(Struct, frozen=True):
    """Everything printed on the cards, by kind."""

    cards: dict[str, Card]

    def name(self, kind: str) -> str:
        return self.cards[kind].name

    def worth(self) -> Worth:
        """The same, as numbers for the rules."""
        printed = list(self.cards.values())
        return Worth(
            sum(cards(kind, card.day) for kind, card in enumerate(printed)),
            sum(cards(kind, card.night) for kind, card in enumerate(printed)),
            vec[i64]([card.mvp for card in printed]),
            vec[i64]([card.sticks for card in printed]),
            vec[i64]([card.needs for card in printed]),
        )


def open_box(text: bytes) -> Box:
    """The components file as a box; a ComponentError names the entry that is wrong."""
    box = Box(entries(text, "cards", Card))
    if tuple(box.cards) != KINDS:
        raise ComponentError(f"cards: expected exactly {', '.join(KINDS)}, in this order")
    for place, (kind, card) in enumerate(box.cards.items()):
        if (card.type == "mushroom") != (place < MUSHROOMS):
            raise ComponentError(f"cards.{kind}: its type cannot be {card.type!r}")
        if card.night and card.type != "mushroom":
            raise ComponentError(f"cards.{kind}: only mushrooms grow at night")
        if place in (BUTTER, CIDER) and card.needs < 1:
            raise ComponentError(f"cards.{kind}: needs must be at least 1")
    if sum(card.day for card in box.cards.values()) < 14:
        raise ComponentError("cards: 14 day cards are needed to deal forest and hands")
    return box


BOX = open_box(COMPONENTS.read_bytes())
