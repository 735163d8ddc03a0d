"""Why a move may not be made now, with the number of the rule that says so."""

from __future__ import annotations

from spinney.core.game import Refusal
from spinney.games.undergrove.components import Box, Mushroom
from spinney.games.undergrove.phrases import (
    COMPASS,
    SIDES,
    asked,
    asked_what,
    count,
    cubes,
    in_forest,
    lies,
    number,
    nutrients,
    owed,
    picked,
    places,
    plant_at,
    vertex,
    way,
)
from spinney.games.undergrove.rules.moves import VERBS
from spinney.games.undergrove.view_types import Fir, Plant, View

ANSWERS = {  # which verbs answer a question, and the rule that asks it
    "settle": ("R2.5", {"settle"}),
    "action": ("R3.1", {"activate", "absorb", "reproduce", "partner", "photosynthesize"}),
    "action_or": (
        "R4.6",
        {"activate", "absorb", "reproduce", "partner", "photosynthesize", "gain"},
    ),
    "pay": ("R4.2", {"pay"}),
    "gain": ("R4.3", {"gain"}),
    "trade": ("R4.10", {"trade", "stop"}),
    "fill": ("R4.9", {"fill", "stop"}),
    "absorb": ("R4.7", {"absorb", "stop"}),
    "lay": ("R7.2", {"lay", "plant", "root", "stop"}),
    "lay_free": ("R4.11", {"lay", "stop"}),
    "plant": ("R7.3", {"plant"}),
    "root": ("R8.2", {"root", "stop"}),
    "discard": ("R9.4", {"discard", "stop"}),
    "keep": ("R6.3", {"keep"}),
    "claim": ("R6.4", {"claim"}),
    "ready": ("R6.4", {"ready", "stop"}),
    "end": ("R6.3", {"stop"}),
    "show": ("R13.8", {"show", "stop"}),
}
ASKED = {
    "settle": "first everybody chooses a corner of Earthlover",
    "action": "choose an action",
    "action_or": "choose another action, or the cubes instead",
    "pay": "first pay",
    "gain": "first choose your cubes",
    "trade": "you may swap cubes now, or stop",
    "fill": "say how many cubes go onto the spaces",
    "absorb": "absorb now, or stop if you may",
    "lay": "lay a mushroom, or go on with the action",
    "lay_free": "lay the second mushroom, or stop",
    "plant": "place the Seedling",
    "root": "place the Root",
    "discard": "discard tiles, or stop",
    "keep": "choose the Bonus tile to keep",
    "claim": "choose a green space",
    "ready": "ready a token, or stop",
    "end": "play a Bonus tile, or end your turn",
    "show": "turn over the Bonus tile that was taken, or leave it face down",
}


def refuse(box: Box, seen: View, number_: int) -> Refusal:
    said = VERBS.to_json(number_)
    verb, what = said["verb"], asked_what(seen)
    if not seen.deciding:
        return Refusal("the game is over", "R11")
    if seen.seat not in seen.deciding:
        return Refusal("it is not your turn", "R3.1")
    me = seen.firs[seen.seat]
    if verb == "bonus":
        return refuse_bonus(box, me, said["stone"])
    rule, answers = ANSWERS.get(what, ("R3.1", set[str]()))
    if verb not in answers:
        return Refusal(f"not now: {ASKED.get(what, 'something else is asked')}", rule)
    match verb:
        case "activate":
            return refuse_activate(box, seen, me, said)
        case "absorb":
            return refuse_absorb(box, seen, me, said)
        case "reproduce":
            return refuse_reproduce(box, seen, me)
        case "partner":
            return refuse_partner(box, seen, me)
        case "photosynthesize":
            return Refusal(f"you have {me.n} N", "R9.2")
        case "lay":
            return refuse_lay(box, seen, me, said)
        case "plant":
            return refuse_plant(box, seen, me, said)
        case "root":
            return refuse_root(box, seen, me, said)
        case "settle":
            return Refusal("that corner of Earthlover is taken", "R2.5")
        case _:
            return refuse_small(box, seen, me, said, rule)


def refuse_small(box: Box, seen: View, me: Fir, said: dict[str, str], rule: str) -> Refusal:
    """The smaller decisions within an action."""
    question = asked(seen)
    assert question is not None, "somebody is asked"
    match said["verb"]:
        case "pay":
            part = said["part"]
            if part in "npk" and not count(me, part):
                return Refusal(f"you have no {part.upper()}", rule)
            if part not in "npk" and part not in me.ready:
                return Refusal(f"the {part} token is used", rule)
            return Refusal(f"what is owed is {owed(question.where)}", rule)
        case "gain":
            if question.what == "action_or":
                instead = cubes(box.mushrooms[seen.using].ability.instead)
                return Refusal(f"instead of another action there is {instead}", "R4.6")
            taken = sum(picked(said).values())
            return Refusal(f"take {number(question.times, 'cube')}, not {taken}", rule)
        case "trade":
            if said["give"] == said["take"]:
                return Refusal("a cube for its like changes nothing", rule)
            return Refusal(f"you have no {said['give'].upper()} to swap for another", rule)
        case "fill":
            return Refusal(f"at most {question.times} fit or were gained", rule)
        case "discard":
            return Refusal(f"you do not hold {box.name(said['mushroom'])}", rule)
        case "keep":
            return Refusal(f"no such tile lies there: {box.bonus[said['tile']].name}", rule)
        case "claim":
            return Refusal("somebody stands on that space", rule)
        case "ready":
            return Refusal(f"the {said['token']} token is ready already", rule)
        case "show":
            return Refusal("that is not the Bonus tile that was taken now", rule)
        case _:
            return Refusal("this may not be left out", rule)


def refuse_bonus(box: Box, me: Fir, stone: str) -> Refusal:
    for bonus in me.bonus:
        if bonus.stone == stone:
            if bonus.played:
                return Refusal("that Bonus tile was played already", "R6.3")
            if bonus.tile and box.bonus[bonus.tile].ready:
                return Refusal("you must absorb, and need it for that later", "R6.3")
            if bonus.tile and box.bonus[bonus.tile].points:
                return Refusal("a tile with points is shown when points are counted", "R6.3")
            return Refusal("it cannot be played now", "R6.3")
    return Refusal(f"you have no Bonus tile from the {stone} stone", "R6.3")


# ------------------------------------------------------------------------------------- the actions
def refuse_activate(box: Box, seen: View, me: Fir, said: dict[str, str]) -> Refusal:
    kind = said["mushroom"]
    tile = box.mushrooms[kind]
    if not in_forest(seen, kind):
        return Refusal(f"{tile.name} is not in the forest", "R4.1")
    if not any(kind in plant.roots for plant in me.plants):
        return Refusal(f"you have no Root in {tile.name}", "R4.1")
    if tile.ability.ongoing:
        return Refusal(f"{tile.name} is ongoing and never activated", "R4.11")
    printed = tile
    if refused := refuse_copy(box, seen, kind, said.get("copy", "")):
        return refused
    if "copy" in said:
        printed = box.mushrooms[said["copy"]]
    if tile.cost.token and tile.type not in me.ready:
        return Refusal(f"your {tile.type} token is used", "R4.2")
    if refused := refuse_price(printed, me):
        return refused
    if printed.ability.absorb:
        return Refusal("no Seedling of yours could absorb by it", "R4.7")
    return Refusal("it would lead back to tokens as they already were in this turn", "R3.5")


def refuse_copy(box: Box, seen: View, kind: str, copied: str) -> Refusal | None:
    tile = box.mushrooms[kind]
    if not copied:
        return Refusal("say which mushroom it copies", "R4.8") if tile.ability.copy else None
    other = box.mushrooms[copied]
    if not tile.ability.copy:
        return Refusal(f"{tile.name} copies nothing", "R4.8")
    if copied == kind:
        return Refusal("it cannot copy itself", "R4.8")
    if other.type != tile.type:
        return Refusal(f"{other.name} is of another type", "R4.8")
    if not in_forest(seen, copied):
        return Refusal(f"{other.name} is not in the forest", "R4.8")
    if other.ability.ongoing or other.ability.copy:
        return Refusal(f"with {other.name} there is nothing to carry out", "R4.8")
    return None


def refuse_price(printed: Mushroom, me: Fir) -> Refusal | None:
    price = printed.cost
    if price.carbon > me.c:
        return Refusal(f"it takes {price.carbon} C, you have {me.c}", "R4.2")
    if price.any > nutrients(me):
        return Refusal(f"it takes {number(price.any, 'cube')}, you have {nutrients(me)}", "R4.2")
    return None


def refuse_absorb(box: Box, seen: View, me: Fir, said: dict[str, str]) -> Refusal:
    source, kind = said["source"], said["mushroom"]
    for one in (source, kind):
        if not in_forest(seen, one):
            return Refusal(f"{box.name(one)} is not in the forest", "R5.2")
    if not carbon_on(seen, source):
        return Refusal(f"there is no carbon on {box.name(source)}", "R5.2")
    plant = plant_at(me.plants, *vertex(seen, kind, said["corner"]))
    if plant is None:
        place = f"{COMPASS[said['corner']]} of {box.name(kind)}"
        return Refusal(f"no plant of yours stands {place}", "R5.3")
    if plant.tree:
        return Refusal("a Tree absorbs no more", "R5.4")
    if kind not in plant.roots:
        return Refusal(f"that Seedling has no Root in {box.name(kind)}", "R5.3")
    if not me.trees and plant.carbon > box.actions.tree:
        return Refusal("that Seedling is full", "R5.4")
    if asked_what(seen) == "absorb" and source != seen.here and "here" in from_where(box, seen):
        return Refusal(f"the carbon must start on {box.name(seen.here)}", "R4.7")
    return refuse_way(box, seen, me, plant, source, kind)


def refuse_way(box: Box, seen: View, me: Fir, plant: Plant, source: str, kind: str) -> Refusal:
    """R5.1, R5.2: what it costs to get the carbon there."""
    steps = way(seen, source, kind)
    nearest = min(way(seen, source, root) for root in plant.roots)
    if nearest < steps:
        return Refusal("that Seedling has a Root that is nearer", "R5.2")
    have = len(me.ready) + nutrients(me)
    if asked_what(seen) == "absorb":
        return Refusal(f"{number(steps, 'step')} to pay, you have {have} tokens and cubes", "R5.2")
    if not me.ready or not nutrients(me):
        return Refusal("the action takes a ready token and a cube", "R5.1")
    price = f"a token, a cube and {number(steps, 'step')}"
    return Refusal(f"it takes {price}, you have {have} tokens and cubes", "R5.2")


def from_where(box: Box, seen: View) -> str:
    return box.mushrooms[seen.using].ability.source if seen.using else ""


def carbon_on(seen: View, kind: str) -> int:
    return sum(mushroom.carbon for mushroom in seen.forest if mushroom.kind == kind)


def lacking(me: Fir, price: str) -> bool:
    letters = price.split()
    return any(letters.count(letter) > count(me, letter.lower()) for letter in set(letters))


def refuse_reproduce(box: Box, seen: View, me: Fir) -> Refusal:
    if not me.seedlings:
        return Refusal("all your Seedlings are in the forest", "R7.3")
    if not me.roots:
        return Refusal("you have no Root left", "R7.3")
    if lacking(me, box.actions.reproduce):
        return Refusal(f"it takes {cubes(box.actions.reproduce)}", "R7.1")
    return Refusal("there is no free corner", "R7.3")


def refuse_partner(box: Box, seen: View, me: Fir) -> Refusal:
    if not me.roots:
        return Refusal("you have no Root left", "R8.2")
    if lacking(me, box.actions.partner):
        return Refusal(f"it takes {cubes(box.actions.partner)}", "R8.1")
    return Refusal("your plants have no place for another Root", "R8.2")


# -------------------------------------------------------------------------------- what is laid down
def refuse_lay(box: Box, seen: View, me: Fir, said: dict[str, str]) -> Refusal:
    x, y = int(said["x"]), int(said["y"])
    there = places(seen)
    if said["mushroom"] not in me.hand:
        return Refusal(f"you do not hold {box.name(said['mushroom'])}", "R7.2")
    if (x, y) in there:
        return Refusal(f"{box.name(there[x, y])} lies there", "R7.2")
    if not any((x + dx, y + dy) in there for _, dx, dy in SIDES):
        return Refusal("a mushroom is laid beside another one", "R7.2")
    return Refusal("you have no cube to pay for it", "R7.2")


def refuse_plant(box: Box, seen: View, me: Fir, said: dict[str, str]) -> Refusal:
    kind = said["mushroom"]
    if not any(question.what == "plant" for question in seen.agenda):
        return Refusal("this action places Roots, not a Seedling", "R8.2")
    if not in_forest(seen, kind):
        return Refusal(f"{box.name(kind)} is not in the forest", "R7.3")
    x, y = lies(seen, kind)
    if (x, y) == (0, 0) and said["corner"] in seen.blocked:
        return Refusal("that corner is closed", "R2.5")
    return Refusal("that corner is taken", "R7.3")


def refuse_root(box: Box, seen: View, me: Fir, said: dict[str, str]) -> Refusal:
    kind = said["mushroom"]
    if not any(question.what == "root" for question in seen.agenda):
        return Refusal("first place the Seedling", "R7.3")
    if not in_forest(seen, kind):
        return Refusal(f"{box.name(kind)} is not in the forest", "R8.2")
    plant = plant_at(me.plants, *vertex(seen, kind, said["corner"]))
    if plant is None:
        place = f"{COMPASS[said['corner']]} of {box.name(kind)}"
        return Refusal(f"no plant of yours stands {place}", "R8.2")
    if kind in plant.roots:
        return Refusal(f"that plant has a Root in {box.name(kind)} already", "R8.2")
    return Refusal("this Root belongs to the Seedling just placed", "R4.11")
