"""Every sentence of Undergrove that is about what can be done now, and the table as text.

What happened is told in telling.py, why something may not be done in refusals.py, how points are
counted in counting.py; all from views alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from spinney.games.undergrove.components import Box
from spinney.games.undergrove.counting import outcome as outcome
from spinney.games.undergrove.phrases import (
    COMPASS,
    COUNTED,
    ability,
    asked,
    asked_what,
    bargain,
    beside,
    called,
    count,
    cubes,
    described,
    listing,
    number,
    owed,
    picked,
    plant_at,
    read_out,
    standing,
    table_of,
    taken,
    tallied,
    vertex,
    way,
    worth,
)
from spinney.games.undergrove.phrases import TITLE as TITLE
from spinney.games.undergrove.pieces import BEYOND, COLOURS
from spinney.games.undergrove.refusals import refuse as refuse
from spinney.games.undergrove.rules.moves import VERBS
from spinney.games.undergrove.telling import tell as tell
from spinney.games.undergrove.text_map import forest_map
from spinney.games.undergrove.view_types import Fir, Question, View


# -------------------------------------------------------------------------------------- the prompt
def prompt(box: Box, seen: View, names: Sequence[str]) -> str:
    if not seen.deciding:
        return "The forest is grown: the game is over."
    if seen.seat not in seen.deciding:
        return f"{listing([names[seat] for seat in seen.deciding])} is choosing."
    question = asked(seen)
    if question is None:
        return "It is your turn."
    return question_words(box, seen, question) + last_round(seen)


def after_laying(seen: View) -> str:
    """Laying may be left out: the next part of the action answers the question too."""
    below = seen.agenda[-2].what if len(seen.agenda) > 1 else ""
    return {"plant": "Or place your Seedling.", "root": "Or place your Roots."}.get(below, "")


def last_round(seen: View) -> str:
    if asked_what(seen) not in ("action", "action_or"):
        return ""
    return ("", " The end is near: this round, and one more turn each.", " Your last turn.")[
        seen.ending
    ]


def question_words(box: Box, seen: View, question: Question) -> str:
    times = question.times
    match question.what:
        case "settle":
            return "Choose a corner of Earthlover for your first Seedling."
        case "action":
            if seen.here:
                return "Take another action."
            return "Your turn: activate, absorb, reproduce, partner or photosynthesize."
        case "action_or":
            return f"Take another action, or {cubes(box.mushrooms[seen.using].ability.instead)}."
        case "pay":
            return f"Pay {owed(question.where)}."
        case "gain":
            return f"Choose {number(times, 'cube')} to take."
        case "trade":
            return f"You may swap up to {number(times, 'cube')}."
        case "fill":
            return f"How many cubes go onto {box.name(seen.using)}? They raise its value."
        case "absorb":
            more = "" if question.must else ", or stop"
            return f"Absorb carbon: choose where it comes from and who drinks it{more}."
        case "lay":
            return f"You may lay a mushroom of your hand for 1 cube first. {after_laying(seen)}"
        case "lay_free":
            if question.must:
                return "Lay the second mushroom, free: it must make room for what you place."
            return "You may lay a second mushroom, free, or go on without."
        case "plant":
            return "Place your Seedling: choose a corner and the mushroom its Root goes into."
        case "root":
            more = "" if question.must else ", or stop"
            return f"Place {number(times, 'Root')}{more}."
        case "discard":
            return "You may discard tiles; you draw new ones at the end of your turn."
        case "keep":
            return "Look at the Bonus tiles and keep one."
        case "claim":
            return "You are beyond the last stone: choose a green space."
        case "ready":
            return "You may ready one token."
        case "end":
            return "Play a Bonus tile, or end your turn."
        case "show":
            tree, _ = taken(question.where)
            return f"{tree.capitalize()} took a Bonus tile: turn it over, or leave it face down."
        case _:
            return "It is your turn."


# ------------------------------------------------------------------------------------------- moves
def move(box: Box, seen: View, number_: int) -> str:
    said = VERBS.to_json(number_)
    match said["verb"]:
        case "settle":
            return f"Settle {COMPASS[said['corner']]} of {box.name('earthlover')}"
        case "activate":
            copied = f" as {box.name(said['copy'])}" if "copy" in said else ""
            return f"Activate {box.name(said['mushroom'])}{copied}"
        case "absorb":
            return f"Absorb {drink(box, seen, said)}"
        case "reproduce":
            return "Reproduce"
        case "partner":
            return "Partner"
        case "photosynthesize":
            paid = int(said.get("nitrogen", "0"))
            return f"Photosynthesize and pay {paid} N" if paid else "Photosynthesize"
        case "lay":
            place = beside(box, seen, int(said["x"]), int(said["y"]))
            return f"Lay {box.name(said['mushroom'])} {place}"
        case "plant":
            spot = f"{COMPASS[said['corner']]} of {box.name(said['mushroom'])}"
            return f"Plant a Seedling {spot}, its Root into it"
        case "root":
            return f"Root into {box.name(said['mushroom'])} from its {COMPASS[said['corner']]}"
        case "pay":
            part = said["part"]
            return f"Pay 1 {part.upper()}" if part in "npk" else f"Pay with the {part} token"
        case "gain":
            return f"Take {tallied(picked(said))}"
        case "trade":
            return f"Swap 1 {said['give'].upper()} for 1 {said['take'].upper()}"
        case "fill":
            return f"Put {number(int(said['number']), 'cube')} onto {box.name(seen.using)}"
        case "discard":
            return f"Discard {box.name(said['mushroom'])}"
        case "bonus":
            tile = held(seen, said["stone"])
            return f"Play your Bonus tile{alike(seen, said['stone'])}: {box.bonus[tile].name}"
        case "keep":
            return f"Keep the Bonus tile: {box.bonus[said['tile']].name}"
        case "claim":
            return f"Claim the space: {box.spaces[said['space']].name}"
        case "ready":
            return f"Ready the {said['token']} token"
        case "show":
            return (
                f"Turn over {said['tree'].capitalize()}'s Bonus tile of the {said['stone']} stone"
            )
        case _:
            return stopping(seen)


def alike(seen: View, stone: str) -> str:
    """Two tiles may say the same; then the stone it came from tells them apart."""
    tile = held(seen, stone)
    same = [b for b in seen.firs[seen.seat].bonus if b.tile == tile and not b.played]
    return f" of the {stone} stone" if len(same) > 1 else ""


def held(seen: View, stone: str) -> str:
    """The Bonus tile one took from a stone."""
    for bonus in seen.firs[seen.seat].bonus:
        if bonus.stone == stone:
            return bonus.tile
    raise KeyError(stone)


def drink(box: Box, seen: View, said: dict[str, str]) -> str:
    """Where the carbon comes from and which plant drinks it."""
    source, mushroom = said["source"], said["mushroom"]
    over = "" if source == mushroom else f", moved to {box.name(mushroom)}"
    return f"from {box.name(source)}{over}, Seedling at its {COMPASS[said['corner']]}"


STOPS = {
    "action_or": "End this turn",
    "trade": "Swap no more",
    "fill": "Put no cubes down",
    "absorb": "Absorb no more",
    "lay": "Lay no mushroom",
    "lay_free": "Lay no second mushroom",
    "root": "Place no more Roots",
    "discard": "Discard no more",
    "ready": "Ready no token",
    "end": "End your turn",
    "show": "Leave it face down",
}


def stopping(seen: View) -> str:
    return STOPS.get(asked_what(seen), "Go on")


# ----------------------------------------------------------------------------- what a move would do
def gain(box: Box, seen: View, number_: int) -> str:
    said = VERBS.to_json(number_)
    match said["verb"]:
        case "activate":
            return traded(box, said)
        case "absorb":
            return absorbed(box, seen, said)
        case "reproduce":
            return f"pay {box.actions.reproduce}"
        case "partner":
            return f"pay {box.actions.partner}"
        case "photosynthesize":
            return f"{made(box, seen) + int(said.get('nitrogen', '0'))} C, tokens ready"
        case "lay":
            free = asked_what(seen) == "lay_free"
            return ("free; " if free else "") + worth(box.mushrooms[said["mushroom"]])
        case "plant" | "root":
            return f"worth {value(seen, said['mushroom'])}"
        case "fill":
            return f"worth {filled(box, seen, int(said['number']))}"
        case "pay":
            return left_over(seen, said["part"])
        case "discard":
            return ability(box.mushrooms[said["mushroom"]])
        case _:
            return ""


def traded(box: Box, said: dict[str, str]) -> str:
    return bargain(box.mushrooms[said.get("copy", said["mushroom"])])


def absorbed(box: Box, seen: View, said: dict[str, str]) -> str:
    """What absorbing costs, and what it does to the plant."""
    steps = way(seen, said["source"], said["mushroom"])
    by_action = asked_what(seen) in ("action", "action_or")
    free = 0 if by_action or not seen.using else box.mushrooms[seen.using].ability.free
    parts = ["token", "cube"] if by_action else []
    if steps:
        dear = max(0, steps - free)
        parts.append(number(steps, "step") + ("" if dear == steps else f" ({dear} to pay)"))
    me = seen.firs[seen.seat]
    plant = plant_at(me.plants, *vertex(seen, said["mushroom"], said["corner"]))
    if plant and plant.carbon + 1 == box.actions.tree and me.trees:
        return f"{' + '.join(parts) or 'free'}: a Tree"
    return " + ".join(parts) or "free"


def made(box: Box, seen: View) -> int:
    """Carbon of a Photosynthesize, without nitrogen."""
    boosts = [box.mushrooms[kind].ability.ongoing for kind in seen.firs[seen.seat].boosts]
    return len(box.actions.photosynthesize.split()) + ("photosynthesize" in boosts)


def value(seen: View, kind: str) -> int:
    for mushroom in seen.forest:
        if mushroom.kind == kind:
            return mushroom.value
    return 0


def filled(box: Box, seen: View, more: int) -> int:
    table = box.mushrooms[seen.using].value.filled
    for mushroom in seen.forest:
        if mushroom.kind == seen.using:
            return table[min(mushroom.filled + more, len(table) - 1)]
    return 0


def left_over(seen: View, part: str) -> str:
    me = seen.firs[seen.seat]
    if part in "npk":
        return f"you have {count(me, part)}"
    return ""


# -------------------------------------------------------------------------------------------- text
def text(box: Box, seen: View, names: Sequence[str]) -> str:
    """The table for a terminal, and for whoever does not see the picture."""
    every = [called(seen, names, who) for who in range(len(seen.firs))]
    lines = [*forest_map(seen, every, lambda kind: box.mushrooms[kind].name), ""]
    lines += [f"The forest: {number(len(seen.forest), 'mushroom')}, {seen.supply} tiles face down."]
    for i in reading(seen):
        lines.append(mushroom_line(box, seen, names, i))
        lines.append(f"{'':7}{read_out(box.mushrooms[seen.forest[i].kind])}")
    lines += ["", *goal_lines(box, seen, names)]
    for who, fir in enumerate(seen.firs):
        lines += ["", *person(box, seen, called(seen, names, who), fir, who < seen.seats)]
    if seen.seat >= 0 and seen.firs[seen.seat].hand:
        lines += ["", "Your hand"]
        lines += [f"  {described(box.mushrooms[kind])}" for kind in seen.firs[seen.seat].hand]
    if seen.solo:
        lines += ["", *solo_lines(box, seen)]
    return "\n".join(lines)


def reading(seen: View) -> list[int]:
    """The mushrooms in reading order."""
    order = range(len(seen.forest))
    return sorted(order, key=lambda i: (seen.forest[i].y, seen.forest[i].x))


def mushroom_line(box: Box, seen: View, names: Sequence[str], i: int) -> str:
    mushroom = seen.forest[i]
    tile = box.mushrooms[mushroom.kind]
    place = f"{mushroom.x},{mushroom.y}"
    line = f"{place:>6} {tile.name:<27}{tile.type:<6} worth {mushroom.value}"
    if mushroom.carbon:
        line += f", {mushroom.carbon} C on it"
    if mushroom.filled:
        line += f", {mushroom.filled} spaces filled"
    rooted = [
        called(seen, names, who)
        for who, fir in enumerate(seen.firs)
        if any(mushroom.kind in plant.roots for plant in fir.plants)
    ]
    return line + (f"; Roots of {listing(rooted)}" if rooted else "")


def goal_lines(box: Box, seen: View, names: Sequence[str]) -> list[str]:
    lines = ["Goals"]
    for i, goal in enumerate(seen.goals):
        card = box.goals[goal.card]
        side = card.side(goal.side)
        table = table_of(side, seen.seats)
        lines.append(f"  {card.name} {goal.side.upper()}: {COUNTED[side.counts]} ({table})")
        lines.append("    " + progress(seen, names, i))
    return lines


def progress(seen: View, names: Sequence[str], i: int) -> str:
    """How everybody stands on a goal, with the points: 'Hazel 2 (5), Juniper 0'."""
    parts = []
    for who in range(seen.seats):
        fir = seen.firs[who]
        points = f" ({fir.goals[i]})" if fir.goals[i] else ""
        parts.append(f"{called(seen, names, who)} {fir.progress[i]}{points}")
    return ", ".join(parts)


def person(box: Box, seen: View, name: str, fir: Fir, plays: bool) -> list[str]:
    stone = f"stone {fir.stone}" if 0 < fir.stone < BEYOND else ""
    if fir.space:
        stone = f"green space: {box.spaces[fir.space].name}"
    held_cubes = f"{fir.c} C, {fir.n} N, {fir.p} P, {fir.k} K"
    parts = [number(fir.points, "point"), held_cubes, stone or "not yet on the Carbon Track"]
    lines = [f"{name}: " + "; ".join(parts)]
    if plays:
        ready = f"ready: {', '.join(fir.ready)}" if fir.ready else "no token ready"
        stock = f"{fir.seedlings} Seedlings, {fir.roots} Roots, {fir.trees} Trees left"
        lines.append(f"  {ready}; {stock}; {number(fir.tiles, 'tile')} in hand")
    for plant in fir.plants:
        kind = "Tree" if plant.tree else f"Seedling with {plant.carbon} C"
        roots = listing([box.name(root) for root in plant.roots]) if plant.roots else "nothing"
        rooted = f", Roots in {roots}" if plays else ""
        scores = f" (would score {plant.points})"
        lines.append(f"  {kind} {standing(box, seen, plant)}{rooted}{scores}")
    for bonus in fir.bonus:
        what = box.bonus[bonus.tile].name if bonus.tile else "face down"
        lines.append(f"  Bonus tile: {what}{', played' if bonus.played else ''}")
    return lines


def solo_lines(box: Box, seen: View) -> list[str]:
    solo = seen.solo
    assert solo is not None, "only in a solo game"
    focus = ", ".join(
        f"{colour.capitalize()} {kind.upper()}"
        for colour, kind in zip(COLOURS, solo.focus, strict=True)
    )
    left = len(solo.deck_a) + len(solo.deck_b)
    return [f"Focus: {focus}. {left} cards to come; {solo.keep} Seedlings of each count."]
