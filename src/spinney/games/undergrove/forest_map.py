"""The forest as a map: where tiles, corners, plants, Roots and carbon are drawn. Knows no rules."""

from __future__ import annotations

import math
from collections.abc import Sequence

from spinney.drawing.scene import Counter, Panel, Reveal, Sprite
from spinney.games.undergrove.art.tiles import SIDE, slot
from spinney.games.undergrove.components import Box
from spinney.games.undergrove.phrases import (
    COMPASS,
    OFFSETS,
    called,
    described,
    listing,
    number,
    places,
    plant_at,
    way,
)
from spinney.games.undergrove.view_types import Fir, Mushroom, Plant, View

T = float(SIDE)
MARGIN = 34.0  # around the outermost tiles: half a plant
PLANT = 58.0
ROOT = (54.0, 34.0)
REACH = 41.0  # from a corner to the middle of a Root
ROUND = "M-27 0A27 27 0 1 0 27 0A27 27 0 1 0 -27 0Z"  # where a Root can be placed
CARBON = 40.0
DROP = 25.0  # carbon on a Seedling
GAP = "M-96 -80Q-96 -96 -80 -96H80Q96 -96 96 -80V80Q96 96 80 96H-80Q-96 96 -96 80Z"


class Frame:
    """The box of the map in units, and where things are in it. It grows with the forest."""

    def __init__(self, seen: View) -> None:
        spots = [(mushroom.x, mushroom.y) for mushroom in seen.forest]
        if laying(seen):
            spots += seen.places
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        self.left, self.top = min(xs), min(ys)
        self.width = (max(xs) - self.left + 1) * T + 2 * MARGIN
        self.height = (max(ys) - self.top + 1) * T + 2 * MARGIN

    def corner(self, x: int, y: int) -> tuple[float, float]:
        """The north-west corner of the place x, y."""
        return (x - self.left) * T + MARGIN, (y - self.top) * T + MARGIN

    def middle(self, x: int, y: int) -> tuple[float, float]:
        a, b = self.corner(x, y)
        return a + T / 2, b + T / 2


def asks(seen: View) -> set[str]:
    """What the viewer is asked; a mushroom may be laid before the next question is answered."""
    if seen.seat not in seen.deciding or not seen.agenda:
        return set()
    top = seen.agenda[-1].what
    return {top, seen.agenda[-2].what} if top == "lay" and len(seen.agenda) > 1 else {top}


def laying(seen: View) -> bool:
    return bool(asks(seen) & {"lay", "lay_free"})


# --------------------------------------------------------------------------------------- the panel
def forest(box: Box, seen: View, names: Sequence[str]) -> Panel:
    frame = Frame(seen)
    sprites: list[Sprite] = []
    for i, mushroom in enumerate(seen.forest):
        sprites += tile(box, seen, names, frame, mushroom, i)
    sprites += gaps(seen, frame)
    for who, fir in enumerate(seen.firs):
        for plant in fir.plants:
            sprites += planted(box, seen, names, frame, who, plant)
    sprites += closed(seen, frame)
    sprites += openings(box, seen, frame)
    carbon = sum(mushroom.carbon for mushroom in seen.forest)
    return Panel(
        id="forest",
        title="The forest",
        area="board",
        sprites=sprites,
        counters=[Counter("supply", "tiles face down", seen.supply)],
        reveals=reveals(seen, frame),
        width=frame.width,
        height=frame.height,
        least=80,
        zoom=True,
        backdrop="rings",
        say=f"{number(len(seen.forest), 'mushroom')} with {carbon} carbon on them.",
    )


def tile(
    box: Box, seen: View, names: Sequence[str], frame: Frame, mushroom: Mushroom, i: int
) -> list[Sprite]:
    """A mushroom with what lies on it."""
    kind = mushroom.kind
    printed = box.mushrooms[kind]
    x, y = frame.middle(mushroom.x, mushroom.y)
    left, top = x - T / 2, y - T / 2
    label = described(printed)
    if mushroom.carbon:
        label += f". {mushroom.carbon} carbon on it"
    if rooted := roots_in(seen, names, kind):
        label += f". Roots of {rooted}"
    sprites = [
        Sprite(
            f"tile.{kind}",
            f"tile-{kind}",
            x=x,
            y=y,
            w=T - 4,
            h=T - 4,
            z=1,
            spot=f"tile:{kind}",
            label=label,
            halo="card",
        )
    ]
    if printed.value.filled or printed.value.each:
        worth = f"worth {mushroom.value} now"
        art = f"leaf-{min(mushroom.value, 6)}"
        sprites.append(
            Sprite(f"worth.{kind}", art, x=left + 173, y=top + 70, w=38, h=40, z=2, label=worth)
        )
    letters = set(printed.ability.gain.lower().split())
    art = f"cube-{letters.pop()}" if len(letters) == 1 else "cube-any"
    for j in range(mushroom.filled):
        a, b = slot(j, len(printed.value.filled) - 1)
        art = art.replace("?", "any")
        sprites.append(Sprite(f"filled.{kind}.{j}", art, x=left + a, y=top + b, w=21, h=21, z=3))
    return sprites + pile(100 * i, mushroom.carbon, left + 30, top + 114)


def pile(base: int, carbon: int, x: float, y: float) -> list[Sprite]:
    """Carbon on a mushroom: up to three cubes, and the number from two on."""
    shown = min(carbon, 3)
    return [
        Sprite(
            f"carbon.{base + j}",
            "cube-c",
            x=x + 9 * (j % 2),
            y=y + 9 * j - 4 * (shown - 1),
            w=CARBON,
            h=CARBON,
            z=3 + j,
            count=carbon if j == shown - 1 and carbon > 1 else -1,
            reveal="reach",
            label=f"{carbon} carbon",
        )
        for j in range(shown)
    ]


def roots_in(seen: View, names: Sequence[str], kind: str) -> str:
    owners = []
    for who, fir in enumerate(seen.firs):
        roots = sum(kind in plant.roots for plant in fir.plants)
        if roots:
            name = "you" if who == seen.seat else called(seen, names, who)
            owners.append(f"{name} ({roots})" if roots > 1 else name)
    return listing(owners) if owners else ""


def gaps(seen: View, frame: Frame) -> list[Sprite]:
    """Where a mushroom can be laid, while it is asked."""
    if not laying(seen):
        return []
    sprites = []
    for x, y in seen.places:
        a, b = frame.middle(x, y)
        sprites.append(
            Sprite(
                f"gap.{x}.{y}",
                path=GAP,
                x=a,
                y=b,
                tone="wood0",
                line="dash",
                spot=f"place:{x},{y}",
                label="An empty place for a mushroom",
            )
        )
    return sprites


# --------------------------------------------------------------------------------------- the plants
def owner(seen: View, who: int) -> str:
    """Whose symbols a player's plants use: a seat's, or those of the trees of a solo game."""
    return str(who) if who < seen.seats else ("brown", "tan")[who - 1]


def planted(
    box: Box, seen: View, names: Sequence[str], frame: Frame, who: int, plant: Plant
) -> list[Sprite]:
    """A Seedling or Tree with its Roots and its carbon."""
    x, y = frame.corner(plant.x, plant.y)
    there = places(seen)
    sprites = []
    for corner, (dx, dy) in OFFSETS.items():
        kind = there.get((plant.x - dx, plant.y - dy))
        if kind in plant.roots:
            sprites.append(root_sprite(f"root.{plant.x}.{plant.y}.{corner}", x, y, corner, who))
    kind = "Tree" if plant.tree else "Seedling"
    whose = "Your" if who == seen.seat else f"{called(seen, names, who)}'s"
    holds = "" if plant.tree else f" with {plant.carbon} carbon"
    rooted = ", ".join(box.name(root) for root in plant.roots)
    label = f"{whose} {kind}{holds}"
    label += f"; Roots in {rooted}" if rooted else ""
    label += f"; would score {plant.points}"
    sprites.append(
        Sprite(
            f"plant.{plant.x}.{plant.y}",
            f"{'tree' if plant.tree else 'seedling'}-{owner(seen, who)}",
            x=x,
            y=y,
            w=PLANT,
            h=PLANT,
            z=8,
            spot=f"plant:{plant.x},{plant.y}",
            label=label,
            owner=who if who < seen.seats else -1,
            reveal="scores",
        )
    )
    base = 100000 + 1000 * (plant.x + 60) + 7 * (plant.y + 60)
    for j in range(plant.carbon):
        a = (j - (plant.carbon - 1) / 2) * 20
        sprites.append(
            Sprite(f"carbon.{base + j}", "cube-c", x=x + a, y=y + 27, w=DROP, h=DROP, z=9)
        )
    return sprites


def root_sprite(id: str, x: float, y: float, corner: str, who: int) -> Sprite:
    """A Root that grows from the corner x, y into the mushroom of which that is `corner`."""
    dx, dy = (1 if corner.endswith("w") else -1), (1 if corner.startswith("n") else -1)
    turn = math.degrees(math.atan2(dy, dx)) - 90
    far = REACH / math.sqrt(2)
    return Sprite(
        id,
        "root",
        x=x + dx * far,
        y=y + dy * far,
        w=ROOT[0],
        h=ROOT[1],
        turn=turn,
        z=6,
        owner=who,
    )


def closed(seen: View, frame: Frame) -> list[Sprite]:
    """Corners of Earthlover that nobody may use."""
    sprites = []
    for corner in seen.blocked:
        dx, dy = OFFSETS[corner]
        x, y = frame.corner(dx, dy)
        label = "A closed corner: a colour that does not play"
        sprites.append(
            Sprite(
                f"closed.{corner}", "stranger", x=x, y=y, w=PLANT - 8, h=PLANT - 8, z=8, label=label
            )
        )
    return sprites


# ----------------------------------------------------------------------- where something may be put
def openings(box: Box, seen: View, frame: Frame) -> list[Sprite]:
    """Quarters of tiles that can be touched, while a Seedling or a Root is asked for."""
    wanted = asks(seen)
    if "settle" in wanted:
        quarters = [("earthlover", corner) for corner in OFFSETS if free(seen, *OFFSETS[corner])]
    elif "plant" in wanted:
        quarters = [
            (mushroom.kind, corner)
            for mushroom in seen.forest
            for corner, (dx, dy) in OFFSETS.items()
            if free(seen, mushroom.x + dx, mushroom.y + dy)
        ]
    elif "root" in wanted:
        mine = seen.firs[seen.seat].plants
        quarters = [
            (mushroom.kind, corner)
            for mushroom in seen.forest
            for corner, (dx, dy) in OFFSETS.items()
            if (plant := plant_at(mine, mushroom.x + dx, mushroom.y + dy))
            and mushroom.kind not in plant.roots
        ]
    else:
        return []
    there = {kind: place for place, kind in places(seen).items()}
    return [opening(box, frame, kind, corner, there[kind]) for kind, corner in quarters]


def opening(box: Box, frame: Frame, kind: str, corner: str, place: tuple[int, int]) -> Sprite:
    dx, dy = OFFSETS[corner]
    x, y = frame.corner(place[0] + dx, place[1] + dy)
    far = REACH / math.sqrt(2)
    x += far if corner.endswith("w") else -far
    y += far if corner.startswith("n") else -far
    return Sprite(
        f"open.{kind}.{corner}",
        path=ROUND,
        x=x,
        y=y,
        z=7,
        spot=f"quarter:{kind}:{corner}",
        label=f"{COMPASS[corner].capitalize()} of {box.name(kind)}",
    )


def free(seen: View, x: int, y: int) -> bool:
    """Whether no plant holds a corner and it is not closed."""
    if any(plant_at(fir.plants, x, y) for fir in seen.firs):
        return False
    return not any(OFFSETS[corner] == (x, y) for corner in seen.blocked)


# ----------------------------------------------------------------------------------- more on demand
def reveals(seen: View, frame: Frame) -> list[Reveal]:
    """What plants would score; and how far carbon is from the viewer's thirsty Seedlings."""
    found = [Reveal("scores", "Scores of plants", scores(seen, frame))]
    if seen.seat >= 0:
        found.append(Reveal("reach", "Carbon in reach", reach(seen, frame)))
    return found


def scores(seen: View, frame: Frame) -> list[Sprite]:
    sprites = []
    for fir in seen.firs:
        for plant in fir.plants:
            x, y = frame.corner(plant.x, plant.y)
            art = f"leaf-{min(plant.points, 24)}"
            sprites.append(
                Sprite(f"scores.{plant.x}.{plant.y}", art, x=x, y=y, w=PLANT, h=PLANT, z=12)
            )
    return sprites


def reach(seen: View, frame: Frame) -> list[Sprite]:
    """For each mushroom with carbon: the steps to the nearest Root of a Seedling of the viewer."""
    goals = drinking(seen.firs[seen.seat])
    sprites = []
    for mushroom in seen.forest:
        if not mushroom.carbon or not goals:
            continue
        steps = min(way(seen, mushroom.kind, kind) for kind in goals)
        x, y = frame.middle(mushroom.x, mushroom.y)
        word = "here" if not steps else number(steps, "step")
        sprites.append(
            Sprite(
                f"reach.{mushroom.kind}",
                text=word,
                x=x,
                y=y - 10,
                h=36,
                z=12,
                tone="ink",
                line="broad",
            )
        )
    return sprites


def drinking(me: Fir) -> list[str]:
    """The mushrooms with a Root of a Seedling, which drinks; Trees do not."""
    return sorted({root for plant in me.plants if not plant.tree for root in plant.roots})
