"""Random playthroughs for the laws: which cases of the games to test, and how they are played."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import product
from types import ModuleType
from typing import Any, Literal, get_args, get_origin

import msgspec

from spinney import players
from spinney.core import shelf
from spinney.core.game import Game, Options, seats_to_act
from spinney.core.rng import Rng
from spinney.core.state import Moves, State

LENGTH = 3000  # decisions; no playthrough takes more


@dataclass(frozen=True)
class Case:
    """A game, a number of seats and options. `resample_hidden` and `pieces` are written without the
    game's own view.
    """

    game: Game
    seats: int
    options: Options
    resample_hidden: Callable[[Any, int, Rng], State]  # what the seat cannot know, changed
    pieces: Callable[[Any], None]  # asserts that every piece is somewhere, once
    rare: frozenset[str] = frozenset()  # verbs that need not occur in a few playthroughs
    seeds: tuple[int, ...] = tuple(range(6))  # the playthroughs that the laws check
    note: str = ""  # what is special about the case, if its options do not say

    def __str__(self) -> str:
        chosen = msgspec.to_builtins(self.options)
        usual = msgspec.to_builtins(self.game.options())
        apart = [f"{name}={value}" for name, value in chosen.items() if value != usual[name]]
        return "-".join([self.game.name, str(self.seats), *apart, *filter(None, [self.note])])

    def start(self, seed: int) -> State:
        return self.game.start(self.options, self.seats, seed)


def duel(game: Game) -> int:
    """The case with two seats, or with the fewest if the game is not for two."""
    return 2 if 2 in game.seats else game.seats[0]


def cases() -> list[Case]:
    """Every game on the shelf, every number of seats, every value of every option."""
    return [case for game in shelf.games().values() for case in cases_of(game)]


def each_option_once(found: list[Case]) -> list[Case]:
    """For slow tests: the usual options with every number of seats, and every other one with the
    fewest seats only. `make laws` sets SPINNEY_EVERY_CASE and puts all of them to those tests.
    """
    if os.environ.get("SPINNEY_EVERY_CASE"):
        return found
    chosen, seen = [], set[tuple[str, Options]]()
    for case in found:  # the fewest seats come first
        known = (case.game.name, case.options)
        if case.options == case.game.options() or known not in seen:
            chosen.append(case)
            seen.add(known)
    return chosen


def cases_of(game: Game, table: str = "") -> list[Case]:
    """The cases of one game. `tests/games/NAME/table.py` must have `resample_hidden` and `pieces`.
    If an option is meaningless for some numbers of seats, its `plays` says so.
    """
    own = import_module(table or f"tests.games.{game.name}.table")
    return [
        Case(
            game,
            seats,
            options,
            own.resample_hidden,
            own.pieces,
            rare(own, seats, options),
            seeds(own, seats, options),
        )
        for seats in game.seats
        for options in choices(game.options)
        if not hasattr(own, "plays") or own.plays(seats, options)
    ]


def crossed(game: Game) -> list[Case]:
    """Every number of seats with every combination of options. `crosses` of a table.py says which
    of
    them are meaningless, and its `more` adds cases that no option can select.
    """
    own = import_module(f"tests.games.{game.name}.table")
    found = [
        Case(game, seats, options, own.resample_hidden, own.pieces, rare(own, seats, options))
        for seats in game.seats
        for options in combinations(game.options)
        if not hasattr(own, "crosses") or own.crosses(seats, options)
    ]
    return found + (own.more() if hasattr(own, "more") else [])


def rare(own: ModuleType, seats: int, options: Options) -> frozenset[str]:
    """`RARE` of a table.py: the verbs a playthrough may do without; or a function, where that
    depends
    on seats and options.
    """
    said: Any = getattr(own, "RARE", frozenset())
    found: frozenset[str] = said(seats, options) if callable(said) else said
    return found


def seeds(own: ModuleType, seats: int, options: Options) -> tuple[int, ...]:
    """`seeds` of a table.py: which playthroughs the laws are put to, where the usual six take too
    long.
    The style of play changes with the seed.
    """
    usual: tuple[int, ...] = Case.seeds
    said: Any = getattr(own, "seeds", None)
    return tuple(said(seats, options)) if said else usual


def choices(kind: type[Options]) -> list[Options]:
    """The default options, and each other value of each option once."""
    usual = kind()
    return [usual] + [
        msgspec.structs.replace(usual, **{name: value})
        for name, values in values_of(kind).items()
        for value in values
        if value != getattr(usual, name)
    ]


def combinations(kind: type[Options]) -> list[Options]:
    """Each value of each option, combined with each value of every other option."""
    values = values_of(kind)
    return [kind(**dict(zip(values, chosen, strict=True))) for chosen in product(*values.values())]


def values_of(kind: type[Options]) -> dict[str, tuple[Any, ...]]:
    """The switches and choices of a game, with their values."""
    found: dict[str, tuple[Any, ...]] = {}
    for field in msgspec.structs.fields(kind):
        if field.type is bool:
            found[field.name] = (False, True)
        elif get_origin(field.type) is Literal:
            found[field.name] = get_args(field.type)
    return found


@dataclass(frozen=True)
class Moment:
    """One decision: the state before it, the seat, the move, and the state after it."""

    before: State
    seat: int
    move: int
    after: State


def legal(state: State, seat: int) -> list[int]:
    return Moves().of(state, seat)


def uniform(case: Case, state: State, seat: int, options: list[int], rng: Rng) -> int:
    return options[rng.below(len(options))]


def by_verb(case: Case, state: State, seat: int, options: list[int], rng: Rng) -> int:
    """Choose a verb first, then one of its moves, so that rare moves are made more often."""
    verbs = sorted({move & 255 for move in options})
    chosen = verbs[rng.below(len(verbs))]
    return uniform(case, state, seat, [move for move in options if move & 255 == chosen], rng)


def sensible(case: Case, state: State, seat: int, options: list[int], rng: Rng) -> int:
    return players.greedy(case.game, case.game.view(state, seat), rng)


STYLES = (uniform, by_verb, sensible)  # random play alone rarely reaches late or good positions


def playthrough(case: Case, seed: int) -> Iterator[Moment]:
    """A game, decision by decision, in a style that changes with the seed; states may be kept."""
    style = STYLES[seed % len(STYLES)]
    rng = Rng(seed)
    state = case.start(seed)
    for _ in range(LENGTH):
        if not state.to_act:
            return
        who = seats_to_act(state)
        seat = who[rng.below(len(who))]
        options = legal(state, seat)
        assert options, "whoever is awaited can act"
        move = style(case, state, seat, options, rng)
        assert move in options, "a player made a move that is not legal"
        after = state.clone()
        after.apply(seat, move)
        yield Moment(state, seat, move, after)
        state = after
    raise AssertionError(f"still going on after {LENGTH} decisions")


def wire(thing: Any) -> bytes:
    return msgspec.json.encode(thing)
