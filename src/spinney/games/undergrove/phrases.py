"""The small change of Undergrove's sentences: numbers, cubes, places, abilities, goals."""

from __future__ import annotations

from collections.abc import Sequence

from spinney.games.undergrove.components import Box, Mushroom, Side
from spinney.games.undergrove.pieces import BONUS_STONES, COLOURS
from spinney.games.undergrove.view_types import Fir, Plant, Question, View

TITLE = "Undergrove"
ALONE = ("Brown", "Tan")  # the trees of a solo game
COMPASS = {"nw": "north-west", "ne": "north-east", "sw": "south-west", "se": "south-east"}
OFFSETS = {"nw": (0, 0), "ne": (1, 0), "sw": (0, 1), "se": (1, 1)}
SIDES = (("north", 0, -1), ("east", 1, 0), ("south", 0, 1), ("west", -1, 0))
CUBE_NAMES = {"c": "carbon", "n": "nitrogen", "p": "phosphorus", "k": "potassium"}
TYPE_NAMES = {
    "ring": "ring",
    "pores": "pores",
    "gills": "gills",
    "other": "other shapes",
    "none": "no type",
}
BOOSTS = {
    "reproduce_root": "Reproduce: a second Root",
    "partner_root": "Partner: a third Root",
    "reproduce_tile": "Reproduce: a second mushroom free",
    "partner_tile": "Partner: a second mushroom free",
    "photosynthesize": "Photosynthesize: 1 C more",
}
COUNTED = {
    "six_carbon_turns": "turns in which you made 6 C or more",
    "nitrogen_paid": "N paid in Photosynthesize",
    "same_type_turns": "turns with 2 Roots placed on one type",
    "far_moves": "carbon moved 2 or more steps",
    "all_ready_turns": "turns in which all 4 used tokens became ready",
    "vertical_lines": "vertical lines with a plant",
    "mushrooms_touched": "different mushrooms your plants touch",
    "trees": "Trees",
    "plants_with_two_roots": "plants with 2 or more Roots",
    "roots": "Roots in the forest",
    "roots_on_even": "Roots on even values",
    "roots_on_odd": "Roots on odd values",
    "roots_on_colour": "Roots on names with a colour",
    "roots_on_creature": "Roots on names with an animal or a person",
    "plants_with_four_types": "plants that touch exactly 4 types",
    "plants_with_two_types": "plants that touch exactly 2 types",
    "plants_near_absorb": "plants that touch a mushroom that absorbs",
    "plants_near_others_gain": "plants that touch a mushroom that gives to all others",
    "sets_of_values": "sets of three Roots, on values 2, 3 and 4, each Root in one set",
    "plants_in_the_ring": "plants on the 12 corners around the starting ones",
}
ORDINALS = ("1st", "2nd", "3rd", "4th")


def number(n: int, thing: str) -> str:
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def listing(parts: Sequence[str], last: str = "and") -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def cubes(text: str) -> str:
    """'N K K K ? ?' of the box as '1 N, 3 K and 2 cubes'."""
    letters = text.split()
    parts = [f"{letters.count(letter)} {letter}" for letter in "CNPK" if letter in letters]
    if "?" in letters:
        parts.append(number(letters.count("?"), "cube"))
    return listing(parts) if parts else "nothing"


def tallied(counts: dict[str, int]) -> str:
    """{'n': 2, 'k': 1} as '2 N and 1 K'."""
    parts = [f"{n} {kind.upper()}" for kind, n in counts.items() if n]
    return listing(parts) if parts else "nothing"


# ------------------------------------------------------------------------------------- the view
def called(seen: View, names: Sequence[str], who: int) -> str:
    """A player's name; in a solo game the two others are the AI's."""
    return names[who] if who < seen.seats else ALONE[who - 1]


def asked(seen: View) -> Question | None:
    """The question on top of the agenda."""
    return seen.agenda[-1] if seen.agenda else None


def asked_what(seen: View) -> str:
    question = asked(seen)
    return question.what if question else ""


def count(fir: Fir, kind: str) -> int:
    """How many cubes of a kind are on a board."""
    return {"c": fir.c, "n": fir.n, "p": fir.p, "k": fir.k}[kind]


def nutrients(fir: Fir) -> int:
    """What can pay for "a cube"."""
    return fir.n + fir.p + fir.k


def picked(said: dict[str, str]) -> dict[str, int]:
    return {kind: int(said.get(kind, "0")) for kind in ("n", "p", "k")}


def owed(where: int) -> str:
    """What a payment still lacks: tokens, cubes, and steps that take either."""
    tokens, any_cubes, steps = where & 15, where >> 4 & 15, where >> 8 & 255
    parts = []
    if tokens:
        parts.append(number(tokens, "token"))
    if any_cubes:
        parts.append(number(any_cubes, "cube"))
    if steps:
        parts.append(f"{number(steps, 'step')} (a token or a cube each)")
    return listing(parts) if parts else "nothing"


def taken(where: int) -> tuple[str, str]:
    """Which tree of the AI has just taken a Bonus tile, and from which stone."""
    place = where.bit_length() - 1
    return COLOURS[place // BONUS_STONES], ("first", "second", "third")[place % BONUS_STONES]


# ------------------------------------------------------------------------------------- mushrooms
def cost(tile: Mushroom) -> str:
    """What an activation takes: 'the ring token, 1 C'."""
    price = tile.cost
    parts = [f"the {tile.type} token"] if price.token else []
    if price.carbon:
        parts.append(f"{price.carbon} C")
    if price.any:
        parts.append(number(price.any, "cube"))
    return ", ".join(parts) or "nothing"


def ability(tile: Mushroom) -> str:
    """What an activation brings, shortly: '1 N and 1 P, pores ready'."""
    able = tile.ability
    parts = []
    if able.gain:
        parts.append(cubes(able.gain))
    if able.others:
        parts.append(f"all others {cubes(able.others)}")
    if able.ready:
        parts.append(f"{listing(able.ready)} ready")
    if able.again:
        parts.append("another action" + (f" or {cubes(able.instead)}" if able.instead else ""))
    if able.absorb:
        where = "from here" if able.source == "here" else "from anywhere"
        free = f", {able.free} steps free" if able.free else ""
        parts.append(f"absorb {able.absorb} C {where}{free}")
    if able.copy:
        parts.append("copy another mushroom of its type")
    if able.trade:
        parts.append(f"swap up to {able.trade} cubes")
    if able.fill:
        parts.append("fill its spaces" if able.fill == "gain" else "1 cube onto its spaces")
    if able.ongoing:
        parts.append(BOOSTS[able.ongoing])
    if able.refill:
        parts[-1] += ". When no mushroom has carbon, each of the four beside it gets 1 C"
    return ", ".join(parts)


def worth(tile: Mushroom) -> str:
    """'worth 3', 'worth 0 to 5 by filled spaces', 'worth 2 and 1 for each gills beside it'."""
    value = tile.value
    if value.filled:
        return f"worth {value.filled[0]} to {value.filled[-1]} by filled spaces"
    if value.each:
        return f"worth {value.base} and 1 for each {value.each} beside it"
    return f"worth {value.base}"


def bargain(printed: Mushroom) -> str:
    """An activation at a glance: '1 C → N P, pores ready'. The token is that of the type."""
    price, able = printed.cost, printed.ability
    paid = [f"{price.carbon} C"] if price.carbon else []
    paid += [number(price.any, "cube")] if price.any else []
    got = [able.gain.replace("? ? ? ?", "4 cubes").replace("? ?", "2 cubes").replace("?", "1 cube")]
    got += [f"others {able.others}"] if able.others else []
    got += [f"{' and '.join(able.ready)} ready"] if able.ready else []
    got += ["another action" + (f" or {able.instead}" if able.instead else "")] * able.again
    got += [f"absorb {able.absorb}"] if able.absorb else []
    got += [f"swap {able.trade}"] if able.trade else []
    brought = ", ".join(part for part in got if part)
    return f"{', '.join(paid)} → {brought}" if paid else brought


def marked(tile: Mushroom) -> str:
    """What Red Crossbill counts of a name; a creature is an animal or a person."""
    found = ["a colour"] * tile.colour + ["a creature"] * tile.creature
    return f"Its name has {listing(found)}" if found else ""


def described(tile: Mushroom) -> str:
    """A mushroom in words."""
    kind = f"{tile.name}, {TYPE_NAMES[tile.type]}"
    mark = f". {marked(tile)}" if marked(tile) else ""
    if tile.ability.ongoing:
        return f"{kind}. Ongoing: {ability(tile)}; {worth(tile)}{mark}"
    paid = cost(tile)
    asked = "" if paid == "nothing" else f"Costs {paid}. "
    return f"{kind}. {asked}Ability: {ability(tile)}; {worth(tile)}{mark}"


def read_out(tile: Mushroom) -> str:
    """What is printed on a tile, in a line: 'ring token, 1 C → 1 N and 1 P, pores ready'."""
    if tile.ability.ongoing:
        text = f"ongoing, {BOOSTS[tile.ability.ongoing]}"
    else:
        paid = cost(tile).removeprefix("the ")
        text = f"{'free' if paid == 'nothing' else paid} → {ability(tile)}"
    if tile.value.filled or tile.value.each:
        text += f"; {worth(tile)}"
    return text + (f". {marked(tile)}" if marked(tile) else "")


# ----------------------------------------------------------------------------------------- places
def places(seen: View) -> dict[tuple[int, int], str]:
    """The mushrooms by where they lie."""
    return {(mushroom.x, mushroom.y): mushroom.kind for mushroom in seen.forest}


def lies(seen: View, kind: str) -> tuple[int, int]:
    for mushroom in seen.forest:
        if mushroom.kind == kind:
            return mushroom.x, mushroom.y
    raise KeyError(kind)


def in_forest(seen: View, kind: str) -> bool:
    return any(mushroom.kind == kind for mushroom in seen.forest)


def beside(box: Box, seen: View, x: int, y: int) -> str:
    """An empty place by a neighbour: 'east of Fly Agaric'."""
    there = places(seen)
    for side, dx, dy in SIDES:
        neighbour = there.get((x - dx, y - dy))
        if neighbour:
            return f"{side} of {box.name(neighbour)}"
    return f"at {x},{y}"


def vertex(seen: View, kind: str, corner: str) -> tuple[int, int]:
    """The corner of a mushroom as a corner of the map."""
    x, y = lies(seen, kind)
    dx, dy = OFFSETS[corner]
    return x + dx, y + dy


def plant_at(plants: Sequence[Plant], x: int, y: int) -> Plant | None:
    for plant in plants:
        if plant.x == x and plant.y == y:
            return plant
    return None


def standing(box: Box, seen: View, plant: Plant) -> str:
    """Where a plant stands: 'north-west of Fly Agaric'."""
    there = places(seen)
    for corner, (dx, dy) in OFFSETS.items():
        kind = there.get((plant.x - dx, plant.y - dy))
        if kind:
            return f"{COMPASS[corner]} of {box.name(kind)}"
    return f"at {plant.x},{plant.y}"


def way(seen: View, source: str, goal: str) -> int:
    """Steps from mushroom to mushroom over the tiles; -1 if there is no way."""
    there = places(seen)
    start, end = lies(seen, source), lies(seen, goal)
    reached, edge, steps = {start}, [start], 0
    while edge:
        if end in reached:
            return steps
        steps += 1
        edge = [
            (x + dx, y + dy)
            for x, y in edge
            for _, dx, dy in SIDES
            if (x + dx, y + dy) in there and (x + dx, y + dy) not in reached
        ]
        reached.update(edge)
    return -1


# ------------------------------------------------------------------------------------------ goals
def table_of(side: Side, players: int) -> str:
    """The score table of a goal: '1 → 3, 2 → 5, 3 → 9'."""
    if side.each:
        return f"{number(side.each, 'point')} each"
    if side.ranks:
        places = zip(ORDINALS[:players], side.ranks, strict=False)
        return ", ".join(f"{place} {points}" for place, points in places)
    rows = [
        f"{n} → {points}"
        for n, points in enumerate(side.table)
        if points and points != _before(side, n)
    ]
    return ", ".join(rows)


def _before(side: Side, n: int) -> int:
    return side.table[n - 1] if n else -1
