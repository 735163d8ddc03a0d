"""What a gardener may know, and the table that can be made of that.

Hidden are the random numbers, so what the deck will bring, and what the others do while all act at
the same time. A view does not say who has finished either: nothing in it changes while others
decide.
"""

from __future__ import annotations

from collections.abc import Iterable

from spinney.core.arrays import i64, vec
from spinney.core.game import seats_to_act
from spinney.core.state import BITS
from spinney.games.evergreen import pieces, rules, view_types
from spinney.games.evergreen.pieces import (
    BIOMES,
    NOBODY,
    PIECES,
    POWERS,
    QUESTIONS,
    SEASONS,
    SIDES,
    SPACES,
    WILD,
    Printed,
)

PLACE = {space: place for place, space in enumerate(SPACES)}
ASKED = {name: number for number, name in QUESTIONS.items()}


def view(state: rules.Evergreen, seat: int) -> view_types.View:
    printed = state.printed
    acting = state.acting()
    me = state.gardeners[seat] if seat >= 0 and acting else None
    over = not state.to_act
    done = state.season + 1 if over else state.season
    return view_types.View(
        seat=seat,
        seats=state.seats,
        deciding=[s for s in seats_to_act(state) if s == seat or not acting],
        reveal_count=state.reveal_count,
        season=SEASONS[state.season],
        round=state.round,
        sun=SIDES[state.sun],
        first=state.first,
        drafted=state.drafted,
        acting=acting,
        over=over,
        pool=[card_name(printed, card) for card in state.pool],
        token=card_name(printed, state.token),
        deck=len(numbers(state.deck)),
        discard=card_names(printed, state.discard),
        zone={BIOMES[b]: stack_names(printed, state.stacks[b]) for b in range(WILD)},
        flipped=card_names(printed, state.flipped),
        fertility={BIOMES[b]: state.fertility(b) for b in range(WILD)},
        gardeners=[gardener(state, s, s == seat or not acting, done) for s in range(state.seats)],
        rival=card_names(printed, state.rival),
        rival_card=card_name(printed, state.rival_card),
        acted=me.acted if me else False,
        powered=me.powered if me else False,
        agenda=questions(me) if me else [],
    )


def gardener(state: rules.Evergreen, seat: int, clear: bool, done: int) -> view_types.Gardener:
    them = state.gardeners[seat]
    planet = them.planet if clear else them.shown
    return view_types.Gardener(
        planet=planet_seen(planet),
        cards=card_names(state.printed, them.cards),
        card=card_name(state.printed, them.card),
        points=them.points() - them.planet.buds + planet.buds,
        start=them.start,
        light=[them.light >> 8 * season & 255 for season in range(done)],
        forest=[them.forest >> 8 * season & 255 for season in range(done)],
        fertile=them.fertile,
    )


def questions(me: pieces.Gardener) -> list[view_types.Question]:
    agenda = me.agenda
    return [
        view_types.Question(
            QUESTIONS[agenda.asked(i) & 255],
            agenda.asked(i) >> 8 & 255,
            agenda.asked(i) >> 16 != 0,
            space_names(agenda.where(i)),
        )
        for i in range(agenda.depth)
    ]


def state_from_view(printed: Printed, known: view_types.View) -> rules.Evergreen:
    """The same table, without random numbers. While all act, the others have not begun in it."""
    number = {name: place for place, name in enumerate(printed.names)}
    table = rules.blank(printed, known.seats, SIDES.index(known.sun), 0)
    table.reveal_count = known.reveal_count
    table.season = SEASONS.index(known.season)
    table.round = known.round
    table.first = known.first
    table.drafted = known.drafted
    table.pool = vec[i64]([number.get(card, NOBODY) for card in known.pool])
    table.token = number.get(known.token, NOBODY)
    table.discard = card_set(number, known.discard)
    table.flipped = card_set(number, known.flipped)
    table.rival = card_set(number, known.rival)
    table.rival_card = number.get(known.rival_card, NOBODY)
    stacks = [0] * WILD
    gone = table.discard | table.rival | card_set(number, [card for card in known.pool if card])
    for biome in range(WILD):
        for card in known.zone[BIOMES[biome]]:
            stacks[biome] = stacks[biome] << 6 | number[card] + 1
            gone |= 1 << number[card]
    table.stacks = vec[i64](stacks)
    for seat, them in enumerate(known.gardeners):
        recall_gardener(table.gardeners[seat], them, number)
        gone |= table.gardeners[seat].cards
    table.deck = printed.deck & ~gone
    if not known.acting:
        table.to_act = sum([1 << seat for seat in known.deciding])
        return table
    table.to_act = (1 << known.seats) - 1
    if known.seat >= 0:
        me = table.gardeners[known.seat]
        me.acted = known.acted
        me.powered = known.powered
        for question in known.agenda:
            where = space_set(question.where)
            me.agenda.ask(ASKED[question.what], question.times, question.must, where)
        if known.seat not in known.deciding:
            table.to_act &= ~(1 << known.seat)
    return table


def recall_gardener(
    who: pieces.Gardener, known: view_types.Gardener, number: dict[str, int]
) -> None:
    who.planet = planet_of(known.planet)
    who.shown = who.planet.clone()
    who.cards = card_set(number, known.cards)
    who.card = number.get(known.card, NOBODY)
    who.start = known.start
    who.light = packed(known.light)
    who.forest = packed(known.forest)
    who.fertile = known.fertile


# ----------------------------------------------------------- numbers of the rules, names of things
def planet_seen(planet: pieces.Planet) -> view_types.Planet:
    standing: dict[str, str] = {}
    boards = (planet.sprout, planet.small, planet.big, planet.bush, planet.lake)
    for kind, board in zip(PIECES, boards, strict=True):
        for place in numbers(board):
            standing[SPACES[place]] = kind
    levels = {power: planet.levels >> 8 * place & 255 for place, power in enumerate(POWERS)}
    return view_types.Planet(standing, levels, planet.buds)


def planet_of(known: view_types.Planet) -> pieces.Planet:
    boards = dict.fromkeys(PIECES, 0)
    for space, kind in known.pieces.items():
        boards[kind] |= 1 << PLACE[space]
    planet = pieces.Planet()
    planet.sprout = boards["sprout"]
    planet.small = boards["small"]
    planet.big = boards["big"]
    planet.bush = boards["bush"]
    planet.lake = boards["lake"]
    planet.levels = packed([known.levels[power] for power in POWERS])
    planet.buds = known.buds
    return planet


def packed(values: list[int]) -> int:
    """A byte for each, the first lowest."""
    return sum([value << 8 * place for place, value in enumerate(values)])


def numbers(board: int) -> list[int]:
    """The members of a set, in rising order."""
    found: list[int] = []
    base = 0
    while board:
        for place in BITS[board & 255]:
            found.append(base + place)
        board >>= 8
        base += 8
    return found


def space_names(board: int) -> list[str]:
    return [SPACES[place] for place in numbers(board)]


def space_set(spaces: Iterable[str]) -> int:
    return sum([1 << PLACE[space] for space in spaces])


def card_name(printed: Printed, card: int) -> str:
    return printed.names[card] if card != NOBODY else ""


def card_names(printed: Printed, cards: int) -> list[str]:
    return [printed.names[card] for card in numbers(cards)]


def card_set(number: dict[str, int], names: Iterable[str]) -> int:
    return sum([1 << number[name] for name in names])


def stack_names(printed: Printed, stack: int) -> list[str]:
    """A stack of the zone from the bottom up."""
    found: list[str] = []
    while stack:
        found.append(printed.names[rules.latest(stack)])
        stack >>= 6
    found.reverse()
    return found
