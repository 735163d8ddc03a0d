"""Every sentence of Evergreen: moves, log lines, refusals, the table as text; from views alone."""

from __future__ import annotations

from collections.abc import Sequence

from spinney.core.game import Outcome, Refusal, ScoreLine, ranks
from spinney.core.state import size
from spinney.core.verbs import Verbs
from spinney.drawing.scene import Counted
from spinney.games.evergreen import pieces
from spinney.games.evergreen.components import Box
from spinney.games.evergreen.pieces import BIOMES, BUD, PIECES, POWERS, SEASONS, WILD
from spinney.games.evergreen.rules import Evergreen
from spinney.games.evergreen.view import PLACE, planet_of, space_names
from spinney.games.evergreen.view_types import Gardener, Question, View

TITLE = "Evergreen"
RIVAL = "The rival"  # who picks cards in a solo game
THINGS = {
    "sprout": "sprout",
    "small": "small tree",
    "big": "big tree",
    "bush": "bush",
    "lake": "lake",
}
SIGNS = {"": ".", "sprout": "'", "small": "t", "big": "T", "bush": "b", "lake": "o"}


# ------------------------------------------------------------------------------------- phrases
def number(n: int, thing: str) -> str:
    return f"{n} {thing if n == 1 else plural(thing)}"


def plural(thing: str) -> str:
    return f"{thing}es" if thing.endswith("sh") else f"{thing}s"


def one_or_more(n: int, thing: str) -> str:
    return f"a {thing}" if n == 1 else plural(thing)


def card_words(box: Box, card: str) -> str:
    """'Snow with Sprout'; should another card be printed alike, its name tells them apart."""
    printed = box.cards[card]
    alike = [c for c in box.cards.values() if (c.biome, c.power) == (printed.biome, printed.power)]
    words = f"{box.biomes[printed.biome].name} with {box.powers[printed.power].name}"
    return words if len(alike) == 1 else f"{words} ({card})"


def icon_words(box: Box, card: str) -> str:
    printed = box.cards[card]
    if printed.aridity:
        return "aridity"
    return f"fertility {printed.fertility}" if printed.fertility else "no icon"


def place_words(box: Box, space: str) -> str:
    """'E7 (Grassland)'."""
    where = box.places[space]
    return f"{space.upper()} ({'crevice' if where == 'crevice' else box.biomes[where].name})"


def value(box: Box, me: Gardener, power: str) -> int:
    """What a power would be worth once upgraded."""
    track = box.powers[power].track
    return track[min(me.planet.levels[power] + 1, len(track) - 1)]


def effect(box: Box, me: Gardener, power: str) -> str:
    """What using a power now allows."""
    most = value(box, me, power)
    match power:
        case "bud":
            return number(most, "point")
        case "small":
            return f"up to {number(most, 'sprout')} to {one_or_more(most, 'small tree')}"
        case "big":
            return f"up to {number(most, 'small tree')} to {one_or_more(most, 'big tree')}"
        case _:
            return f"up to {number(most, THINGS[power])}, anywhere"


# --------------------------------------------------------------------------------------- moves
def prompt(box: Box, seen: View, names: Sequence[str]) -> str:
    if seen.over:
        return "Winter is over, and the game with it."
    if not seen.acting:
        if seen.deciding != [seen.seat]:
            return f"{names[seen.deciding[0]]} is taking a card."
        return "Take a card: its biome is where you act, its power is yours to use."
    if seen.seat < 0:
        return "All are at work on their planets."
    if seen.seat not in seen.deciding:
        return "You have finished. The round ends when everybody has."
    if seen.agenda:
        return question(seen.agenda[-1])
    card = seen.gardeners[seen.seat].card
    if not seen.acted:
        first = "choose an action" if seen.powered else "choose an action, or use the power first"
        return f"{card_words(box, card)}: {first}."
    if not seen.powered:
        return "Use the power of your card, or finish the round."
    return "All done: finish the round."


def question(asked: Question) -> str:
    n = asked.times
    up_to = "" if asked.must and n == 1 else "up to "
    match asked.what:
        case "plant":
            return f"Plant {up_to}{number(n, 'sprout')}."
        case "grow":
            if n == 1:
                return "Grow one more sprout or small tree, on another space."
            return f"Grow up to {n} sprouts or small trees, each once."
        case "beside":
            return f"Grow up to {n} spaces beside the lake."
        case "both":
            return "Plant one sprout and grow one tree, in any order, on different spaces."
        case "either":
            return "Plant one sprout, or grow one tree, anywhere."
        case "small":
            grown = one_or_more(n, "small tree")
            return f"Grow {up_to}{number(n, 'sprout')} to {grown}, anywhere."
        case "big":
            grown = one_or_more(n, "big tree")
            return f"Grow {up_to}{number(n, 'small tree')} to {grown}, anywhere."
        case _:
            return f"Place {up_to}{number(n, THINGS[asked.what])}, anywhere."


def move(box: Box, verbs: Verbs, seen: View, number_: int) -> str:
    said = verbs.to_json(number_)
    match said["verb"]:
        case "pick":
            return f"Take {card_words(box, said['card'])}"
        case "act":
            card = seen.gardeners[seen.seat].card
            return f"{said['action'].upper()}: {action_words(box, card, said['action'])}"
        case "power":
            power = box.cards[seen.gardeners[seen.seat].card].power
            return f"Use the power: {box.powers[power].name}"
        case "plant":
            return f"Plant a sprout at {place_words(box, said['space'])}"
        case "grow":
            grows = seen.gardeners[seen.seat].planet.pieces[said["space"]]
            return f"Grow the {THINGS[grows]} at {place_words(box, said['space'])}"
        case "bush" | "lake":
            return f"Place a {said['verb']} at {place_words(box, said['space'])}"
        case "stop":
            return f"No more: leave the {left(seen)}"
        case _:
            return "Finish the round"


def left(seen: View) -> str:
    """What is given up by stopping."""
    match seen.agenda[-1].what if seen.agenda else "":
        case "plant":
            return "planting"
        case "bush" | "lake" as what:
            return f"other {plural(what)}"
        case "both":
            return "planting and growing"
        case "":
            return "rest"
        case _:
            return "growing"


def action_words(box: Box, card: str, name: str) -> str:
    """What an action allows with a card; without one, in general."""
    biome = box.cards[card].biome if card else ""
    where = f"in {box.biomes[biome].name}" if biome else "in the biome of your card"
    if biome == "wild":
        where = "anywhere"
    match name:
        case "a":
            return f"plant up to 3 sprouts {where}"
        case "b":
            return f"grow up to 2 spaces {where}"
        case "c":
            return f"plant one and grow one {where}"
        case _:
            return "plant or grow one space, on the whole planet"


def gain(box: Box, verbs: Verbs, printed: pieces.Printed, seen: View, number_: int) -> str:
    said = verbs.to_json(number_)
    me = seen.gardeners[seen.seat]
    match said["verb"]:
        case "pick":
            notes = [icon_words(box, said["card"])]
            if said["card"] == seen.token:
                notes.append("first pick next round")
            return ", ".join(notes)
        case "act":
            return room(box, printed, me, said["action"])
        case "power":
            return effect(box, me, box.cards[me.card].power)
        case "plant" | "grow" | "bush" | "lake":
            return change(seen, said["verb"], said["space"])
        case _:
            return ""


def room(box: Box, printed: pieces.Printed, me: Gardener, name: str) -> str:
    """How many spaces an action could be used on."""
    planet = planet_of(me.planet)
    biome = WILD if name == "d" else BIOMES.index(box.cards[me.card].biome)
    where = printed.region[biome]
    empty = size(where & ~planet.taken())
    growing = size(where & (planet.sprout | planet.small))
    match name:
        case "a":
            return f"{empty} empty"
        case "b":
            return f"{growing} can grow"
        case _:
            return f"{empty} empty, {growing} can grow"


def change(seen: View, verb: str, space: str) -> str:
    """What one effect does to light and forest, were they counted now."""
    before = planet_of(seen.gardeners[seen.seat].planet)
    after = before.clone()
    what = {"plant": pieces.PLANT, "grow": pieces.GROW, "bush": pieces.BUSH, "lake": pieces.LAKE}
    after.put(what[verb], 1 << PLACE[space])
    sun = pieces.SIDES.index(seen.sun)
    light = after.light(sun) - before.light(sun)
    forest = after.forest() - before.forest()
    notes = [f"light {light:+}"] if light else []
    if forest:
        notes.append(f"forest {forest:+}")
    return ", ".join(notes)


# ---------------------------------------------------------------------------------------- story
def tell(box: Box, verbs: Verbs, before: View, seat: int, number_: int, after: View) -> str:
    said = verbs.to_json(number_)
    if said["verb"] == "pick":
        return told_pick(box, before, said["card"], after)
    if after.reveal_count != before.reveal_count:
        return "finished the round" + told_end(box, before, after)
    if before.seat != seat:
        return "is at work"  # what, is not seen yet
    match said["verb"]:
        case "act":
            return f"chose action {said['action'].upper()}"
        case "power":
            power = box.cards[before.gardeners[seat].card].power
            brought = after.gardeners[seat].points - before.gardeners[seat].points
            scored = f" for {number(brought, 'point')}" if power == POWERS[BUD] else ""
            return f"used the power {box.powers[power].name}{scored}"
        case "plant":
            return f"planted a sprout at {said['space'].upper()}"
        case "grow":
            grown = after.gardeners[seat].planet.pieces[said["space"]]
            return f"grew a {THINGS[grown]} at {said['space'].upper()}"
        case "bush" | "lake":
            return f"placed a {said['verb']} at {said['space'].upper()}"
        case "stop":
            return f"left the {left(before)}"
        case _:
            return "finished, and waits for the others"


def told_pick(box: Box, before: View, card: str, after: View) -> str:
    story = f"took {card_words(box, card)}"
    if card == before.token:
        story += " and with it the first player token"
    elif after.token and not before.token:
        story += f"; the token now lies on {card_words(box, after.token)}"
    if after.rival_card and not before.rival_card:
        story += told_rival(box, after)
    if after.acting:
        (stays,) = [c for c in before.pool if c and c not in (card, after.rival_card)]
        story += f"; {card_words(box, stays)} stayed, {told_stay(box, before, stays, after)}"
    return story


def told_rival(box: Box, after: View) -> str:
    token = " and the first player token" if after.first == after.seats else ""
    return f"; {RIVAL.lower()} took {card_words(box, after.rival_card)}{token}"


def told_stay(box: Box, before: View, card: str, after: View) -> str:
    """What became of the card that nobody took."""
    printed = box.cards[card]
    if not printed.fertility and not printed.aridity:
        return "discarded" if card in after.discard else "discarded, and is the new deck"
    name, now = box.biomes[printed.biome].name, after.fertility[printed.biome]
    if printed.aridity and now == before.fertility[printed.biome]:
        return f"and {name} has nothing to lose"
    return f"and {name} has fertility {now} now"


def told_end(box: Box, before: View, after: View) -> str:
    """What the end of a round brought."""
    story = ", and with that it is over"
    if after.season != before.season or after.over:
        story += f". {box.seasons[before.season].name} is over: light and forest were counted"
        story += ", then fertility" if after.over else f"; the sun moves to the {after.sun}"
    if after.rival_card and not after.over:
        story += told_rival(box, after)
    return story


# ------------------------------------------------------------------------------------- counting
def count(box: Box, before: View, seat: int, number_: int, after: View) -> list[Counted]:
    """R6, R7, R9: how a season was counted, line by line from the sun, for one gardener after the
    other.
    """
    if not before.acting or (after.season == before.season and not after.over):
        return []
    steps: list[Counted] = []
    for place, me in enumerate(after.gardeners):
        buds = me.planet.buds - before.gardeners[place].planet.buds
        if buds:
            steps.append(Counted(place, "buds", buds, []))
        planet = planet_of(me.planet)
        steps += counted_light(place, me, planet, before.sun)
        forest = space_names(planet.biggest())
        if forest:
            here = [piece_id(place, space) for space in forest]
            steps.append(Counted(place, "the biggest forest", len(forest), here))
        if after.over:
            steps += counted_fertility(box, place, me, after)
    return steps


def counted_light(place: int, me: Gardener, planet: pieces.Planet, sun: str) -> list[Counted]:
    """One step for each line in which a tree is lit, the trees nearest to the sun first."""
    upright = sun in ("top", "bottom")
    lines: dict[str, list[str]] = {}
    for space in space_names(planet.lit(pieces.SIDES.index(sun))):
        line = space[0].upper() if upright else space[1:]
        lines.setdefault(line, []).append(space)
    steps: list[Counted] = []
    for line, trees in sorted(lines.items()):
        if sun in ("right", "bottom"):
            trees.reverse()
        worth = [lit_points(me, space) for space in trees]
        told = " + ".join([str(points) for points in worth])
        where = f"{'column' if upright else 'row'} {line}"
        here = [piece_id(place, space) for space in trees]
        steps.append(Counted(place, f"light in {where}: {told}", sum(worth), here))
    return steps


def counted_fertility(box: Box, place: int, me: Gardener, after: View) -> list[Counted]:
    steps: list[Counted] = []
    for biome, worth in after.fertility.items():
        trees = [
            space
            for space, kind in me.planet.pieces.items()
            if kind == "big" and box.places[space] == biome
        ]
        if trees and worth:
            name, grown = box.biomes[biome].name, number(len(trees), "big tree")
            told = f"fertility {worth} for {grown} in {name}"
            here = [piece_id(place, space) for space in trees]
            steps.append(Counted(place, told, worth * len(trees), here))
    return steps


def lit_points(me: Gardener, space: str) -> int:
    """R6: what a tree in the light scores."""
    big = me.planet.pieces[space] == "big"
    return pieces.BIG_SCORES if big else pieces.SMALL_SCORES


def piece_id(place: int, space: str) -> str:
    """What the board calls a piece on a planet."""
    return f"p{place}.{space}"


# ------------------------------------------------------------------------------------- refusals
def refuse(box: Box, verbs: Verbs, seen: View, number_: int) -> Refusal:
    said = verbs.to_json(number_)
    verb = said["verb"]
    if seen.over:
        return Refusal("the game is over", "R9")
    if verb == "pick":
        return refuse_pick(seen, said["card"])
    if not seen.acting:
        return Refusal("first everybody takes a card", "R3.2")
    if seen.seat not in seen.deciding:
        return Refusal("you have finished this round", "R4")
    if verb in ("plant", "grow", "bush", "lake"):
        return refuse_space(box, seen, verb, said["space"])
    if verb == "stop":
        if seen.agenda:
            return Refusal("it must be done at least once", "R4.1" if seen.acted else "R5")
        return Refusal("nothing is open that could be left", "R4")
    if seen.agenda:
        return Refusal("first finish what you have begun, or leave the rest", "R4")
    if verb == "finish":
        return Refusal("first choose an action", "R4.1")
    if verb == "act":
        return Refusal("one action each round", "R4.1")
    return Refusal("the power of a card is used once", "R5")


def refuse_pick(seen: View, card: str) -> Refusal:
    if seen.acting:
        return Refusal("the draft of this round is over", "R3.2")
    if seen.deciding != [seen.seat]:
        return Refusal("it is another gardener's turn to pick", "R3.2")
    return Refusal("that card is not in the pool", "R3.2")


def refuse_space(box: Box, seen: View, verb: str, space: str) -> Refusal:
    if not seen.agenda:
        what = "an action or the power"
        return Refusal(f"first choose {what}", "R4")
    asked = seen.agenda[-1]
    answers = {"either": ("plant", "grow"), "both": ("plant", "grow"), "small": ("grow",)}
    answers |= {"big": ("grow",), "beside": ("grow",)}
    if verb not in answers.get(asked.what, (asked.what,)):
        return Refusal(f"now it is: {question(asked)[:-1].lower()}", "R4")
    if space not in box.places:
        return Refusal(f"there is no space {space.upper()} on the planet", "R2")
    if box.places[space] == "crevice":
        return Refusal(f"{space.upper()} is a crevice: nothing stands there", "R4.3")
    there = seen.gardeners[seen.seat].planet.pieces.get(space, "")
    at = space.upper()
    if verb != "grow" and there:
        return Refusal(f"at {at} there is a {THINGS[there]} already", "R4.1")
    if verb == "grow":
        if not there:
            return Refusal(f"nothing grows at {at}", "R4.1")
        if there not in ("sprout", "small"):
            return Refusal(f"a {THINGS[there]} does not grow", "R4.1")
        wanted = {"small": "sprout", "big": "small"}.get(asked.what, there)
        if there != wanted:
            return Refusal(
                f"this power grows a {THINGS[wanted]}, at {at} is a {THINGS[there]}", "R5"
            )
    if asked.what == "beside":
        return Refusal(f"{at} is not beside the lake, or has grown by it already", "R5.5")
    card = box.cards[seen.gardeners[seen.seat].card]
    if card.biome not in ("wild", box.places[space]):
        return Refusal(
            f"your card is {box.biomes[card.biome].name}, {place_words(box, space)}", "R4.2"
        )
    return Refusal(f"{at} has been used already", "R4.1")


# ---------------------------------------------------------------------------------------- score
def outcome(box: Box, table: Evergreen) -> Outcome:
    """R6 to R9: a line for everything that scored; alone, the rank."""
    seats = range(table.seats)
    done = table.season if table.to_act else len(SEASONS)
    lines: list[list[ScoreLine]] = []
    for seat in seats:
        me = table.gardeners[seat]
        found = [ScoreLine("Place in the turn order", me.start)]
        for place in range(done):
            season = box.seasons[SEASONS[place]].name
            found.append(
                ScoreLine(f"{season}, light", me.light >> 8 * place & 255, f"light in {season}")
            )
            points = me.forest >> 8 * place & 255
            found.append(ScoreLine(f"{season}, biggest forest", points, f"the forest in {season}"))
        found.append(ScoreLine("Buds", me.planet.buds, "buds"))
        if not table.to_act:
            found.append(ScoreLine("Fertility", me.fertile, "fertility"))
        lines.append(found)
    scores = [table.points(seat) for seat in seats]
    return Outcome(
        scores=scores,
        ranks=ranks([table.rank_key(seat) for seat in seats]),
        lines=lines,
        verdict=box.rank(scores[0]) if table.seats == 1 else "",
    )


# ----------------------------------------------------------------------------------------- text
def text(box: Box, seen: View, names: Sequence[str]) -> str:
    """The table for a terminal, and for whoever does not see the picture."""
    season = box.seasons[seen.season]
    n = min(seen.round + 1, season.rounds)
    held = RIVAL if seen.first == seen.seats else names[seen.first]
    lines = [
        f"{season.name}, round {n} of {season.rounds}. The sun shines from the {seen.sun}.",
        f"Deck {seen.deck}, discards {len(seen.discard)}. First player: {held}.",
        "",
        *pool_text(box, seen),
        "Fertility  " + ", ".join(zone_text(box, seen)),
    ]
    if seen.seats == 1 and seen.rival_card:
        lines.append(f"{RIVAL} took {card_words(box, seen.rival_card)}.")
    order = sorted(range(seen.seats), key=lambda seat: seat == seen.seat)
    for seat in order:
        lines += ["", *planet_text(box, seen, seen.gardeners[seat], names[seat])]
    signs = [f"{SIGNS[kind]} {THINGS[kind]}" for kind in PIECES]
    lines += ["", "Each space: its biome, then " + ", ".join(signs) + "; x is a crevice."]
    return "\n".join(lines)


def pool_text(box: Box, seen: View) -> list[str]:
    cards = [card for card in seen.pool if card]
    return [
        f"  {card_words(box, card):<26}{icon_words(box, card)}"
        f"{'   first player token' if card == seen.token else ''}"
        for card in cards
    ] + ([""] if cards else [])


def zone_text(box: Box, seen: View) -> list[str]:
    return [f"{box.biomes[biome].name} {worth}" for biome, worth in seen.fertility.items()]


def planet_text(box: Box, seen: View, me: Gardener, name: str) -> list[str]:
    planet = planet_of(me.planet)
    sun = pieces.SIDES.index(seen.sun)
    now = f"light now {planet.light(sun)}, forest now {planet.forest()}"
    card = f"; {card_words(box, me.card)}" if me.card else ""
    powers = [
        f"{box.powers[power].name} {box.powers[power].track[level]}"
        for power, level in me.planet.levels.items()
    ]
    lines = [f"{name}: {number(me.points, 'point')} ({now}){card}", "Powers  " + ", ".join(powers)]
    rows = len(box.board.rows)
    lines.append("    " + " ".join([f"{column:<2}" for column in "ABCDEFGH"]).rstrip())
    for row in range(rows):
        cells = [cell_text(box, me, pieces.SPACES[8 * row + c]) for c in range(8)]
        lines.append(f"{row + 1:>2}  " + " ".join(cells).rstrip())
    return lines


def cell_text(box: Box, me: Gardener, space: str) -> str:
    if space not in box.places:
        return "  "
    where = box.places[space]
    if where == "crevice":
        return "x "
    return box.biomes[where].letter + SIGNS[me.planet.pieces.get(space, "")]
