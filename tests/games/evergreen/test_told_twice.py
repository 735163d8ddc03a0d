"""Whole games, each step compared with a second, plainer telling of the rules (plain.py)."""

from __future__ import annotations

import random

import pytest

from tests.games.evergreen.plain import Space, biome, forest, light, spaces
from tests.games.evergreen.stories import Table, new_game
from tests.games.evergreen.test_draft_by_hand import CARDS, FERTILE, icons

SIDES = ["top", "right", "bottom", "left"]
ROUNDS = [5, 4, 3, 2]
TRACKS = {
    "sprout": [0, 2, 3, 4],
    "small": [0, 1, 2, 3],
    "big": [0, 1, 2, 3],
    "bush": [0, 1, 2, 3],
    "lake": [0, 1, 1, 2],
    "bud": [0, 3, 6, 9],
}
GROWN = {"sprout": "small", "small": "big"}


def at(name: str) -> Space:
    return int(name[1]) - 1, "abcdefgh".index(name[0])


def named(space: Space) -> str:
    return "abcdefgh"[space[1]] + str(space[0] + 1)


class Planet:
    """One player's planet and the round they are in, with every legal move told from scratch."""

    def __init__(self, start: int) -> None:
        self.pieces: dict[Space, str] = {}
        self.levels = dict.fromkeys(TRACKS, 0)
        self.points = start
        self.card = ""
        self.begin("")

    def begin(self, card: str) -> None:
        self.card = card
        self.acted = self.powered = False
        self.plants = self.growths = 0  # of the action, still possible
        self.either = False  # action D
        self.touched: set[Space] = set()
        self.times = 0  # of the power, still possible
        self.used = 0
        self.lake: Space | None = None
        self.beside = 0

    def empty(self, where: str = "") -> list[Space]:
        return [space for space in spaces(where) if space not in self.pieces]

    def growing(self, where: str = "") -> list[Space]:
        return [s for s in spaces(where) if self.pieces.get(s) in GROWN and s not in self.touched]

    def near_lake(self) -> list[Space]:
        if self.lake is None or not self.beside:
            return []
        row, column = self.lake
        near = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        return [space for space in near if space in self.growing()]

    def moves(self) -> set[str]:
        where, power = self.card.split("-")
        where = "" if where == "wild" or self.either else where
        plant = [f"plant space={named(space)}" for space in self.empty(where)]
        grow = [f"grow space={named(space)}" for space in self.growing(where)]
        if self.plants or self.growths:
            found = {*(plant if self.plants else []), *(grow if self.growths else [])}
            if found:
                return found if self.either else found | {"stop"}
        if self.near_lake():
            return {f"grow space={named(space)}" for space in self.near_lake()} | {"stop"}
        if self.times:
            found = set(self.uses(power))
            if found:
                return found | ({"stop"} if self.used else set())
        found = set()
        if not self.acted:
            found |= {f"act action={action}" for action in "abcd"}
        if not self.powered:
            found.add("power")
        if self.acted:
            found.add("finish")
        return found

    def uses(self, power: str) -> list[str]:
        if power in ("small", "big"):
            young = "sprout" if power == "small" else "small"
            return [f"grow space={named(s)}" for s, p in self.pieces.items() if p == young]
        verb = {"sprout": "plant", "bush": "bush", "lake": "lake"}[power]
        return [f"{verb} space={named(space)}" for space in self.empty()]

    def do(self, words: str) -> None:
        verb, _, rest = words.partition(" ")
        power = self.card.split("-")[1]
        value = rest.partition("=")[2]
        if verb == "act":
            self.acted = True
            self.touched = set()
            self.plants = {"a": 3, "b": 0, "c": 1, "d": 1}[value]
            self.growths = {"a": 0, "b": 2, "c": 1, "d": 1}[value]
            self.either = value == "d"
        elif verb == "power":
            self.powered = True
            self.levels[power] = min(self.levels[power] + 1, 3)
            self.used = 0
            self.touched = set()
            worth = TRACKS[power][self.levels[power]]
            if power == "bud":
                self.points += worth
            else:
                self.times = worth
        elif verb == "stop":
            if self.near_lake():
                self.beside = 0
                self.touched = set()
            else:
                self.close()
        elif verb != "finish":
            self.place(verb, at(value))
        self.settle()

    def place(self, verb: str, space: Space) -> None:
        if verb == "grow":
            self.pieces[space] = GROWN[self.pieces[space]]
        else:
            self.pieces[space] = {"plant": "sprout"}.get(verb, verb)
        if self.plants or self.growths:
            self.touched.add(space)
            if self.either:
                self.plants = self.growths = 0
            elif verb == "plant":
                self.plants -= 1
            else:
                self.growths -= 1
        elif self.near_lake_asked(verb):
            self.touched.add(space)
            self.beside -= 1
        else:
            self.times -= 1
            self.used += 1
            if verb == "lake":
                self.lake, self.beside, self.touched = space, 2, set()

    def near_lake_asked(self, verb: str) -> bool:
        return verb == "grow" and self.lake is not None and self.beside > 0

    def close(self) -> None:
        self.plants = self.growths = self.times = 0
        self.either = False
        self.touched = set()

    def settle(self) -> None:
        """Whatever has nothing left to choose is over."""
        where, power = self.card.split("-")
        where = "" if where == "wild" or self.either else where
        if self.plants or self.growths:
            if not (self.plants and self.empty(where)) and not (
                self.growths and self.growing(where)
            ):
                self.close()
        elif self.lake is not None:
            if not self.near_lake():
                self.lake, self.beside, self.touched = None, 0, set()
                self.settle()
        elif self.times and not self.uses(power):
            self.close()
        elif not self.times:
            self.close()


class Draft:
    """Who picks when, where the token lies, and what the zone is worth."""

    def __init__(self, table: Table, seats: int) -> None:
        self.seats = seats
        self.first = table.first
        self.stacks: dict[str, list[tuple[str, bool]]] = {
            name: [(card, True) for card in stack] for name, stack in table.view(-1).zone.items()
        }
        self.begin(table.pool)

    def begin(self, pool: list[str]) -> None:
        self.pool = list(pool)
        self.token = ""
        self.holder = self.first
        self.next = self.first
        self.picks: dict[int, str] = {}

    def pick(self, card: str) -> None:
        self.pool.remove(card)
        self.picks[self.next] = card
        if card == self.token:
            self.holder = self.next
            self.token = ""
        if self.next == self.first:
            self.token = self.pool[0]
        self.next = (self.next + 1) % self.seats
        if len(self.picks) == self.seats:
            self.first = self.holder
            self.token = ""
            self.leave(self.pool[0])

    def leave(self, card: str) -> None:
        if icons(card) != 0:
            stack = self.stacks[card.split("-")[0]]
            if icons(card) < 0 and stack:
                stack[-1] = (stack[-1][0], False)
            stack.append((card, True))

    def fertility(self, name: str) -> int:
        return sum(max(icons(card), 0) for card, up in self.stacks[name] if up)


@pytest.mark.parametrize("sun", SIDES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_tellings_agree_step_by_step(seats: int, sun: str) -> None:
    for seed in range(2):
        compare(new_game(seed, seats, sun=sun), seats, SIDES.index(sun), random.Random(seed))


def compare(table: Table, seats: int, side: int, rng: random.Random) -> None:
    planets = [Planet((seat - table.first) % seats) for seat in range(seats)]
    draft = Draft(table, seats)
    for season, rounds in enumerate(ROUNDS):
        sun = SIDES[(side + season) % 4]
        for _ in range(rounds):
            play_draft(table, draft, seats, rng)
            play_actions(table, planets, draft, rng)
        for seat, planet in enumerate(planets):
            planet.points += light(planet.pieces, sun) + forest(planet.pieces)
            if season < 3:
                assert table.points(seat) == planet.points
    assert table.over
    for planet in planets:
        for space, piece in planet.pieces.items():
            planet.points += draft.fertility(biome(space)) if piece == "big" else 0
    assert [table.points(seat) for seat in range(seats)] == [planet.points for planet in planets]
    order = sorted(range(seats), key=lambda s: (-planets[s].points, (s - draft.first) % seats))
    assert table.outcome().winners == [order[0]]


def play_draft(table: Table, draft: Draft, seats: int, rng: random.Random) -> None:
    draft.begin(table.pool)
    assert len(table.pool) == seats + 1
    for _ in range(seats):
        assert table.to_act == [draft.next]
        assert table.token == draft.token
        assert set(table.moves()) == {f"pick card={card}" for card in draft.pool}
        card = rng.choice(draft.pool)
        draft.pick(card)
        table.do(f"pick card={card}")
    assert table.first == draft.first
    for name in FERTILE:
        if name != "wild":
            assert table.fertility(name) == draft.fertility(name)
            assert table.zone(name) == [card for card, _ in draft.stacks[name]]
    lying = [card for stack in draft.stacks.values() for card, _ in stack]
    held = [card for seat in range(seats) for card in table.cards(seat)]
    everywhere = [*lying, *held, *table.deck, *table.discard]
    assert sorted(everywhere) == sorted(CARDS)


def play_actions(table: Table, planets: list[Planet], draft: Draft, rng: random.Random) -> None:
    seats = len(planets)
    for seat, planet in enumerate(planets):
        assert table.card(seat) == draft.picks[seat]
        planet.begin(draft.picks[seat])
    to_act = list(range(seats))
    while to_act:
        seat = rng.choice(to_act)
        planet = planets[seat]
        moves = planet.moves()
        assert set(table.moves(seat)) == moves
        chosen = rng.choice(sorted(moves))
        if chosen == "stop" and rng.random() < 0.7:
            chosen = rng.choice(sorted(moves))
        planet.do(chosen)
        table.do(chosen, seat=seat)
        if chosen == "finish":
            to_act.remove(seat)
        assert table.planet(seat) == {named(s): piece for s, piece in planet.pieces.items()}
        assert {power: table.level(power, seat) for power in TRACKS} == planet.levels


def wanted(card: str, draft: Draft) -> tuple[int, int]:
    """How much the solo rival wants a card: larger is more."""
    if card.startswith("wild"):
        return (3, 0)
    if icons(card) > 0:
        return (2, icons(card))
    if icons(card) < 0:
        return (1, -draft.fertility(card.split("-")[0]))
    return (0, 0)


@pytest.mark.parametrize("seed", range(6))
def test_both_tellings_agree_alone(seed: int) -> None:
    """Single Player Mode: what the rival takes, who is first, and what it all is worth."""
    rng = random.Random(seed)
    table = new_game(seed, 1)
    planet = Planet(table.first)
    draft = Draft(table, 2)
    for season, rounds in enumerate(ROUNDS):
        for _ in range(rounds):
            rival_first = draft.first == 1
            draft.begin(table.pool)
            if rival_first:
                taken = table.rival_card
                assert len(draft.pool) == 2
                assert all(wanted(taken, draft) >= wanted(card, draft) for card in draft.pool)
                draft.pool.append(taken)  # where it lay is not to be seen any more
                draft.pick(taken)
            assert table.to_act == [0]
            assert table.token == draft.token
            card = rng.choice(draft.pool)
            draft.pick(card)
            if not rival_first:
                # max() takes the first of several, which is the leftmost
                taken = max(draft.pool, key=lambda card: wanted(card, draft))
                draft.pick(taken)
            table.do(f"pick card={card}")
            assert table.rival_card == taken
            assert table.first == draft.first
            for name, stack in draft.stacks.items():
                assert table.zone(name) == [card for card, _ in stack]
                assert table.fertility(name) == draft.fertility(name)
            draft.picks = {0: card}
            play_actions(table, [planet], draft, rng)
        planet.points += light(planet.pieces, SIDES[season]) + forest(planet.pieces)
    assert table.over
    for space, piece in planet.pieces.items():
        planet.points += draft.fertility(biome(space)) if piece == "big" else 0
    assert list(table.outcome().scores) == [planet.points]
