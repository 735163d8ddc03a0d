"""Positions of Evergreen in a few words, for cases and for tests.

table = evergreen(card="swamp-sprout", planet="sprout@f2 small@f3", levels="sprout=1")
table.do("power", "plant space=a4")          # seat 0; table.do(..., seat=1) for another
assert not table.may("grow space=a4")
assert table.planet() == {"f2": "sprout", "f3": "small", "a4": "sprout"}

A space is a column letter and a row number, a1 at the top left. A position is in the action phase,
where whoever is given no card has a wild one, unless there is a pool: then it is in the draft.

table = evergreen(pool="wild-bush snow-lake wheat-sprout rock-bud", seats=3, first=1)
table.do("pick card=wild-bush", seat=1)
assert table.token == "snow-lake"
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from spinney.core.arrays import i64, vec
from spinney.core.case_runs import answered
from spinney.core.cases import GivenLines, Positions
from spinney.core.game import seats_to_act
from spinney.core.state import Moves
from spinney.games.evergreen import GAME, rules
from spinney.games.evergreen.components import BOX
from spinney.games.evergreen.pieces import BIOMES, NOBODY, POWERS, SEASONS, SIDES, WILD
from spinney.games.evergreen.view import PLACE, numbers, planet_of, planet_seen, view
from spinney.games.evergreen.view_types import Planet, View

PRINTED = BOX.printed()
VERBS = GAME.verbs
SPARE = ("wild-bud", "wild-lake", "wild-bush", "wild-big")
NUMBER = {name: number for number, name in enumerate(PRINTED.names)}


def evergreen(
    *,
    seats: int = 2,
    pool: str = "",
    token: str = "",
    first: int = 0,
    drafted: int = 0,
    season: str = "spring",
    round: int = 0,
    sun: str = "",
    zone: str = "",
    flipped: str = "",
    discard: str = "",
    deck: str | None = None,
    reshuffle: str = "needed",
    rival: str = "",
    rival_card: str = "",
    others: Sequence[dict[str, Any]] = (),
    rng: int = 1,
    **mine: Any,
) -> Table:
    """A position. The keys of a gardener are those of `gardener`, for seat 0; `others` are seats 1,
    2, ... `pool` from left to right; `drafted` picks of it are over, so the pool holds that many
    cards less; `zone` lists cards in the order in which they were put there; `deck`: which cards,
    by default all that are nowhere else; `reshuffle`: as the option; `sun`: by default where it is
    if it began at the top.
    """
    table = rules.blank(PRINTED, seats, 0, rng)
    table.season = SEASONS.index(season)
    table.sun = SIDES.index(sun) if sun else table.season
    table.round = round
    table.first = first
    table.discard = card_set(discard)
    table.rival = card_set(rival)
    table.rival_card = NUMBER.get(rival_card, NOBODY)
    if rival_card:
        table.rival |= 1 << NUMBER[rival_card]
    for card in zone.split():
        put = [*table.stacks]
        biome = PRINTED.biome[NUMBER[card]]
        put[biome] = put[biome] << 6 | NUMBER[card] + 1
        table.stacks = vec[i64](put)
    table.flipped = card_set(flipped)
    table.refill_at_once = reshuffle == "empty"
    for seat, keys in enumerate([mine, *others, *[{}] * (seats - 1 - len(others))]):
        spare: dict[str, Any] = {} if pool else {"card": SPARE[seat]}
        gardener(table, seat, **(spare | keys))
    gone = card_set(zone) | table.discard | table.rival | card_set(pool)
    for them in table.gardeners:
        gone |= them.cards
    table.deck = card_set(deck) if deck is not None else PRINTED.deck & ~gone
    if pool:
        lying = pool.split()
        places = [NUMBER[card] for card in lying] + [NOBODY] * (table.drafters + 1 - len(lying))
        table.pool = vec[i64](places)
        table.token = NUMBER.get(token, NOBODY)
        table.drafted = drafted
        table.next_pick((first + drafted) % table.drafters)
    else:
        table.drafted = table.drafters
        table.to_act = (1 << seats) - 1
    return Table(table)


def gardener(
    table: rules.Evergreen,
    seat: int,
    *,
    planet: str = "",
    levels: str = "",
    card: str = "",
    cards: str = "",
    start: int = 0,
    light: Sequence[int] = (),
    forest: Sequence[int] = (),
    buds: int = 0,
) -> None:
    """`planet`: 'sprout@f2 big@c3'; `levels`: 'sprout=1 lake=2', other markers at the start; `card`
    is this round's, `cards` those of earlier rounds of the season; `light`, `forest`: points of
    the seasons before.
    """
    me = table.gardeners[seat]
    standing = {at: what for what, at in [word.split("@") for word in planet.split()]}
    known = {power: 0 for power in POWERS}
    known |= {power: int(value) for power, value in [w.split("=") for w in levels.split()]}
    me.shown = planet_of(Planet(standing, known, buds))
    me.planet = me.shown.clone()
    me.card = NUMBER.get(card, NOBODY)
    me.cards = card_set(f"{cards} {card}")
    me.start = start
    me.light = sum(points << 8 * season for season, points in enumerate(light))
    me.forest = sum(points << 8 * season for season, points in enumerate(forest))


def build(given: GivenLines) -> Table:
    """Seat 0 is given directly, the others as seat 1, 2, …"""
    others = [given.keys(gardener, seat=seat) for seat in range(1, max([0, *given.seats]) + 1)]
    return evergreen(others=others, **given.keys(evergreen, gardener))


def card_set(names: str) -> int:
    return sum(1 << NUMBER[name] for name in set(names.split()))


def names_of(cards: int) -> list[str]:
    return [PRINTED.names[card] for card in numbers(cards)]


class Table:
    """A table in the middle of a case or a story."""

    def __init__(self, state: rules.Evergreen) -> None:
        self.state = state

    def moves(self, seat: int | None = None) -> list[str]:
        """What a seat may do now; without a seat, the first that is awaited."""
        seat = self.turn if seat is None else seat
        if seat not in seats_to_act(self.state):
            return []
        return [VERBS.format(move) for move in Moves().of(self.state, seat)]

    def may(self, words: str, seat: int | None = None) -> bool:
        return VERBS.format(VERBS.parse(words)) in self.moves(seat)

    def do(self, *lines: str, seat: int | None = None) -> Self:
        for words in lines:
            who = self.turn if seat is None else seat
            assert self.may(words, who), f"{words!r} is not among {self.moves(who)}"
            self.state.apply(who, VERBS.parse(words))
        return self

    def pass_round(self) -> Self:
        """Everybody still awaited acts without any effect, declines the power, and finishes."""
        while self.acting:
            if self.may("stop"):
                self.do("stop")
            elif self.may("act action=a"):
                self.do("act action=a")
            else:
                self.do("finish")
        return self

    def view(self, seat: int) -> View:
        return view(self.state, seat)

    @property
    def turn(self) -> int:
        """The first seat that is awaited."""
        return seats_to_act(self.state)[0]

    @property
    def to_act(self) -> list[int]:
        return seats_to_act(self.state)

    @property
    def over(self) -> bool:
        return self.state.to_act == 0

    @property
    def acting(self) -> bool:
        return self.state.acting()

    @property
    def season(self) -> str:
        return SEASONS[self.state.season]

    @property
    def round(self) -> int:
        """Rounds of this season that are over."""
        return self.state.round

    @property
    def sun(self) -> str:
        return SIDES[self.state.sun]

    @property
    def first(self) -> int:
        """Who holds the first player token (seats: the solo rival)."""
        return self.state.first

    @property
    def token(self) -> str:
        """The card it lies on, if it does."""
        return "" if self.state.token == NOBODY else PRINTED.names[self.state.token]

    @property
    def pool(self) -> list[str]:
        """The cards still in the pool, from left to right."""
        return [PRINTED.names[card] for card in self.state.pool if card != NOBODY]

    @property
    def deck(self) -> list[str]:
        return names_of(self.state.deck)

    @property
    def discard(self) -> list[str]:
        return names_of(self.state.discard)

    @property
    def flipped(self) -> list[str]:
        return names_of(self.state.flipped)

    @property
    def rival_card(self) -> str:
        return "" if self.state.rival_card == NOBODY else PRINTED.names[self.state.rival_card]

    @property
    def rival(self) -> list[str]:
        return names_of(self.state.rival)

    def zone(self, biome: str) -> list[str]:
        """A stack of the fertility zone, latest last."""
        return self.view(-1).zone[biome]

    def fertility(self, biome: str) -> int:
        return self.state.fertility(BIOMES.index(biome))

    @property
    def all_fertility(self) -> int:
        return sum(self.state.fertility(biome) for biome in range(WILD))

    def planet(self, seat: int = 0) -> dict[str, str]:
        """What stands where, as its owner sees it."""
        return planet_seen(self.state.gardeners[seat].planet).pieces

    def level(self, power: str, seat: int = 0) -> int:
        return self.state.gardeners[seat].planet.level(POWERS.index(power))

    def card(self, seat: int = 0) -> str:
        card = self.state.gardeners[seat].card
        return "" if card == NOBODY else PRINTED.names[card]

    def cards(self, seat: int = 0) -> list[str]:
        return names_of(self.state.gardeners[seat].cards)

    def points(self, seat: int = 0) -> int:
        return self.state.points(seat)

    def light(self, seat: int = 0, sun: str = "") -> int:
        """Points of light as the planet stands; `sun`: from another side."""
        side = SIDES.index(sun) if sun else self.state.sun
        return self.state.gardeners[seat].planet.light(side)

    def lit(self, seat: int = 0, sun: str = "") -> set[str]:
        """The trees hit by light."""
        side = SIDES.index(sun) if sun else self.state.sun
        spaces = {place: space for space, place in PLACE.items()}
        return {spaces[place] for place in numbers(self.state.gardeners[seat].planet.lit(side))}

    def forest(self, seat: int = 0) -> int:
        return self.state.gardeners[seat].planet.forest()

    def fertile(self, seat: int = 0) -> int:
        """What the big trees score, or would score now, for fertility."""
        return self.state.fertile(self.state.gardeners[seat].planet)

    def answer(self, what: str, seat: int) -> object:
        """The answer to `then WHAT`."""
        return answered(self, what, seat)


POSITIONS = Positions(build, Table, {"pass": lambda table, _: table.pass_round()})
