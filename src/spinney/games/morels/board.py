"""How Morels is drawn: the panels of a view, and the spots that a move touches. Knows no rules.

Ids of cards that everybody has seen consist of the kind and a number by place. The client decides
which of two equal cards is which after a move. The id of a card that only its owner knows says
where it lies, never which card it is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from msgspec import structs

from spinney.core.cache import Cache
from spinney.drawing.panel_cache import CachedPanel, PanelPart
from spinney.drawing.scene import Counter, Panel, Spots, Sprite
from spinney.games.morels.art import cards as printed
from spinney.games.morels.components import Box
from spinney.games.morels.pieces import FOREST, NIGHT_WORTH, PER_BASKET, VERBS
from spinney.games.morels.view_types import Forager, Pan, View
from spinney.games.morels.words import TITLE, meal, number, price

KEPT: Final = 2000  # panels that are remembered, and twice as many parts of them
CARD = (100.0, 140.0)
LITTLE = (70.0, 98.0)  # a card in another forager's hand
PILE = (52.0, 73.0)  # the night deck
PATH: Final[Any] = [(160, 200), *[(104, 200)] * FOREST, (112, 200)]  # the slots of the forest
SPOTS: Final[dict[int, Spots]] = {}  # of every move that was asked about
FAN: Final = 0.26  # of a card's width: how much of it shows under the next one


class Drawing:
    """Draws tables with the figures of one box. Parts that were drawn before are not drawn again:
    most of a table is as it was a move ago, and much of it looks the same from every seat."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.number = {kind: number for number, kind in enumerate(box.cards)}
        self.drawn = Cache(KEPT)
        self.parts = Cache(2 * KEPT)
        self.growing: dict[int, PanelPart] = {}  # by place, kind and number: there are not many
        # The forest that was drawn last: those who look at a table ask one after the other.
        self.wood: tuple[object, CachedPanel | None] = (None, None)

    def panels(self, view: View, names: Sequence[str]) -> list[Panel]:
        return [one.panel() for one in self.cached_panels(view, names)]

    def cached_panels(self, view: View, names: Sequence[str]) -> list[CachedPanel]:
        """The forest, then the viewer's own things, then the other forager's."""
        viewer, foragers = view.seat, view.foragers
        table = [self.forest(view)]
        if viewer >= 0:
            me = foragers[viewer]
            held = (viewer, id(me))
            table.append(self.again(held) or self.keep(held, me, hand(self, view)))
            meals = me.cooked
            played = (viewer, id(meals), me.pans, me.baskets, me.poison, me.points, me.limit)
            table.append(self.again(played) or self.keep(played, meals, kitchen(self, view)))
        for seat in range(len(foragers)):
            if seat != viewer:
                table.append(self.other(view, seat, names[seat]))
        return table

    def forest(self, view: View) -> CachedPanel:
        wood = (view.forest, view.decay, view.deck, view.discard, view.night_discard)
        shows = (wood, view.night_deck)
        known, panel = self.wood
        if panel is None or known != shows:
            panel = forest(self, view)
            self.wood = (shows, panel)
        return panel

    def other(self, view: View, seat: int, name: str) -> CachedPanel:
        them = view.foragers[seat]
        key = (seat, name, id(them))
        return self.again(key) or self.keep(key, them, other(self, view, seat, name))

    def again(self, key: object) -> CachedPanel | None:
        """The panel that was drawn for the object with this address."""
        known: tuple[object, CachedPanel] | None = self.drawn.get(key)
        return None if known is None else known[1]

    def keep(self, key: object, shown: object, panel: CachedPanel) -> CachedPanel:
        """Keep a panel together with the object it shows, so that its address is not used again."""
        self.drawn.put(key, (shown, panel))
        return panel

    def keep_part(self, key: object, sprites: list[Sprite], slots: Sequence[Any] = ()) -> PanelPart:
        part = PanelPart(sprites, slots)
        self.parts.put(key, part)
        return part

    def grown(self, place: int, kind: str, first: int) -> PanelPart:
        """A card that grows at a place of the path."""
        key = (self.number[kind] << 8 | first) << 8 | place
        part = self.growing.get(key)
        if part is None:
            say = f"{self.box.name(kind)}, {cost(place)}"
            part = PanelPart([growing(self.box, place, kind, f"{kind}.{first}")], say=say)
            self.growing[key] = part
        return part


def spots(box: Box, view: View, move: int) -> Spots:
    """What is chosen for a move, and where it goes."""
    known = SPOTS.get(move)
    if known is None:
        known = SPOTS[move] = touched(move)  # there are not many
    return known


def touched(move: int) -> Spots:
    said = VERBS.to_json(move)
    match said["verb"]:
        case "take":
            return Spots({f"path:{said['place']}": 1})
        case "gather":
            return Spots({"decay": 1})
        case "cook":
            chosen = mushrooms(said)
            chosen |= {
                f"hand:{extra}": int(said[extra]) for extra in ("butter", "cider") if extra in said
            }
            if said.get("pan") == "hand":
                return Spots(chosen | {"hand:pan": 1})
            return Spots(chosen, ["pan"])
        case "sell":
            return Spots(mushrooms(said), ["sticks"])
        case "pan":
            return Spots({"hand:pan": 1})
        case "discard":
            return Spots({hand_spot(said["kind"], "night" in said): 1})
        case _:
            return Spots()


def sheet(box: Box) -> str:
    """The symbols of the board, printed with the figures of this box, and its cover."""
    faces = [
        printed.Face(kind, card.name, card.mvp, card.sticks, card.needs, card.night > 0)
        for kind, card in box.cards.items()
    ]
    return printed.sheet(tuple(faces), TITLE)


def mushrooms(said: dict[str, str]) -> dict[str, int]:
    """The hand spots of a set of like mushrooms."""
    kind = said["kind"]
    counts = {
        hand_spot(kind): int(said.get("day", 0)),
        hand_spot(kind, True): int(said.get("night", 0)),
    }
    return {spot: count for spot, count in counts.items() if count}


def hand_spot(kind: str, night: bool = False) -> str:
    return f"hand:{kind}:night" if night else f"hand:{kind}"


# ---------------------------------------------------------------- ids


class Zone:
    """Hands out the ids of the cards that lie in one place of the table, like ones numbered.

    `shiitake.301` is a shiitake of zone 3. Numbers count only the cards of their zone, so an
    unchanged part of the table is drawn as before. The client decides which of several equal cards
    is which in the next scene.
    """

    def __init__(self, number: int) -> None:
        self.base = 100 * number
        self.given: dict[str, int] = {}

    def first(self, kind: str, count: int) -> int:
        """The first of so many numbers for cards of a kind."""
        given = self.given.get(kind, 0)
        self.given[kind] = given + count
        return self.base + given

    def next(self, kind: str) -> str:
        return f"{kind}.{self.first(kind, 1)}"

    def some(self, kind: str, count: int) -> list[str]:
        return some(kind, self.first(kind, count), count)


WOOD: Final = 1  # zones; those of a seat are counted on from these
PILED: Final = 2
HELD: Final = 3
PLAYED: Final = 5


def some(kind: str, first: int, count: int) -> list[str]:
    return [f"{kind}.{number}" for number in range(first, first + count)]


def in_pan(zone: Zone, pan: Pan) -> list[tuple[str, int, int]]:
    """The cards of a meal: the kind, the first number, and how many."""
    heaps = ((pan.kind, pan.day), ("", pan.night), ("butter", pan.butter), ("cider", pan.cider))
    found = []
    for kind, count in heaps:
        if count:
            kind = kind or f"{pan.kind}.night"
            found.append((kind, zone.first(kind, count), count))
    return found


# ---------------------------------------------------------------- the forest


def forest(drawing: Drawing, view: View) -> CachedPanel:
    """The decay, the eight places with their prices, and the decks."""
    box, parts = drawing.box, drawing.parts
    wood, heap, deck, night_deck = view.forest, view.decay, view.deck, view.night_deck
    gone = sum(view.discard.values()) + sum(view.night_discard.values())
    piled = ("decay", *heap)
    pile: PanelPart | None = parts.get(piled)
    tags: PanelPart | None = parts.get(len(wood))
    lies = [
        pile or drawing.keep_part(piled, decay(box, view)),
        tags or drawing.keep_part(len(wood), price_tags(len(wood))),
    ]
    zone = Zone(WOOD)
    near = []
    for place, kind in enumerate(wood, 1):
        part = drawing.grown(place, kind, zone.first(kind, 1))
        lies.append(part)
        near.append(part.say)
    stacked = (deck, night_deck)
    stacks: PanelPart | None = parts.get(stacked)
    lies.append(stacks or drawing.keep_part(stacked, decks(view)))
    return CachedPanel(
        Panel(
            id="forest",
            title="The forest path",
            area="board",
            sprites=[],
            counters=[
                Counter("deck", "in the deck", deck),
                Counter("discard", "discarded", gone),
            ],
            slots=PATH,
            gap=6,
            least=52,
            most=118,
            backdrop="wood",
            say=f"From your feet: {'; '.join(near)}." if near else "The forest is empty.",
        ),
        lies,
    )


def price_tags(cards: int) -> list[Sprite]:
    """Of the eight places, dim where no card lies any more."""
    return [
        tag_sprite(f"price.{place}", f"price-{price(place)}", place, dim=place > cards)
        for place in range(1, FOREST + 1)
    ]


def growing(box: Box, place: int, kind: str, id: str) -> Sprite:
    label = f"{describe(box, kind)}; place {place}, {cost(place)}"
    spot = f"path:{place}"
    return card_sprite(id, f"card-{kind}", place, spot=spot, label=label, y=-6)


def decay(box: Box, view: View) -> list[Sprite]:
    """A small heap; something of every card can be seen."""
    sprites = [tag_sprite("price.decay", "tag-decay", 0)]
    names = ", ".join(box.name(kind) for kind in view.decay)
    label = f"The decay, {number(len(view.decay), 'card')}: {names}"
    zone = Zone(PILED)
    for z, kind in enumerate(view.decay):
        id = zone.next(kind)
        aside = z - (len(view.decay) - 1) / 2
        turn = (-4, 2, -3, 3)[z % 4]
        x, y = aside * 20, aside * 4 - 6
        sprites.append(
            card_sprite(id, f"card-{kind}", 0, spot="decay", label=label, x=x, y=y, turn=turn, z=z)
        )
    return sprites


def decks(view: View) -> list[Sprite]:
    """The day deck as a pile, and the night deck leaning on it."""
    slot = FOREST + 1
    pile = min(3, view.deck)
    sprites = [
        card_sprite(f"deck.{z}", "back", slot, x=-4 - 2.5 * z, y=-4 - 2.5 * z, z=z)
        for z in range(pile)
    ]
    if pile:
        label = f"The day deck, {number(view.deck, 'card')}"
        sprites[-1] = structs.replace(sprites[-1], label=label, count=view.deck)
    if view.night_deck:
        label = f"The night deck, {number(view.night_deck, 'card')}"
        night = card_sprite("night_deck", "back-night", slot, PILE, label=label, x=28, y=62, z=5)
        sprites.append(structs.replace(night, count=view.night_deck))
    return sprites


# ---------------------------------------------------------------- hands


def hand(drawing: Drawing, view: View) -> CachedPanel:
    """The viewer's own hand, kind by kind; night cards beside the day cards of their kind."""
    box, seat = drawing.box, view.seat
    me = view.foragers[seat]
    seen, unseen, nights = me.known, me.dealt, me.nights
    row = Row(drawing)
    dealt = night = 0
    for kind in box.cards:
        known, secret = seen.get(kind, 0), unseen.get(kind, 0) if unseen else 0
        if known or secret:
            held = ("held", seat, kind, known, dealt, secret, row.slots)
            if not row.again(held):
                ids = Zone(HELD + seat).some(kind, known)
                ids += [f"hand{seat}.dealt.{dealt + i}" for i in range(secret)]
                cards = [(id, f"card-{kind}") for id in ids]
                row.fan(held, cards, CARD, describe(box, kind), hand_spot(kind))
            dealt += secret
        moonlit = nights.get(kind, 0) if nights else 0
        if moonlit:
            dark = ("night", seat, kind, night, moonlit, row.slots)
            if not row.again(dark):
                cards = [(f"hand{seat}.night.{night + i}", f"night-{kind}") for i in range(moonlit)]
                row.fan(dark, cards, CARD, describe(box, kind, night=True), hand_spot(kind, True))
            night += moonlit
    return CachedPanel(
        Panel(
            id="hand",
            title="Your hand",
            area="mine",
            sprites=[],
            counters=[
                Counter("held", "cards", me.cards, of=me.limit),
                Counter("sticks", unit(me.sticks, "stick"), me.sticks, art="stick", spot="sticks"),
            ],
            gap=12,
            least=56,
            most=106,
            seat=seat,
            say=f"You hold {number(me.cards, 'card')} of at most {me.limit}.",
        ),
        row.parts,
    )


def other(drawing: Drawing, view: View, seat: int, name: str) -> CachedPanel:
    """Another forager: what nobody has seen face down, what was taken face up in the open."""
    box, them = drawing.box, view.foragers[seat]
    row = Row(drawing)
    held, points = number(them.cards, "card"), number(them.points, "point")
    unseen = them.hidden_dealt + them.hidden_nights
    backs = ("backs", name, seat, them.hidden_dealt, them.hidden_nights)
    if unseen and not row.again(backs):
        hidden = [(f"hand{seat}.dealt.{i}", "back") for i in range(them.hidden_dealt)]
        hidden += [(f"hand{seat}.night.{i}", "back-night") for i in range(them.hidden_nights)]
        label = f"{name} holds {number(unseen, 'card')} that you have not seen"
        row.fan(backs, hidden, LITTLE, label)
    for kind, count in them.known.items():
        open_cards = ("open", name, seat, kind, count, row.slots)
        if not row.again(open_cards):
            label = f"{name} holds {count} {box.name(kind)}, taken face up"
            cards = [(id, f"card-{kind}") for id in Zone(HELD + seat).some(kind, count)]
            row.fan(open_cards, cards, LITTLE, label)
    in_play(row, view, seat)
    return CachedPanel(
        Panel(
            id=f"forager{seat}",
            title=name,
            area="other",
            sprites=[],
            counters=[
                Counter(f"held{seat}", "cards", them.cards, of=them.limit),
                Counter(f"sticks{seat}", unit(them.sticks, "stick"), them.sticks, art="stick"),
                Counter(f"points{seat}", unit(them.points, "point"), them.points, art="pan"),
            ],
            gap=10,
            least=46,
            most=76,
            seat=seat,
            say=f"{name} holds {held} and has {points}.",
        ),
        row.parts,
    )


class Row:
    """What lies in a row panel, from left to right."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.parts: list[PanelPart] = []
        self.slots = 0  # that are taken

    def again(self, key: object) -> bool:
        """Add the part that was drawn before with this key. False if there is none."""
        part: PanelPart | None = self.drawing.parts.get(key)
        if part is None:
            return False
        self.lay(part)
        return True

    def lay(self, part: PanelPart) -> None:
        self.parts.append(part)
        self.slots += len(part.slots)

    def keep(self, key: object, sprites: list[Sprite], width: float, height: float) -> None:
        """Add a part in the next slot. The key determines all of it."""
        self.lay(self.drawing.keep_part(key, sprites, [(plain(width), plain(height))]))

    def fan(
        self,
        key: object,
        cards: list[tuple[str, str]],
        size: tuple[float, float],
        label: str,
        spot: str = "",
    ) -> None:
        """Overlapping cards, given by their ids and arts. The key determines all of it."""
        step = size[0] * FAN
        pieces = []
        for z, (id, art) in enumerate(cards):
            x = (z - (len(cards) - 1) / 2) * step
            pieces.append(card_sprite(id, art, self.slots, size, spot=spot, label=label, x=x, z=z))
        self.keep(key, pieces, size[0] + step * (len(cards) - 1), size[1])


# ---------------------------------------------------------------- kitchens


def kitchen(drawing: Drawing, view: View) -> CachedPanel:
    """The viewer's own pans and baskets."""
    seat = view.seat
    me = view.foragers[seat]
    row = Row(drawing)
    in_play(row, view, seat)
    pans = f"{number(len(me.cooked), 'pan')} cooked, {me.pans} empty"
    return CachedPanel(
        Panel(
            id="kitchen",
            title="Your kitchen",
            area="mine",
            sprites=[],
            counters=[Counter("points", unit(me.points, "point"), me.points, art="pan")],
            gap=10,
            least=46,
            most=84,
            seat=seat,
            say=f"{pans}, {number(me.baskets, 'basket')}, {number(me.points, 'point')}.",
        ),
        row.parts,
    )


def in_play(row: Row, view: View, seat: int) -> None:
    """Meals, empty pans, baskets, and an Angel while it lasts."""
    box, forager, own = row.drawing.box, view.foragers[seat], seat == view.seat
    meals, pans = forager.cooked, forager.pans
    zone = Zone(PLAYED + seat)
    for i, pan in enumerate(meals):
        heaps = in_pan(zone, pan)
        meal_ = ("pan", seat, i, row.slots, pan, *heaps)
        if not row.again(meal_):
            ids = [id for kind, first, count in heaps for id in some(kind, first, count)]
            row.keep(meal_, cooked(box, f"skillet{seat}.{i}", row.slots, pan, ids), 112, 104)
    for i in range(len(meals), len(meals) + pans):
        empty = ("empty", seat, i, row.slots, own)
        if not row.again(empty):
            spot = "pan" if own else ""
            bare = skillet(f"skillet{seat}.{i}", row.slots, "An empty pan", spot)
            row.keep(empty, [bare], 112, 104)
    for i in range(forager.baskets):
        id = zone.next("basket")
        basket = ("basket", seat, i, row.slots)
        if not row.again(basket):
            label = f"{box.name('basket')}: {PER_BASKET} more cards in hand"
            woven = Sprite(id, "basket", w=80, h=80, y=6, slot=row.slots, label=label)
            row.keep(basket, [woven], 80, 104)
    if forager.poison:
        ill = ("angel", seat, forager.poison, forager.limit, row.slots)
        if not row.again(ill):
            id = zone.next("destroying_angel")
            row.keep(ill, [angel(box, row.slots, forager, id)], LITTLE[0] + 10, 104)


def cooked(box: Box, id: str, slot: int, pan: Pan, ids: list[str]) -> list[Sprite]:
    """A pan, and the cards of the meal in it."""
    label = f"Cooked: {meal(box, pan)}, {number(pan.points, 'point')}"
    return [skillet(id, slot, label, count=pan.points), *heap(ids, slot)]


def skillet(id: str, slot: int, label: str, spot: str = "", count: int = -1) -> Sprite:
    return Sprite(id, "pan", w=108, h=108, slot=slot, spot=spot, label=label, count=count)


def angel(box: Box, slot: int, forager: Forager, id: str) -> Sprite:
    left = f"{number(forager.poison, 'more turn')}, hand limit {forager.limit}"
    label = f"{box.name('destroying_angel')}: {left}"
    sprite = card_sprite(id, "card-destroying_angel", slot, LITTLE, label=label)
    return structs.replace(sprite, count=forager.poison)


def heap(ids: list[str], slot: int) -> list[Sprite]:
    """The cards of a meal as chips on the floor of its skillet."""
    size, places = heaped(len(ids))
    return [
        Sprite(id, chip_of(id), x=x - 7.5, y=y + 5.5, w=size, h=size, z=1 + i, slot=slot)
        for i, (id, (x, y)) in enumerate(zip(ids, places, strict=True))
    ]


def chip_of(id: str) -> str:
    kind, *night, _ = id.split(".")
    return f"chip-night-{kind}" if night else f"chip-{kind}"


def heaped(count: int) -> tuple[float, list[tuple[float, float]]]:
    """The size and the places of this number of chips: in one ring, or in two."""
    if count <= 3:
        return 42, circle(count, 17 if count > 1 else 0)
    if count <= 5:
        return 36, circle(count, 20)
    inner = max(1, count // 4)
    return 29, circle(count - inner, 24) + circle(inner, 8 if inner > 1 else 0)


def circle(count: int, radius: float) -> list[tuple[float, float]]:
    turns = [2 * math.pi * i / count - math.pi / 2 for i in range(count)]
    return [(round(radius * math.cos(a), 1), round(radius * math.sin(a), 1)) for a in turns]


# ---------------------------------------------------------------- pieces and words


def card_sprite(
    id: str,
    art: str,
    slot: int,
    size: tuple[float, float] = CARD,
    *,
    spot: str = "",
    label: str = "",
    x: float = 0,
    y: float = 0,
    turn: float = 0,
    z: int = 0,
) -> Sprite:
    """A card. Faces have a plainer symbol for small panels; backs need none."""
    return Sprite(
        id,
        art,
        small="" if art.startswith("back") else f"small-{art}",
        x=plain(x),
        y=plain(y),
        w=plain(size[0]),
        h=plain(size[1]),
        turn=plain(turn),
        z=z,
        slot=slot,
        spot=spot,
        label=label,
        halo="card",
    )


def plain(measure: float) -> Any:
    """A whole number as an int, so that it is omitted from messages if it is the default."""
    return int(measure) if measure == int(measure) else measure


def tag_sprite(id: str, art: str, slot: int, *, dim: bool = False) -> Sprite:
    return Sprite(id, art, y=84, w=72, h=27, slot=slot, look="dim" if dim else "")


def describe(box: Box, kind: str, *, night: bool = False) -> str:
    """A card in words, with its figures."""
    card = box.cards[kind]
    worth = NIGHT_WORTH if night else 1
    parts = [f"Night {card.name}, counts as two" if night else card.name]
    if card.mvp:
        parts.append(number(card.mvp * worth, "point"))
    if card.sticks:
        parts.append(number(card.sticks * worth, "stick"))
    return ", ".join(parts)


def cost(place: int) -> str:
    return number(price(place), "stick") if price(place) else "free"


def unit(count: int, thing: str) -> str:
    return thing if count == 1 else f"{thing}s"
