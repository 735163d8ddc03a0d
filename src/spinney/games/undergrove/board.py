"""How Undergrove is drawn: the panels of a view, and the spots of a move. Knows no rules.

A mushroom is one sprite wherever it lies, so that it flies from a hand into the forest; carbon is
numbered by where it lies. The map itself is in forest_map.py, what moves touch in touching.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import json, structs

from spinney.drawing.scene import Counter, Note, Panel, Sprite
from spinney.games.undergrove.art import sheet as printed
from spinney.games.undergrove.components import Box
from spinney.games.undergrove.forest_map import T, asks, forest, owner
from spinney.games.undergrove.phrases import (
    BOOSTS,
    COUNTED,
    CUBE_NAMES,
    TITLE,
    TYPE_NAMES,
    called,
    count,
    described,
    listing,
    number,
    table_of,
)
from spinney.games.undergrove.pieces import BEYOND, COLOURS, SPACES, STONES, TOKENS, TYPES
from spinney.games.undergrove.telling import ai_deed
from spinney.games.undergrove.touching import spots as spots
from spinney.games.undergrove.view_types import Fir, View
from spinney.games.undergrove.words import progress

ENCODER = json.Encoder()
KEPT = 4000  # panels that are remembered
KINDS = ("c", "n", "p", "k")
ACTIONS = ("reproduce", "partner", "photosynthesize")
CARD = (200.0, 74.0)
LINE = 612.0  # width of a line of the player board
STEP = (72.0, 80.0)  # room for a stone of the Carbon Track


class Drawing:
    """Draws tables with the figures of one box. Parts drawn before are not drawn again."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.drawn: dict[bytes, Panel] = {}

    def panels(self, view: View, names: Sequence[str]) -> list[Panel]:
        """The forest, a choice, the viewer's own things, the others, track and goals."""
        box, mine = self.box, view.seat
        called_ = list(names)
        plants = [fir.plants for fir in view.firs]
        asked = sorted(asks(view))
        where = (view.forest, view.blocked, view.places if asked else [])
        seats = view.seats  # alone, the other trees are the AI's
        key = ENCODER.encode(("forest", seats, mine, called_, plants, asked, where, view.supply))
        table = [self.drawn.get(key) or self.keep(key, forest(box, view, names))]
        if "keep" in asked:
            table.append(choosing(box, view))
        order = sorted(range(len(view.firs)), key=lambda who: who != mine)
        for who in order:
            fir = view.firs[who]
            name = called(view, names, who)
            turn = who == view.turn and bool(view.deciding)
            rival = (focus(view, who), view.solo.keep) if view.solo else ()
            key = ENCODER.encode(("fir", seats, who, mine, name, turn, fir, rival))
            if who == mine:
                table.append(self.drawn.get(key) or self.keep(key, own_board(box, view)))
                key += b"hand"
                table.append(self.drawn.get(key) or self.keep(key, hand(box, view)))
            else:
                drawn = self.drawn.get(key)
                table.append(drawn or self.keep(key, other(box, view, who, name)))
        key = ENCODER.encode(
            ("track", seats, called_, view.stacks, view.spaces, [fir.stone for fir in view.firs])
        )
        table.append(self.drawn.get(key) or self.keep(key, track(box, view, names)))
        key = ENCODER.encode(
            (
                "goals",
                seats,
                called_,
                view.goals,
                [(fir.progress, fir.goals) for fir in view.firs],
            )
        )
        table.append(self.drawn.get(key) or self.keep(key, goals(box, view, names)))
        if view.solo:
            table.append(ai_card(box, view))
        return table

    def keep(self, key: bytes, panel: Panel) -> Panel:
        if len(self.drawn) >= KEPT:
            self.drawn.clear()
        self.drawn[key] = panel
        return panel


def sheet(box: Box) -> str:
    """The symbols of the board, printed with the figures of this box, and its cover."""
    return printed.sheet(box, TITLE)


# --------------------------------------------------------------------------------------- one's own
class Row:
    """The slots of a row panel and what lies in them, from left to right."""

    def __init__(self) -> None:
        self.sprites: list[Sprite] = []
        self.slots: list[tuple[float, float]] = []

    def put(
        self,
        id: str,
        art: str,
        size: tuple[float, float],
        room: tuple[float, float],
        *,
        spot: str = "",
        label: str = "",
        number: int = -1,
        owner: int = -1,
        card: bool = False,
    ) -> None:
        self.sprites.append(
            Sprite(
                id,
                art,
                w=size[0],
                h=size[1],
                slot=len(self.slots),
                spot=spot,
                label=label,
                count=number,
                owner=owner,
                halo="card" if card else "disc",
            )
        )
        self.slots.append(room)


def own_board(box: Box, seen: View) -> Panel:
    """The viewer's player board in three lines: actions; tokens and cubes; the rest."""
    seat = seen.seat
    me = seen.firs[seat]
    sprites: list[Sprite] = []
    for i, name in enumerate(ACTIONS):
        label = f"{name.capitalize()}: {told(box, name)}"
        sprites.append(
            Sprite(
                f"action.{name}",
                f"action-{name}",
                x=(i - 1) * 205,
                w=CARD[0],
                h=CARD[1],
                slot=0,
                spot=f"act:{name}",
                label=label,
                halo="card",
            )
        )
    sprites += in_line(tokens(me, seat, mine=True) + purse(me, seat, mine=True), 1, 56)
    sprites += in_line(stock(me, seat) + bonuses(box, me, seat, mine=True), 2, 52)
    ready = listing(me.ready) if me.ready else "no token"
    holds = f"{me.c} carbon, {me.n} nitrogen, {me.p} phosphorus, {me.k} potassium"
    return Panel(
        id="mine",
        title="Your tree",
        area="mine",
        sprites=sprites,
        counters=[Counter("points", "points", me.points, art="leaf-blank")],
        notes=boosts(box, me),
        slots=[(LINE, 76), (LINE, 68), (LINE, 64)],
        gap=6,
        least=46,
        most=70,
        seat=seat,
        say=f"You have {holds}; ready: {ready}.",
    )


def in_line(sprites: list[Sprite], slot: int, size: float) -> list[Sprite]:
    """Pieces beside each other, from the left, in one slot."""
    return [
        structs.replace(
            sprite,
            x=(i + 0.5) * LINE / 8 - LINE / 2,
            w=sprite.w * size / 100,
            h=sprite.h * size / 100,
            slot=slot,
        )
        for i, sprite in enumerate(sprites)
    ]


def told(box: Box, action: str) -> str:
    return {
        "reproduce": f"pay {box.actions.reproduce} for a Seedling with a Root",
        "partner": f"pay {box.actions.partner} for two Roots",
        "photosynthesize": "make carbon, ready all tokens",
    }[action]


def tokens(fir: Fir, who: int, *, mine: bool) -> list[Sprite]:
    return [
        Sprite(
            f"token.{who}.{kind}",
            f"act-{kind}" if kind in fir.ready else f"used-{kind}",
            spot=f"token:{kind}" if mine else "",
            label=f"Token for {TYPE_NAMES[kind]}: {'ready' if kind in fir.ready else 'used'}",
        )
        for kind in TYPES[:TOKENS]
    ]


def purse(fir: Fir, who: int, *, mine: bool) -> list[Sprite]:
    """The cubes of each kind, as one piece with their number."""
    return [
        Sprite(
            f"cube.{who}.{kind}",
            f"cube-{kind}",
            spot=f"cube:{kind}" if mine else "",
            label=f"{count(fir, kind)} {CUBE_NAMES[kind]}",
            count=count(fir, kind),
        )
        for kind in KINDS
    ]


def stock(fir: Fir, who: int) -> list[Sprite]:
    """What has not been placed yet."""
    pieces = (
        ("Seedling", f"seedling-{who}", fir.seedlings, 100),
        ("Root", "root", fir.roots, 64),
        ("Tree", f"tree-{who}", fir.trees, 100),
    )
    return [
        Sprite(
            f"stock.{who}.{name}",
            art,
            h=high,
            label=f"{number(left, name)} left",
            count=left,
            owner=who,
        )
        for name, art, left, high in pieces
    ]


def bonuses(box: Box, fir: Fir, who: int, *, mine: bool, tree: str = "") -> list[Sprite]:
    """The Bonus tiles that were not played yet, face down for all but their owner. A tree of the AI
    also keeps those that were turned over.
    """
    sprites = []
    for bonus in fir.bonus:
        if not bonus.played or tree:
            what = box.bonus[bonus.tile].name if bonus.tile else "face down"
            spot = f"show:{tree}:{bonus.stone}" if tree else ""
            sprites.append(
                Sprite(
                    f"bonus.{who}.{bonus.stone}",
                    f"bonus-{bonus.tile}" if bonus.tile else "bonus-back",
                    spot=f"bonus:{bonus.stone}" if mine else spot,
                    label=f"{'Your' if mine else 'A'} Bonus tile: {what}",
                    halo="card",
                )
            )
    return sprites


def boosts(box: Box, fir: Fir) -> list[Note]:
    """Ongoing mushrooms that help in this turn."""
    return [
        Note(box.name(kind), BOOSTS[box.mushrooms[kind].ability.ongoing]) for kind in fir.boosts
    ]


def hand(box: Box, seen: View) -> Panel:
    """The viewer's own tiles."""
    seat = seen.seat
    me = seen.firs[seat]
    row = Row()
    for kind in me.hand:
        label = described(box.mushrooms[kind])
        row.put(
            f"tile.{kind}",
            f"tile-{kind}",
            (T, T),
            (T, T),
            spot=f"hand:{kind}",
            label=label,
            card=True,
        )
    return Panel(
        id="hand",
        title="Your tiles",
        area="mine",
        sprites=row.sprites,
        slots=row.slots,
        gap=10,
        least=42,
        most=66,
        seat=seat,
        say=f"You hold {listing([box.name(kind) for kind in me.hand])}."
        if me.hand
        else "No tiles.",
    )


def choosing(box: Box, seen: View) -> Panel:
    """The Bonus tiles one may choose from."""
    row = Row()
    for stack in seen.stacks:
        for i, kind in enumerate(stack.now):
            label = f"Bonus tile: {box.bonus[kind].name}"
            row.put(
                f"choice.{i}",
                f"bonus-{kind}",
                (90, 90),
                (96, 96),
                spot=f"keep:{kind}",
                label=label,
                card=True,
            )
    return Panel(
        id="choice",
        title="Keep one of these Bonus tiles",
        area="market",
        sprites=row.sprites,
        slots=row.slots,
        least=60,
        most=100,
        say="Only you see them.",
    )


# --------------------------------------------------------------------------------------- the others
def focus(seen: View, who: int) -> str:
    """The focus of a tree of the AI."""
    return seen.solo.focus[who - 1] if seen.solo and who >= seen.seats else ""


def gathered(seen: View, fir: Fir) -> str:
    """The points of a tree of the AI: its Seedlings that count, and the rest (R13.10)."""
    assert seen.solo is not None, "only in a solo game"
    best = sorted((plant.points for plant in fir.plants), reverse=True)[: seen.solo.keep]
    rest = f"{fir.points - sum(best)} points for what it gathered"
    return f"Seedlings {' + '.join(map(str, best))}; {rest}" if best else rest


def other(box: Box, seen: View, who: int, name: str) -> Panel:
    """Another player's board, or a tree of the AI."""
    fir = seen.firs[who]
    plays = who < seen.seats
    pieces = tokens(fir, who, mine=False) if plays else []
    tree = "" if plays else COLOURS[who - 1]
    pieces += purse(fir, who, mine=False) + bonuses(box, fir, who, mine=False, tree=tree)
    if not plays:
        left = f"{number(fir.seedlings, 'Seedling')} left"
        art = f"seedling-{owner(seen, who)}"
        pieces.insert(0, Sprite(f"stock.{who}", art, label=left, count=fir.seedlings))
    sprites = [structs.replace(piece, w=46, h=46, slot=slot) for slot, piece in enumerate(pieces)]
    counters = [Counter(f"points{who}", "points", fir.points)]
    if plays:
        counters.append(Counter(f"tiles{who}", "tiles", fir.tiles))
        left = f"{number(fir.seedlings, 'Seedling')}, {number(fir.roots, 'Root')}"
        note = f"Left: {left}, {number(fir.trees, 'Tree')}"
    else:
        counters.append(Counter(f"focus{who}", "focus", focus(seen, who).upper()))
        note = gathered(seen, fir)
    return Panel(
        id=f"fir{who}",
        title=name,
        area="other",
        sprites=sprites,
        counters=counters,
        notes=[Note("", note)],
        slots=[(50.0, 54.0)] * len(pieces),
        gap=2,
        least=38,
        most=64,
        seat=who if plays else -1,
        say=f"{name}: {fir.c} C, {fir.n} N, {fir.p} P, {fir.k} K. {note}.",
    )


# ------------------------------------------------------------------------------ the track and goals
def track(box: Box, seen: View, names: Sequence[str]) -> Panel:
    """The Carbon Track: the start, eight stones, five green spaces, and everybody's disc."""
    row = Row()
    row.put("stone.0", "start", (60, 60), STEP, label="The start of the Carbon Track")
    stacks = iter(seen.stacks)
    for step, reward in enumerate(box.track.stones, 1):
        label, left = f"Stone {step}: {rewards(reward)}", -1
        if reward == "bonus":
            left = next(stacks).left
            label += f", {left} there"
        row.put(f"stone.{step}", f"stone-{step}", (66, 66), STEP, label=label, number=left)
    for name in SPACES:
        label = f"Green space: {box.spaces[name].name}"
        spot = f"space:{name}"
        row.put(f"space.{name}", f"space-{name}", (60, 60), STEP, spot=spot, label=label, card=True)
    together: dict[int, int] = {}
    for who, fir in enumerate(seen.firs):
        slot = STONES + 1 + SPACES.index(fir.space) if fir.space else min(fir.stone, STONES)
        n = together.get(slot, 0)
        together[slot] = n + 1
        label, art = where(seen, names, who), disc(seen, who)
        x, y = -20 + 24 * (n % 3), 26 - 22 * (n // 3)
        row.sprites.append(
            Sprite(f"disc.{who}", art, x=x, y=y, w=30, h=30, z=4, slot=slot, label=label)
        )
    return Panel(
        id="track",
        title="Carbon track",
        area="supply",
        sprites=row.sprites,
        slots=row.slots,
        gap=4,
        least=40,
        most=84,
        say="; ".join(where(seen, names, who) for who in range(len(seen.firs))),
    )


def disc(seen: View, who: int) -> str:
    return f"seat-{who}" if who < seen.seats else f"seedling-{owner(seen, who)}"


def where(seen: View, names: Sequence[str], who: int) -> str:
    stone = seen.firs[who].stone
    place = (
        "beyond the last stone" if stone == BEYOND else f"stone {stone}" if stone else "the start"
    )
    return f"{called(seen, names, who)}: {place}"


def rewards(reward: str) -> str:
    words = {"bonus": "a Bonus tile", "root": "a free Root", "?": "a cube of your choice"}
    return words.get(reward, f"1 {reward}")


def goals(box: Box, seen: View, names: Sequence[str]) -> Panel:
    """The three goals as type, with everybody's progress."""
    notes = []
    for i, goal in enumerate(seen.goals):
        card = box.goals[goal.card]
        side = card.side(goal.side)
        counted = COUNTED[side.counts]
        table = table_of(side, seen.seats)
        text = f"{counted[0].upper()}{counted[1:]}: {table}. {progress(seen, names, i)}."
        notes.append(Note(f"{card.name} {goal.side.upper()}", text, ["goal"]))
    return Panel(
        id="goals",
        title="Goals",
        area="supply",
        sprites=[],
        notes=notes,
        say=f"Goals: {listing([note.title for note in notes])}.",
    )


def ai_card(box: Box, seen: View) -> Panel:
    """The last card of Brown and Tan, and what is still to come."""
    solo = seen.solo
    assert solo is not None, "only in a solo game"
    notes = []
    if solo.card:
        lines = box.cards[solo.card].actions
        for line, deed in zip(lines, solo.deeds, strict=False):
            done = ai_deed(box, deed)
            notes.append(Note(line.capitalize(), f"{done[0].upper()}{done[1:]}."))
        if not lines:
            notes.append(Note("", "They rest this turn."))
    return Panel(
        id="card",
        title="Brown and Tan's card",
        area="supply",
        sprites=[],
        counters=[Counter("cards", "cards to come", len(solo.deck_a) + len(solo.deck_b))],
        notes=notes,
        say="What Brown and Tan did in their last turn.",
    )
