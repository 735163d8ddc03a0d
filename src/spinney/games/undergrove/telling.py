"""What has happened, told from the views before and after a move."""

from __future__ import annotations

from spinney.games.undergrove.components import Box
from spinney.games.undergrove.phrases import (
    COMPASS,
    TYPE_NAMES,
    beside,
    count,
    listing,
    number,
    picked,
    standing,
    tallied,
)
from spinney.games.undergrove.pieces import BEYOND, COLOURS
from spinney.games.undergrove.rules.moves import VERBS
from spinney.games.undergrove.view_types import Deed, Fir, View

KINDS = ("c", "n", "p", "k")


def tell(box: Box, before: View, seat: int, number_: int, after: View) -> str:
    """'activated Fly Agaric for 1 N and 1 P', and all that followed by itself."""
    said = VERBS.to_json(number_)
    story = deed(box, before, seat, said, after)
    return story + "".join(f"; {part}" for part in followed(box, before, seat, after))


def deed(box: Box, before: View, seat: int, said: dict[str, str], after: View) -> str:
    me, now = before.firs[seat], after.firs[seat]
    match said["verb"]:
        case "settle":
            return f"settled {COMPASS[said['corner']]} of {box.name('earthlover')}"
        case "activate":
            copied = f" as {box.name(said['copy'])}" if "copy" in said else ""
            return f"activated {box.name(said['mushroom'])}{copied}{brought(me, now)}"
        case "absorb":
            return f"absorbed carbon {drank(box, said)}{brought(me, now)}"
        case "reproduce":
            return f"paid {box.actions.reproduce} to reproduce"
        case "partner":
            return f"paid {box.actions.partner} to partner"
        case "photosynthesize":
            paid = int(said.get("nitrogen", "0"))
            with_n = f", paying {paid} N" if paid else ""
            return f"photosynthesized{with_n} and made {now.c - me.c} C"
        case "lay":
            place = beside(box, before, int(said["x"]), int(said["y"]))
            return f"laid {box.name(said['mushroom'])} {place}"
        case "plant":
            return f"planted a Seedling {COMPASS[said['corner']]} of {box.name(said['mushroom'])}"
        case "root":
            return f"placed a Root in {box.name(said['mushroom'])}"
        case "pay":
            part = said["part"]
            what = f"1 {part.upper()}" if part in KINDS else f"with the {part} token"
            return f"paid {what}{brought(me, now)}"
        case "gain":
            return f"took {tallied(picked(said))}"
        case "trade":
            return f"swapped 1 {said['give'].upper()} for 1 {said['take'].upper()}"
        case "fill":
            return f"put {number(int(said['number']), 'cube')} onto {box.name(before.using)}"
        case "discard":
            return f"discarded {box.name(said['mushroom'])}"
        case "bonus":
            return f"played a Bonus tile: {shown(box, now, said['stone'])}{brought(me, now)}"
        case "keep":
            own = after.seat == seat
            return f"kept a Bonus tile{': ' + box.bonus[said['tile']].name if own else ''}"
        case "claim":
            return f"claimed the space: {box.spaces[said['space']].name}{brought(me, now)}"
        case "ready":
            return f"readied the {said['token']} token"
        case "show":
            tree = after.firs[1 + COLOURS.index(said["tree"])]
            what = shown(box, tree, said["stone"])
            return f"turned over {said['tree'].capitalize()}'s Bonus tile: {what}"
        case _:
            return declined(before)


def drank(box: Box, said: dict[str, str]) -> str:
    source, mushroom = said["source"], said["mushroom"]
    if source == mushroom:
        return f"from {box.name(source)}"
    return f"from {box.name(source)}, moved to {box.name(mushroom)}"


def brought(me: Fir, now: Fir) -> str:
    """What a move brought at once: cubes, and tokens that became ready."""
    got = {kind: max(0, count(now, kind) - count(me, kind)) for kind in KINDS}
    readied = [TYPE_NAMES[kind] for kind in now.ready if kind not in me.ready]
    parts = [tallied(got)] if any(got.values()) else []
    if readied:
        parts.append(f"{listing(readied)} ready")
    return f": {', '.join(parts)}" if parts else ""


def shown(box: Box, now: Fir, stone: str) -> str:
    for bonus in now.bonus:
        if bonus.stone == stone and bonus.tile:
            return box.bonus[bonus.tile].name
    return "face down"


def declined(before: View) -> str:
    what = before.agenda[-1].what if before.agenda else ""
    return {
        "trade": "swapped no more",
        "fill": "put no cubes down",
        "absorb": "absorbed no more",
        "lay_free": "laid no second mushroom",
        "root": "placed no Root",
        "discard": "discarded no more",
        "ready": "readied no token",
        "end": "ended the turn",
        "show": "left the Bonus tile face down",
    }.get(what, "went on")


# ------------------------------------------------------------------------------------ what followed
def followed(box: Box, before: View, seat: int, after: View) -> list[str]:
    """Everything that came of the move without another decision."""
    story = []
    me, now = before.firs[seat], after.firs[seat]
    story += grown(box, me, now, after)
    turned = turned_over(box, before, after)
    if not turned:
        story += given(before, seat, after)
    elif not after.deciding:
        story += turned
    if now.stone != me.stone:
        story.append(
            "moved beyond the last stone" if now.stone == BEYOND else f"moved to stone {now.stone}"
        )
    if not before.ending and after.ending:
        story.append("the end of the game is near")
    if after.solo and before.solo and after.solo.card and advanced(before, after):
        story += ai_turn(box, after)
    if refilled(before, after):
        story.append("Earthlover refilled the forest")
    if before.deciding and not after.deciding:
        story.append("the game is over")
    return story


def advanced(before: View, after: View) -> bool:
    """Whether the AI has turned over a card."""
    assert before.solo and after.solo, "only in a solo game"
    cards = [len(solo.deck_a) + len(solo.deck_b) for solo in (before.solo, after.solo)]
    return cards[1] < cards[0]


def grown(box: Box, me: Fir, now: Fir, after: View) -> list[str]:
    trees = {(plant.x, plant.y) for plant in me.plants if plant.tree}
    return [
        f"the Seedling {standing(box, after, plant)} became a Tree"
        for plant in now.plants
        if plant.tree and (plant.x, plant.y) not in trees
    ]


def given(before: View, seat: int, after: View) -> list[str]:
    """What all others took; an AI turn that followed mixes with it and is told apart."""
    if before.solo and after.solo and advanced(before, after):
        return []
    for who, (was, now) in enumerate(zip(before.firs, after.firs, strict=True)):
        got = {kind: max(0, count(now, kind) - count(was, kind)) for kind in KINDS}
        if who != seat and any(got.values()):
            return [f"all others took {tallied(got)}"]
    return []


def turned_over(box: Box, before: View, after: View) -> list[str]:
    """The Bonus tiles of Brown and Tan that lay face down before."""
    found = []
    for who in range(before.seats, len(before.firs)):
        face_down = {bonus.stone for bonus in before.firs[who].bonus if not bonus.played}
        for bonus in after.firs[who].bonus:
            if bonus.played and bonus.stone in face_down:
                tree = COLOURS[who - 1].capitalize()
                found.append(f"{tree}'s Bonus tile was {box.bonus[bonus.tile].name}")
    return found


def refilled(before: View, after: View) -> bool:
    """The four around Earthlover have one carbon each, and there is no other."""
    if before.turns == after.turns and before.deciding and after.deciding:
        return False
    now = {mushroom.kind: mushroom.carbon for mushroom in after.forest}
    was = {mushroom.kind: mushroom.carbon for mushroom in before.forest}
    outer = [m.kind for m in after.forest if abs(m.x) + abs(m.y) == 1]
    alone = sum(now.values()) == len(outer) and all(now[kind] == 1 for kind in outer)
    return alone and sum(was.values()) < len(outer)


def ai_turn(box: Box, after: View) -> list[str]:
    """The card of Brown and Tan, action by action."""
    assert after.solo is not None, "only in a solo game"
    told = [ai_deed(box, one) for one in after.solo.deeds]
    return ["then " + listing(told)] if told else ["then Brown and Tan rested"]


def ai_deed(box: Box, one: Deed) -> str:
    colour = one.colour.capitalize()
    where = box.name(one.mushroom) if one.mushroom else ""
    match one.deed:
        case "tile":
            return (
                f"the AI laid {box.name(one.tile)} beside {where}" if one.done else "no tile fitted"
            )
        case "seedling":
            done = f"{colour} planted a Seedling at {where}"
            return done if one.done else f"{colour} found no place for a Seedling"
        case "carbon":
            return f"{one.n} C came to {where}" if one.done else "carbon found no mushroom"
        case _:
            done = f"{colour} took {one.n} C from {where} and moved up"
            return done if one.done else f"{colour} found no carbon and moved up"
