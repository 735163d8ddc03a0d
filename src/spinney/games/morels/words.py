"""Every sentence of Morels: moves, log lines, refusals, the table as text; from views alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from spinney.core.cache import Cache
from spinney.core.game import Outcome, Refusal, ScoreLine, ranks
from spinney.core.verbs import verb
from spinney.games.morels import pieces
from spinney.games.morels.components import Box
from spinney.games.morels.pieces import (
    COOK_LEAST,
    FROM_HAND,
    KINDS,
    MUSHROOMS,
    NIGHT_WORTH,
    PER_BASKET,
    POISONED_HAND,
    SELL_LEAST,
    VERBS,
    Cook,
    Discard,
    Sell,
    Take,
)
from spinney.games.morels.rules import Morels
from spinney.games.morels.view import pans_of
from spinney.games.morels.view_types import Cards, Forager, Pan, View

TITLE = "Morels"
ANGEL, BASKET, MOON = "destroying_angel", "basket", "moon"
AT_ONCE: Final = (BASKET, MOON, ANGEL)  # cards that do something when they are taken
# The lines of a score, by the addresses of the box and of the pans in a view. Entries keep both, so
# that no address is used again.
SCORED: Final = Cache(4000)


# ------------------------------------------------------------------------------------- phrases
def number(n: int, thing: str) -> str:
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def listing(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def mushrooms(box: Box, kind: str, day: int, night: int) -> str:
    """'4 Shiitake', 'the night Shiitake', '3 Shiitake and the night one'."""
    name = box.name(kind)
    dark = "the night" if night == 1 else f"{night} night"
    if not night:
        return f"{day} {name}"
    if not day:
        return f"{dark} {name}"
    return f"{day} {name} and {dark} {'one' if night == 1 else 'ones'}"


def seasoning(butter: int, cider: int) -> str:
    parts = []
    if butter:
        parts.append("butter" if butter == 1 else f"{butter} butters")
    if cider:
        parts.append("cider" if cider == 1 else f"{cider} ciders")
    return f" with {listing(parts)}" if parts else ""


def meal(box: Box, pan: Pan) -> str:
    return mushrooms(box, pan.kind, pan.day, pan.night) + seasoning(pan.butter, pan.cider)


def price(place: int) -> int:
    """Sticks for the card at a place counted from 1, as people do."""
    return pieces.price(place - 1)


def counts(said: dict[str, str]) -> tuple[int, int, int, int]:
    day, night, butter, cider = [int(said.get(k, "0")) for k in ("day", "night", "butter", "cider")]
    return day, night, butter, cider


# --------------------------------------------------------------------------------------- moves
def prompt(seen: View, names: Sequence[str]) -> str:
    if not seen.deciding:
        return "The forest is empty: the walk is over."
    if seen.turn != seen.seat:
        return f"{names[seen.turn]} is choosing."
    if seen.excess:
        return f"The Destroying Angel: discard {number(seen.excess, 'card')}."
    return "Your turn: take a card, gather the decay, cook, sell, or play a pan."


def move(box: Box, seen: View, number_: int) -> str:
    match VERBS.names[verb(number_)]:
        case "take":
            place = Take.place(number_)
            return f"Take {box.name(seen.forest[place])} (place {place + 1})"
        case "gather":
            return "Gather the decay"
        case "cook":
            where = " in a pan from your hand" if Cook.pan(number_) == FROM_HAND else ""
            return f"Cook {cooked(box, number_)}{where}"
        case "sell":
            return f"Sell {sold(box, number_)}"
        case "pan":
            return "Play an empty pan"
        case "discard":
            return f"Discard {discarded(box, number_)}"
        case _:
            return "Lose the turn"


def cooked(box: Box, move: int) -> str:
    what = mushrooms(box, KINDS[Cook.kind(move)], Cook.day(move), Cook.night(move))
    return what + seasoning(Cook.butter(move), Cook.cider(move))


def sold(box: Box, move: int) -> str:
    return mushrooms(box, KINDS[Sell.kind(move)], Sell.day(move), Sell.night(move))


def discarded(box: Box, move: int) -> str:
    dark = "the night " if Discard.night(move) else ""
    return dark + box.name(KINDS[Discard.kind(move)])


def gain(box: Box, worth: pieces.Worth, seen: View, number_: int) -> str:
    match VERBS.names[verb(number_)]:
        case "take":
            place = Take.place(number_)
            sticks = pieces.price(place)
            paid = f"costs {number(sticks, 'stick')}" if sticks else "free"
            kind = seen.forest[place]
            return f"{paid}; {effect(seen, [kind])}" if kind in AT_ONCE else paid
        case "gather":
            cards = listing([box.name(kind) for kind in seen.decay])
            note = effect(seen, seen.decay)
            return f"{cards}; {note}" if note else cards
        case "cook":
            return number(worth.meal(number_), "point")
        case "sell":
            each = worth.sticks[Sell.kind(number_)]
            return number((Sell.day(number_) + NIGHT_WORTH * Sell.night(number_)) * each, "stick")
        case "pan":
            return "to cook in later"
        case "discard":
            return "shown to the other forager"
        case _:
            return "nothing else is possible"


def effect(seen: View, kinds: Sequence[str]) -> str:
    """What baskets, moons and Angels among the cards would do."""
    me = seen.foragers[seen.turn]
    notes = []
    baskets = kinds.count(BASKET)
    if baskets:
        notes.append(f"hand limit {me.limit + PER_BASKET * baskets}")
    if MOON in kinds:
        notes.append("draws a night card")
    if ANGEL in kinds:
        kept = sum(kind not in (BASKET, ANGEL) for kind in kinds)
        limit = POISONED_HAND + PER_BASKET * (me.baskets + baskets)
        lost = me.cards + kept - limit
        turns = len(me.cooked)
        notes.append(f"poison for {number(turns, 'turn')}" if turns else "no lasting poison")
        if lost > 0:
            notes.append(f"discard {number(lost, 'card')}")
    return ", ".join(notes)


# ---------------------------------------------------------------------------------------- story
def tell(box: Box, before: View, seat: int, number_: int, after: View) -> str:
    me, now = before.foragers[seat], after.foragers[seat]
    match VERBS.names[verb(number_)]:
        case "take":
            place = Take.place(number_)
            kind = before.forest[place]
            sticks = pieces.price(place)
            paid = f" for {number(sticks, 'stick')}" if sticks else ""
            story = f"took {box.name(kind)}{paid}{fate(box, me, now, [kind], after)}"
        case "gather":
            cards = listing([box.name(kind) for kind in before.decay])
            story = f"gathered {cards}{fate(box, me, now, before.decay, after)}"
        case "cook":
            story = f"cooked {cooked(box, number_)} for {number(now.points - me.points, 'point')}"
        case "sell":
            story = f"sold {sold(box, number_)} for {number(now.sticks - me.sticks, 'stick')}"
        case "pan":
            story = "played an empty pan"
        case "discard":
            story = f"discarded {discarded(box, number_)}"
        case _:
            story = "could do nothing and lost the turn"
    return story + opening(before, seat, after)


def fate(box: Box, me: Forager, now: Forager, kinds: Sequence[str], after: View) -> str:
    """What followed from the cards that were collected."""
    story = ""
    if MOON in kinds:
        drawn = [box.name(k) for k, n in now.nights.items() if n > me.nights.get(k, 0)]
        nights = now.hidden_nights - me.hidden_nights
        if drawn:
            story += f" and drew the night {listing(drawn)}"
        elif nights:
            story += " and drew " + ("a night card" if nights == 1 else f"{nights} night cards")
    if ANGEL in kinds and after.deciding:
        turns = number(now.poison, "turn")
        story += f"; poisoned for {turns}" if now.poison else "; the poison passed at once"
    return story


def opening(before: View, seat: int, after: View) -> str:
    """The other forager's first turn began: what the opening hand held (R7)."""
    rival = 1 - seat
    if before.opened[rival] or not after.opened[rival]:
        return ""
    was, now = before.foragers[rival], after.foragers[rival]
    baskets = now.baskets - was.baskets
    moons = now.hidden_nights - was.hidden_nights
    angels = was.hidden_dealt - now.hidden_dealt - baskets - moons
    found = [
        number(n, thing)
        for n, thing in ((baskets, "Basket"), (moons, "Moon"), (angels, "Destroying Angel"))
        if n
    ]
    return f"; then the other opening hand was cleared of {listing(found)}" if found else ""


# ------------------------------------------------------------------------------------- refusals
def refuse(box: Box, seen: View, number_: int) -> Refusal:
    said = VERBS.to_json(number_)
    asked = said["verb"]
    if not seen.deciding:
        return Refusal("the game is over", "R8")
    if seen.turn != seen.seat:
        return Refusal("it is the other forager's turn", "R3")
    me = seen.foragers[seen.seat]
    if seen.excess and asked != "discard":
        return Refusal(f"first discard {number(seen.excess, 'card')}", "R6.6")
    match asked:
        case "take":
            return refuse_take(box, seen, me, int(said["place"]))
        case "gather":
            return refuse_gather(seen, me)
        case "cook":
            return refuse_cook(box, me, said)
        case "sell":
            return refuse_sell(box, me, said)
        case "pan":
            return Refusal("there is no Pan card in your hand", "R3.5")
        case "discard":
            if not seen.excess:
                return Refusal("nothing has to be discarded now", "R6.6")
            return Refusal("that card is not in your hand", "R6.6")
        case _:
            return Refusal("a turn is lost only if nothing else is possible", "R3.6")


def refuse_take(box: Box, seen: View, me: Forager, place: int) -> Refusal:
    if place > len(seen.forest):
        return Refusal(f"the forest has only {number(len(seen.forest), 'card')} left", "R3.1")
    if price(place) > me.sticks:
        return Refusal(f"place {place} costs {cost(place)}, you have {me.sticks}", "R3.1")
    if seen.forest[place - 1] == ANGEL:
        return Refusal("a second Destroying Angel at once is never allowed", "R6.6")
    return Refusal(f"your hand is full: {me.cards} of {me.limit} cards", "R4")


def refuse_gather(seen: View, me: Forager) -> Refusal:
    if not seen.decay:
        return Refusal("the decay is empty", "R3.2")
    if seen.decay.count(ANGEL) + (me.poison > 0) > 1:
        return Refusal("a second Destroying Angel at once is never allowed", "R6.6")
    kept = sum(kind not in (BASKET, ANGEL) for kind in seen.decay)
    limit = me.limit + PER_BASKET * seen.decay.count(BASKET)
    return Refusal(f"{me.cards} + {kept} cards are more than your limit of {limit}", "R4")


def refuse_set(
    box: Box, me: Forager, said: dict[str, str], rule: str, least: int
) -> Refusal | None:
    """What cooking and selling have in common: one kind of mushroom, held, and enough of it."""
    kind = said["kind"]
    day, night, _, _ = counts(said)
    if KINDS.index(kind) >= MUSHROOMS:
        return Refusal(f"{box.name(kind)} is no mushroom to {said['verb']}", rule)
    have = me.known.get(kind, 0) + me.dealt.get(kind, 0)
    if day > have:
        return Refusal(f"you hold {have or 'no'} {box.name(kind)}, not {day}", rule)
    if night > me.nights.get(kind, 0):
        return Refusal(f"you do not hold {night} night {box.name(kind)}", rule)
    if day + NIGHT_WORTH * night < least:
        return Refusal(f"it takes {least} or more like mushrooms to {said['verb']}", rule)
    return None


def refuse_cook(box: Box, me: Forager, said: dict[str, str]) -> Refusal:
    if refused := refuse_set(box, me, said, "R3.3", COOK_LEAST):
        return refused
    day, night, butter, cider = counts(said)
    hand = {k: me.known.get(k, 0) + me.dealt.get(k, 0) for k in ("butter", "cider", "pan")}
    if butter > hand["butter"] or cider > hand["cider"]:
        return Refusal("you do not hold that much butter or cider", "R6.5")
    needed = butter * box.cards["butter"].needs + cider * box.cards["cider"].needs
    if day + NIGHT_WORTH * night < needed:
        extra = seasoning(butter, cider).removeprefix(" with ")
        return Refusal(f"{extra} would take {needed} like mushrooms in the pan", "R6.5")
    if said.get("pan") == "hand":
        return Refusal("there is no Pan card in your hand", "R6.2")
    return Refusal("there is no empty pan in your play area", "R6.2")


def refuse_sell(box: Box, me: Forager, said: dict[str, str]) -> Refusal:
    refused = refuse_set(box, me, said, "R3.4", SELL_LEAST)
    assert refused is not None, "nothing else can be wrong with a sale"
    return refused


# ---------------------------------------------------------------------------------------- score
def outcome(box: Box, table: Morels) -> Outcome:
    """R8: a line for every pan."""
    return Outcome(
        scores=[table.points(seat) for seat in range(2)],
        ranks=ranks([table.rank_key(seat) for seat in range(2)]),
        lines=[score_lines(box, pans_of(table.forager(s), table.worth)) for s in range(2)],
    )


def score(box: Box, seen: View) -> Outcome:
    """The same from a view, before the end. All it needs lies open."""
    return Outcome(
        scores=[forager.points for forager in seen.foragers],
        ranks=[],
        lines=[score_lines(box, forager.cooked) for forager in seen.foragers],
    )


def score_lines(box: Box, pans: list[Pan]) -> list[ScoreLine]:
    key = (id(box), id(pans))
    known: tuple[Box, list[Pan], list[ScoreLine]] | None = SCORED.get(key)
    if known is not None:
        return known[2]
    lines = [ScoreLine(meal(box, pan), pan.points, box.name(pan.kind)) for pan in pans]
    SCORED.put(key, (box, pans, lines))
    return lines


# ----------------------------------------------------------------------------------------- text
def text(box: Box, seen: View, names: Sequence[str]) -> str:
    """The table for a terminal, and for whoever does not see the picture."""
    forest = [
        f"{place:>3} {box.name(kind):<18}{value(box, kind):>6}  {cost(place)}"
        for place, kind in enumerate(seen.forest, 1)
    ]
    lines = [
        f"Day deck {seen.deck}, night deck {seen.night_deck}. Cards show points/sticks.",
        *(forest or ["  the forest is empty"]),
        "Decay   " + (", ".join(worded(box, kind) for kind in seen.decay) or "empty"),
    ]
    others = [seat for seat in range(seen.seats) if seat != seen.seat]
    for seat in others:
        lines += [
            "",
            *person(box, seen.foragers[seat], names[seat]),
            *seen_hand(box, seen.foragers[seat]),
        ]
    if seen.seat >= 0:
        me = seen.foragers[seen.seat]
        lines += ["", *person(box, me, names[seen.seat]), "Hand    " + hand(box, me)]
    return "\n".join(lines)


def value(box: Box, kind: str) -> str:
    """'4/2' for a mushroom of 4 points and 2 sticks, '3' for a butter; nothing for the others."""
    card = box.cards[kind]
    return f"{card.mvp}/{card.sticks}" if card.sticks else str(card.mvp or "")


def cost(place: int) -> str:
    return number(price(place), "stick") if price(place) else "free"


def worded(box: Box, kind: str) -> str:
    return f"{box.name(kind)} {value(box, kind)}".rstrip()


def person(box: Box, who: Forager, name: str) -> list[str]:
    pans = [f"{meal(box, pan)} = {pan.points}" for pan in who.cooked]
    if who.pans:
        pans.append(number(who.pans, "empty pan"))
    state = [
        number(who.points, "point"),
        f"{who.cards} of {who.limit} cards",
        number(who.sticks, "stick"),
    ]
    if who.baskets:
        state.append(number(who.baskets, "basket"))
    if who.poison:
        state.append(f"poisoned for {number(who.poison, 'turn')}")
    lines = [f"{name}: " + ", ".join(state)]
    if pans:
        lines.append("Pans    " + "; ".join(pans))
    return lines


def seen_hand(box: Box, who: Forager) -> list[str]:
    """What everybody knows of a hand."""
    parts = tally(box, who.known)
    if who.hidden_dealt:
        parts.append(f"{who.hidden_dealt} unseen")
    if who.hidden_nights:
        parts.append(number(who.hidden_nights, "night card"))
    return ["Hand    " + ", ".join(parts)] if parts else []


def hand(box: Box, me: Forager) -> str:
    held = {k: n for k in KINDS if (n := me.known.get(k, 0) + me.dealt.get(k, 0))}
    nights = [mushrooms(box, kind, 0, n) for kind, n in me.nights.items()]
    days = [f"{n} {worded(box, kind)}" for kind, n in held.items()]
    return ", ".join(days + nights) or "empty"


def tally(box: Box, held: Cards) -> list[str]:
    return [f"{n} {box.name(kind)}" for kind, n in held.items()]
