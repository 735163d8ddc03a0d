"""What a seat sees: panels of sprites, and the spots that each legal move touches.

A game's board.py turns a view into panels. Two programs draw them, and neither knows a rule: the
browser client, and `scene_to_svg` (notebooks, documents, replays, tests). Comments below call them
readers. Fields that have their default value are omitted when a scene is sent.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

Area = Literal["board", "market", "mine", "other", "supply"]
Look = Literal["", "dim", "glow", "ghost"]
Halo = Literal["disc", "card"]
Line = Literal["", "none", "seam", "rim", "dash", "broad"]


class Sprite(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One piece. The same id in the next scene is the same piece: it moves, turns over or fades."""

    id: str
    art: str = ""  # a symbol of the game's sheet
    small: str = ""  # a plainer symbol, used where 100 units measure less than 80 px
    path: str = ""  # instead of art: an outline in panel units, filled with `tone`
    x: float = 0  # the centre in panel units; in a row panel measured from the slot's centre
    y: float = 0
    w: float = 100
    h: float = 100
    turn: float = 0  # degrees, clockwise
    z: int = 0  # layer; equal layers keep the order of the list
    slot: int = -1  # row panels: which slot it lies in
    spot: str = ""  # what a click on it means; equal pieces share a spot; "": nothing
    label: str = ""  # the piece in words
    text: str = ""  # printed on the piece, if the art does not include it; as high as `h`
    count: int = -1  # a number on a badge, shown from 0
    tone: str = (
        ""  # a colour of the palette (theme.css), for `path` and `text`; "own" is its owner's
    )
    line: Line = ""  # how the outline of a path is drawn (docs/decisions/colours.md)
    look: Look = ""
    halo: Halo = "disc"  # the outline drawn if it can be chosen; a path is its own outline
    owner: int = -1  # the seat it belongs to: sets the palette's `own`
    reveal: str = ""  # the Reveal that is shown while this is pointed at
    reconstructed: str = ""  # a sentence, if what is printed on it is our reconstruction


class Counter(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A number with a name, shown as text next to the panel's title."""

    id: str
    label: str
    value: int | str
    art: str = ""
    of: int = 0  # its limit, shown as value/of
    spot: str = ""
    owner: int = -1


class Note(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A short text in a panel: a goal, a reminder. `marks` are symbols next to it."""

    title: str
    text: str
    marks: list[str] = []
    reconstructed: str = ""  # a sentence, if it tells of a reconstruction


class Reveal(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """More to see on demand: sprites that are drawn while somebody points at a piece that names
    this, or while its label is switched on. They can only be looked at."""

    id: str  # unique in the scene
    label: str  # "Shadows of the next season"
    sprites: list[Sprite]  # in the panel's units and layers


class Panel(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A part of the table: either a free panel of width by height, or a row of slots."""

    id: str
    title: str
    area: Area  # whose it is and how it matters; the reader decides where it goes
    sprites: list[Sprite]
    counters: list[Counter] = []
    notes: list[Note] = []
    reveals: list[Reveal] = []
    width: float = 0  # free panel: its box in units. Row panel: 0
    height: float = 0
    slots: list[tuple[float, float]] = []  # row panel: width and height of each slot
    gap: float = 10  # row panel: units between two slots
    least: float = 60  # px: the smallest size of 100 units that can be read and touched
    most: float = 130  # px: the largest size of 100 units
    zoom: bool = False  # so large that people may want to look closer
    backdrop: str = ""  # a symbol that fills the panel behind everything, cropped to fit
    seat: int = -1  # whose panel it is
    say: str = ""  # the panel in one or two sentences, for people who cannot see it
    reconstructed: str = ""  # if all of it is: one sign for the panel, none at its sprites


class Spots(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a move touches on the board: what must be chosen for it, and what it would do."""

    spots: dict[str, int] = {}  # spots to choose, and how many of each
    aims: list[str] = []  # spots that may also be chosen for this move: where it leads
    ghosts: list[Sprite] = []  # pieces it would place; the id begins with the panel: "board/..."
    lines: list[tuple[str, str]] = []  # arrows from spot to spot


class SceneMove(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A legal move: its sentence and its spots."""

    id: str  # what a client sends to make it: "take place=3"
    words: str
    verb: str  # groups moves in a list
    spots: dict[str, int]
    aims: list[str] = []
    gain: str = ""  # a short remark next to it: "8 points", "costs 1 stick"
    safe: bool = True  # can be undone freely, so it may be made without asking
    ghosts: list[Sprite] = []
    lines: list[tuple[str, str]] = []


class Step(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One step of a guided first game: what to do, and why. Without `moves` it is only text."""

    says: str
    why: str = ""
    moves: list[str] = []  # the suggested moves as text; * stands for anything
    spots: list[str] = []  # what is highlighted; if empty, the spots of the move
    turn: int = -1  # the player's own turn in which it can be taken; -1: any
    spare: bool = False  # shown where the steps before it do not fit; else nobody misses it


class Counted(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One step of counting points: what for, how many, and which pieces brought them."""

    seat: int
    text: str  # "light on the tall tree at C4"
    points: int = 0
    sprites: list[str] = []  # ids of pieces in the scene after the move


class Score(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The score of a seat, with the lines that add up to it."""

    seat: int
    name: str
    total: int
    lines: list[tuple[str, int]] = []
    rank: int = 0  # 1 for the winner, when the match is over; ties share a rank


class Scene(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Everything one seat sees and may do."""

    game: str
    title: str
    prompt: str  # what this seat must decide, or whom it waits for, in one sentence
    panels: list[Panel]
    moves: list[SceneMove] = []
    scores: list[Score] = []
    news: list[str] = []  # what has just happened
    turn: int = 0  # whose turn it is
    me: int = 0  # who looks; -1 is a spectator
    own_turn: int = -1  # the number of the viewer's own turn, where a guide counts turns
    verdict: str = ""  # when the match is over: what the game says besides the ranks
    won: bool = True  # False: the match is over and nobody won
    pieces: str = ""  # the hash of the components, if they are not the game's own: its art differs
    # The colour of each seat, by the seat that has it as printed. Empty: as printed.
    colours: list[int] = []


class Flow(NamedTuple):
    """The layout of a row panel: px per unit, the size in units, and the centre of each slot."""

    scale: float
    width: float
    height: float
    centres: list[tuple[float, float]]


def flow(panel: Panel, width: float) -> Flow:
    """Lay out a row panel in `width` px.

    The slots get as few lines as possible with 100 units at least `least` px wide, and never wider
    than `most`. Every reader follows the same steps; both are tested with the same table of cases.
    """
    slots = panel.slots
    if not slots:
        return Flow(1, width, 0, [])
    for rows in range(1, len(slots) + 1):
        lines = _broken(panel, rows)
        wide = max(_length(panel, line) for line in lines)
        scale = min(width / wide, panel.most / 100)
        if scale * 100 >= panel.least:
            break
    box = width / scale
    left = 0.0 if rows > 1 or panel.area == "other" else (box - wide) / 2
    centres = [(0.0, 0.0)] * len(slots)
    y = 0.0
    for line in lines:
        high = max(slots[i][1] for i in line)
        x = left
        for i in line:
            w, h = slots[i]
            centres[i] = (x + w / 2, y + high - h / 2)
            x += w + panel.gap
        y += high + panel.gap
    return Flow(scale, box, y - panel.gap, centres)


def _length(panel: Panel, line: list[int]) -> float:
    return sum(panel.slots[i][0] + panel.gap for i in line) - panel.gap


def _broken(panel: Panel, rows: int) -> list[list[int]]:
    """The slots in at most `rows` lines of about equal length. A slot begins the next line if more
    than half of it would lie beyond the end of the present one."""
    target = _length(panel, list(range(len(panel.slots)))) / rows
    lines: list[list[int]] = [[]]
    used = 0.0
    for i, (w, _) in enumerate(panel.slots):
        if lines[-1] and len(lines) < rows and used + w / 2 > target:
            lines.append([])
            used = 0
        lines[-1].append(i)
        used += w + panel.gap
    return lines
