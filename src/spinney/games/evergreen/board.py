"""How Evergreen is drawn: the panels of a view, and the spots that a move touches. Knows no rules.

Pieces are named by the planet and the space they stand on, cards by their name. What light and
forest would be worth is asked of the pieces, never worked out here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import json

from spinney.core.verbs import Verbs
from spinney.drawing.scene import Counter, Panel, Reveal, Spots, Sprite
from spinney.games.evergreen import pieces
from spinney.games.evergreen.art import printed as art
from spinney.games.evergreen.components import Box
from spinney.games.evergreen.layout import (
    AWAY,
    LOOP,
    MIDDLE,
    SPACES_OF_LOOP,
    STEP,
    TRACK,
    Map,
    track_height,
    track_place,
)
from spinney.games.evergreen.pieces import ACTIONS, BIOMES, SEASONS, SIDES, WILD
from spinney.games.evergreen.view import planet_of, space_names
from spinney.games.evergreen.view_types import Gardener, View
from spinney.games.evergreen.words import (
    RIVAL,
    THINGS,
    TITLE,
    action_words,
    card_words,
    icon_words,
    lit_points,
    number,
    piece_id,
    place_words,
)

ENCODER = json.Encoder()
KEPT: Final = 4000  # panels that are remembered
CARD: Final = (100.0, 140.0)
SIZE: Final = {"sprout": 42.0, "small": 58.0, "big": 66.0, "bush": 54.0, "lake": 60.0}
LIFT: Final = {"sprout": 6.0, "small": 6.0, "big": 10.0, "bush": 6.0, "lake": 0.0}
LONG: Final = {"small": 1, "big": 2}  # how many spaces a shadow is drawn over
TURN: Final = {"top": 90.0, "right": 180.0, "bottom": 270.0, "left": 0.0}  # of a shadow
CELL: Final = "M-29 -29H29V29H-29Z"
SQUARE: Final = "M-32 -32H32V32H-32Z"
PUT: Final = {"plant": "sprout", "bush": "bush", "lake": "lake"}
GROWN: Final = {"sprout": "small", "small": "big"}
ZONE: Final = (290.0, 36.0)  # a biome of the fertility zone


class Drawing:
    """Draws tables with the print of one box. Parts that were drawn before are not drawn again:
    most of a table is as it was a move ago, and much of it looks the same from every seat."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.map = Map(box)
        self.drawn: dict[bytes, Panel] = {}

    def panels(self, view: View, names: Sequence[str]) -> list[Panel]:
        """The cards, then the viewer's own planet and powers, the zone, and the other planets."""
        table = [cards(self.box, view, names)]
        scores = [who.points for who in view.gardeners]
        season = (view.season, view.round, view.sun, view.over)
        for seat in sorted(range(view.seats), key=lambda seat: seat != view.seat):
            who = view.gardeners[seat]
            own = seat == view.seat
            key = ENCODER.encode((who, scores, season, list(names), seat, own, area(view, seat)))
            globe = self.drawn.get(key) or self.keep(key, planet(self, view, seat, names))
            if own:
                table += [globe, actions(self.box, view), powers(self.box, view, seat)]
                table.append(self.zone(view))
            else:
                table.append(globe)
        if view.seat < 0:
            table.append(self.zone(view))
        return table

    def zone(self, view: View) -> Panel:
        key = ENCODER.encode((view.zone, view.flipped))
        return self.drawn.get(key) or self.keep(key, fertility(self.box, view))

    def keep(self, key: bytes, panel: Panel) -> Panel:
        if len(self.drawn) >= KEPT:
            self.drawn.clear()
        self.drawn[key] = panel
        return panel


def spots(drawing: Drawing, verbs: Verbs, view: View, move: int) -> Spots:
    """What is chosen for a move, and what it would put down."""
    said = verbs.to_json(move)
    match said["verb"]:
        case "pick":
            return Spots({f"card:{said['card']}": 1})
        case "act":
            return Spots({f"act:{said['action']}": 1})
        case "power":
            power = drawing.box.cards[view.gardeners[view.seat].card].power
            return Spots({f"power:{power}": 1})
        case "plant" | "bush" | "lake" | "grow":
            space = said["space"]
            there = view.gardeners[view.seat].planet.pieces.get(space, "")
            kind = GROWN[there] if said["verb"] == "grow" else PUT[said["verb"]]
            ghost = standing(drawing.map, f"planet{view.seat}/ghost.{space}", kind, space, "ghost")
            return Spots({f"cell:{space}": 1}, ghosts=[ghost])
        case _:
            return Spots()


def sheet(box: Box) -> str:
    """The symbols of the board, printed with the figures of this box, and its cover."""
    return art.sheet(box, TITLE)


# ------------------------------------------------------------------------------------------- cards
def cards(box: Box, view: View, names: Sequence[str]) -> Panel:
    """The pool from left to right, then what everybody has picked this round."""
    sprites: list[Sprite] = []
    slots: list[tuple[float, float]] = []
    for card in view.pool:
        if not card:
            continue
        slots.append((100.0, 158.0))
        label = f"{card_words(box, card)}, {icon_words(box, card)}"
        if card == view.token:
            label += "; the first player token lies on it"
            star = Sprite("token", "token", x=38, y=-70, w=34, h=34, z=5, slot=len(slots) - 1)
            sprites.append(star)
        sprites.append(card_sprite(card, len(slots) - 1, label, f"card:{card}"))
    pool = len(slots)
    picked = [(seat, who.card) for seat, who in enumerate(view.gardeners)]
    picked.sort(key=lambda pick: pick[0] != view.seat)
    if view.seats == 1:
        picked.append((-1, view.rival_card))
    for seat, card in picked:
        if not card or view.over:
            continue
        if pool and len(slots) == pool:
            slots.append((6.0, 158.0))
        slots.append((100.0, 158.0))
        who = RIVAL if seat < 0 else "You" if seat == view.seat else names[seat]
        slot = len(slots) - 1
        glow = seat == view.seat and view.acting
        label = f"{who}: {card_words(box, card)}, {icon_words(box, card)}"
        sprites.append(card_sprite(card, slot, label, glow=glow))
        below = Sprite(f"picked.{seat}", text=who[:14], y=71, h=14, slot=slot, tone="soft")
        sprites.append(below)
    season = box.seasons[view.season]
    now = min(view.round + 1, season.rounds)
    return Panel(
        id="cards",
        title="The pool" if not view.acting else "This round's cards",
        area="market",
        sprites=sprites,
        counters=[
            Counter("round", f"rounds of {season.name}", now, of=season.rounds),
            Counter("deck", "in the deck", view.deck),
        ],
        slots=slots,
        gap=10,
        least=56,
        most=92,
        say=said_of_cards(box, view, names),
    )


def said_of_cards(box: Box, view: View, names: Sequence[str]) -> str:
    season = box.seasons[view.season]
    first = RIVAL if view.first == view.seats else names[view.first]
    parts = [f"{season.name}. First player: {first}."]
    lying = [card_words(box, card) for card in view.pool if card]
    if lying:
        parts.append(f"In the pool, from the left: {'; '.join(lying)}.")
    return " ".join(parts)


def card_sprite(card: str, slot: int, label: str, spot: str = "", glow: bool = False) -> Sprite:
    return Sprite(
        f"card.{card}",
        f"card-{card}",
        small=f"small-card-{card}",
        y=-9,
        w=CARD[0],
        h=CARD[1],
        slot=slot,
        spot=spot,
        label=label,
        halo="card",
        look="glow" if glow else "",
    )


# ------------------------------------------------------------------------------------------ planet
def planet(drawing: Drawing, view: View, seat: int, names: Sequence[str]) -> Panel:
    """A planet with its shadows, the score loop round it and the sun at its side."""
    box, who = drawing.box, view.gardeners[seat]
    own = seat == view.seat
    globe = planet_of(who.planet)
    side = SIDES.index(view.sun)
    light, forest = globe.light(side), globe.forest()
    lit = space_names(globe.lit(side))
    prefix = f"p{seat}"
    sprites = [Sprite(f"{prefix}.disc", "planet", x=MIDDLE, y=MIDDLE, w=680, h=680)]
    if own:
        sprites += [cell(drawing.map, space, who, lit) for space in box.places]
    sprites += shadows(drawing.map, f"{prefix}.shade", who, view.sun, "none")
    for space, kind in sorted(who.planet.pieces.items(), key=below):
        sprites.append(standing(drawing.map, piece_id(seat, space), kind, space))
    sprites += lights(drawing.map, f"{prefix}.lit", who, lit)
    sprites += scores(view, prefix, names)
    x, y = notch(view.sun)
    shines = f"The sun shines from the {view.sun} in {box.seasons[view.season].name}"
    reveals = seen_ahead(drawing, view, seat, globe) if own else []
    shown = reveals[0].id if reveals else ""
    sun = Sprite(f"{prefix}.sun", "sun", x=x, y=y, w=104, h=104, z=40, label=shines, reveal=shown)
    sprites.append(sun)
    points = Counter(f"points{seat}", "points", who.points)
    here = [
        Counter(f"light{seat}", "light now", light, art="sun"),
        Counter(f"forest{seat}", "forest now", forest, art="small"),
    ]
    return Panel(
        id=f"planet{seat}",
        title="Your planet" if own else names[seat],
        area=area(view, seat),
        sprites=sprites,
        counters=here if own else [points],
        reveals=reveals,
        width=2 * MIDDLE,
        height=2 * MIDDLE,
        least=72,
        zoom=own,
        backdrop="sky" if own else "",
        seat=seat,
        say=f"{shines}. {said_of_planet(box, who)} Light now {light}, forest now {forest}.",
    )


def area(view: View, seat: int) -> Literal["board", "other"]:
    """The viewer's own planet is the board; a spectator gets the first one."""
    return "board" if seat == max(view.seat, 0) else "other"


def said_of_planet(box: Box, who: Gardener) -> str:
    kinds = list(who.planet.pieces.values())
    found = [number(kinds.count(kind), thing) for kind, thing in THINGS.items() if kind in kinds]
    return ", ".join(found) + "." if found else "Nothing stands on it."


def below(place: tuple[str, str]) -> int:
    """What stands nearer to the viewer is drawn later."""
    return pieces.SPACES.index(place[0])


def cell(places: Map, space: str, who: Gardener, lit: list[str]) -> Sprite:
    x, y = places.centre[space]
    kind = who.planet.pieces.get(space, "")
    words = [place_words(places.box, space)]
    if places.box.places[space] != "crevice":
        words.append(THINGS[kind] if kind else "empty")
    if kind in LONG:
        words.append("in the light" if space in lit else "in shadow")
    spot = "" if places.box.places[space] == "crevice" else f"cell:{space}"
    label = ", ".join(words)
    return Sprite(f"cell.{space}", path=CELL, x=x, y=y, w=58, h=58, z=2, spot=spot, label=label)


def standing(places: Map, id: str, kind: str, space: str, look: str = "") -> Sprite:
    """A piece on its space; the lower rows stand in front of the upper ones."""
    x, y = places.centre[space]
    size = SIZE[kind]
    z = 10 + int(space[1:])
    if look:
        return Sprite(id, kind, x=x, y=y - LIFT[kind], w=size, h=size, z=z, look="ghost")
    return Sprite(id, kind, x=x, y=y - LIFT[kind], w=size, h=size, z=z)


def shadows(places: Map, id: str, who: Gardener, sun: str, line: str) -> list[Sprite]:
    """The shadow of each tree, as long as there is planet for it to fall on."""
    found = []
    reach = places.reach[sun]
    for space, kind in who.planet.pieces.items():
        long = min(LONG.get(kind, 0), reach[space])
        if not long:
            continue
        x, y = places.centre[space]
        path = SHADES[kind, long]
        if line == "none":
            found.append(
                Sprite(
                    f"{id}.{space}",
                    path=path,
                    x=x,
                    y=y + 12,
                    turn=TURN[sun],
                    z=3,
                    tone="shade",
                    line="none",
                    look="dim",
                )
            )
        else:
            found.append(
                Sprite(
                    f"{id}.{space}",
                    path=path,
                    x=x,
                    y=y + 12,
                    turn=TURN[sun],
                    z=4,
                    tone="shade",
                    line="rim",
                )
            )
    return found


def shade(kind: str, long: int) -> str:
    """The outline of a shadow that falls to the right."""
    half = 21.0 if kind == "big" else 16.0
    end = long * STEP + 26
    corners = [
        (0.0, -half * 0.5),
        (end * 0.75, -half),
        (end, -half * 0.55),
        (end + 3, 0.0),
        (end, half * 0.55),
        (end * 0.75, half),
        (0.0, half * 0.5),
    ]
    return "M" + "L".join([f"{x:.0f} {y:.0f}" for x, y in corners]) + "Z"


SHADES: Final = {
    (kind, long): shade(kind, long) for kind, most in LONG.items() for long in range(1, most + 1)
}


def lights(places: Map, id: str, who: Gardener, lit: list[str]) -> list[Sprite]:
    """What each tree in the light would score."""
    found = []
    for space in lit:
        x, y = places.centre[space]
        worth = lit_points(who, space)
        found.append(
            Sprite(
                f"{id}.{space}",
                text=str(worth),
                x=x + 23,
                y=y - 20,
                h=17,
                z=30,
                tone="ink",
                line="broad",
            )
        )
    return found


def scores(view: View, prefix: str, names: Sequence[str]) -> list[Sprite]:
    """The seats on the score loop; those with the same score stand side by side."""
    found = []
    at: dict[int, int] = {}
    for seat, who in enumerate(view.gardeners):
        place = who.points % SPACES_OF_LOOP
        beside = at.get(place, 0)
        at[place] = beside + 1
        turn = 2 * math.pi * place / SPACES_OF_LOOP - math.pi / 2
        reach = LOOP - 22 * beside
        found.append(
            Sprite(
                f"{prefix}.score{seat}",
                f"seat-{seat}",
                x=round(MIDDLE + reach * math.cos(turn), 1),
                y=round(MIDDLE + reach * math.sin(turn), 1),
                w=30,
                h=30,
                z=35 + seat,
                label=f"{names[seat]}: {number(who.points, 'point')}",
            )
        )
    return found


def notch(side: str) -> tuple[float, float]:
    """Where the sun stands."""
    down, right = AWAY[side]
    return MIDDLE - 300 * right, MIDDLE - 300 * down


def seen_ahead(drawing: Drawing, view: View, seat: int, globe: pieces.Planet) -> list[Reveal]:
    """On demand: the light of the next season, and the biggest forest."""
    who = view.gardeners[seat]
    prefix = f"p{seat}"
    found = []
    if view.season != SEASONS[pieces.WINTER]:
        sun = SIDES[(SIDES.index(view.sun) + 1) % 4]
        side = SIDES.index(sun)
        x, y = notch(sun)
        ahead = [Sprite(f"{prefix}.next", "sun", x=x, y=y, w=84, h=84, z=41, look="ghost")]
        ahead += shadows(drawing.map, f"{prefix}.then", who, sun, "rim")
        season = drawing.box.seasons[SEASONS[SEASONS.index(view.season) + 1]].name
        label = f"Light of {season}: {globe.light(side)}"
        found.append(Reveal(f"{prefix}.ahead", label, ahead))
    forest = space_names(globe.biggest())
    if forest:
        ringed = []
        for space in forest:
            x, y = drawing.map.centre[space]
            id = f"{prefix}.forest.{space}"
            ringed.append(Sprite(id, path=SQUARE, x=x, y=y, z=4, tone="glow", line="rim"))
        found.append(Reveal(f"{prefix}.forest", f"Biggest forest: {len(forest)}", ringed))
    return found


# ------------------------------------------------------------------------------ actions and powers
def actions(box: Box, view: View) -> Panel:
    """The four actions as tiles."""
    mine = view.acting and not view.acted
    card = view.gardeners[view.seat].card
    sprites = [
        Sprite(
            f"act.{name}",
            f"act-{name}",
            w=120,
            h=76,
            slot=place,
            spot=f"act:{name}",
            label=f"Action {name.upper()}: {action_words(box, card, name)}",
            halo="card",
            look="" if mine else "dim",
        )
        for place, name in enumerate(ACTIONS)
    ]
    return Panel(
        id="actions",
        title="Your action",
        area="mine",
        sprites=sprites,
        slots=[(120.0, 76.0)] * len(ACTIONS),
        gap=8,
        least=50,
        most=80,
        seat=view.seat,
    )


def powers(box: Box, view: View, seat: int) -> Panel:
    """The power tracks, and how far each has come."""
    who = view.gardeners[seat]
    sprites = []
    told = []
    for slot, (power, printed) in enumerate(box.powers.items()):
        level = who.planet.levels[power]
        value = printed.track[level]
        told.append(f"{printed.name} {value}")
        sprites.append(
            Sprite(f"track.{power}", f"track-{power}", w=TRACK, h=track_height(box), slot=slot)
        )
        sprites.append(
            Sprite(
                f"power.{power}",
                "marker",
                y=track_place(box, level),
                w=44,
                h=44,
                z=3,
                slot=slot,
                owner=seat,
                spot=f"power:{power}",
                label=f"{printed.name} power: {value}",
            )
        )
    return Panel(
        id="powers",
        title="Your powers",
        area="mine",
        sprites=sprites,
        slots=[(TRACK, track_height(box))] * len(box.powers),
        gap=6,
        least=60,
        most=92,
        seat=seat,
        say=", ".join(told) + ".",
    )


# ------------------------------------------------------------------------------------ the zone
def fertility(box: Box, view: View) -> Panel:
    """The fertility zone, a place for each biome: its cards as icons, the covered ones faint."""
    sprites: list[Sprite] = []
    wide = ZONE[0]
    for slot, biome in enumerate(BIOMES[:WILD]):
        name, worth = box.biomes[biome].name, view.fertility[biome]
        left = -wide / 2
        sprites.append(
            Sprite(
                f"zone.{biome}",
                f"swatch-{biome}",
                x=left + 54,
                w=106,
                h=32,
                slot=slot,
                label=f"{name}: fertility {worth}",
            )
        )
        on = Sprite(
            f"zone.{biome}.name",
            text=name,
            x=left + 54,
            h=17,
            z=1,
            slot=slot,
            tone="ink",
            line="broad",
        )
        figure = Sprite(f"zone.{biome}.worth", text=str(worth), x=left + 128, h=24, slot=slot)
        sprites += [on, figure]
        x = left + 162
        for card in view.zone[biome]:
            printed = box.cards[card]
            for i in range(1 if printed.aridity else printed.fertility):
                sprites.append(
                    Sprite(
                        f"zone.{card}.{i}",
                        "aridity" if printed.aridity else "fertility",
                        x=x,
                        w=23,
                        h=23,
                        slot=slot,
                        look="dim" if card in view.flipped else "",
                    )
                )
                x += 19
            x += 5
    told = [f"{box.biomes[biome].name} {worth}" for biome, worth in view.fertility.items()]
    return Panel(
        id="zone",
        title="Fertility",
        area="supply",
        sprites=sprites,
        slots=[ZONE] * WILD,
        gap=6,
        least=68,
        most=96,
        say=", ".join(told) + ".",
    )
