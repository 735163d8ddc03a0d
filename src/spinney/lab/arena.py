"""Which bot is stronger, and by how much: every pair plays the same deals, in every seat.

A deal is played once for each way of seating the two. With two seats, that is A against B and B
against A. With more, it is one A among Bs and one B among As, in every seat in turn. In solo games
each plays the deal alone, and the points are compared, or what the game counts instead
(`Heuristics.solo_value`). Wherever certainty is computed, the games of a deal are taken together.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from itertools import combinations
from time import perf_counter
from typing import Any

import msgspec

from spinney import players
from spinney.core.game import ranks
from spinney.core.state import lowest
from spinney.lab.pool import each
from spinney.lab.ratings import Duel, Interval, Verdict, bootstrap, rated, sprt
from spinney.lab.simulate import load_game
from spinney.players.seeding import player_rng

Lineup = tuple[int, ...]  # by seat: which of the two players


class Setting(msgspec.Struct, frozen=True):
    """What is compared. Everything is given by name, so that other processes can load it."""

    game: str
    seats: int
    players: list[str]
    deals: int  # for every pair
    seed: int = 0  # of deal 0; deal i has seed + i
    options: dict[str, str] = {}
    components: bytes | None = None

    @property
    def pairs(self) -> int:
        return len(self.players) * (len(self.players) - 1) // 2


class Meeting(msgspec.Struct, frozen=True):
    """One deal between two players: the unit of work."""

    setting: Setting
    one: int
    other: int
    deal: int


class DealResult(msgspec.Struct, frozen=True):
    """The result of a deal, from the point of view of `one`."""

    one: int
    other: int
    deal: int
    rate: float  # of victories, relative to an equal share: 0.5 is even
    won: float  # duels of one seat against another that were won
    met: float  # … and all of them
    shares: list[float]  # of victories in each seat, whoever sat there
    margin: float  # points ahead of the best of the others, on average
    micros: tuple[list[int], list[int]]  # the time of each decision, of one and of the other
    decisions: int


def check(setting: Setting) -> None:
    """Raise a ValueError with a readable reason if this cannot be played."""
    game = load_game(setting.game, setting.components)
    game.check_seats(setting.seats)
    game.choose(setting.options)
    for name in setting.players:
        players.find(name)
    if len(setting.players) < 2:
        raise ValueError("an arena needs at least two players")
    if len(set(setting.players)) < len(setting.players):
        raise ValueError("each player can be named only once")


def ways_round(seats: int) -> list[Lineup]:
    """Who sits where in the games of a deal; 0 is the first of the two, 1 the second."""
    if seats == 1:
        return [(0,), (1,)]
    alone = [tuple(int(seat != place) for seat in range(seats)) for place in range(seats)]
    if seats == 2:
        return alone
    return alone + [tuple(1 - who for who in lineup) for lineup in alone]


# ---------------------------------------------------------------------------------------- playing
def play(meeting: Meeting) -> DealResult:
    """All games of one deal between two players."""
    setting = meeting.setting
    game = load_game(setting.game, setting.components)
    options = game.choose(setting.options)
    bots = [players.find(setting.players[i]) for i in (meeting.one, meeting.other)]
    seed = setting.seed + meeting.deal
    micros: tuple[list[int], list[int]] = ([], [])
    shares = [0.0] * setting.seats
    ways = ways_round(setting.seats)
    standings: list[list[int]] = []
    points: list[list[int]] = []
    decisions = 0
    for lineup in ways:
        state = game.start(options, setting.seats, seed)
        rngs = [player_rng(seed, seat) for seat in range(setting.seats)]
        while state.to_act:
            seat = lowest(state.to_act)
            view = game.view(state, seat)
            began = perf_counter()
            move = bots[lineup[seat]](game, view, rngs[seat])
            micros[lineup[seat]].append(round(1e6 * (perf_counter() - began)))
            state.apply(seat, move)
            decisions += 1
        if setting.seats == 1 and game.heuristics.solo_value is not None:
            standings.append([game.heuristics.solo_value(state, 0)])
        else:
            standings.append([state.rank_key(seat) for seat in range(setting.seats)])
        points.append(game.outcome(state).scores)
    rows: list[tuple[Lineup, list[int], list[int]]]
    if setting.seats == 1:  # two games of one seat are compared as one game of two
        rows = [((0, 1), [standings[0][0], standings[1][0]], [points[0][0], points[1][0]])]
    else:
        rows = list(zip(ways, standings, points, strict=True))
    rate = won = met = margin = 0.0
    for who, standing, scores in rows:
        first = [rank == 1 for rank in ranks(standing)]
        share = [win / sum(first) for win in first]
        rate += against_par(sum(s for s, w in zip(share, who, strict=True) if w == 0), who)
        for seat, (mine, whose) in enumerate(zip(standing, who, strict=True)):
            if setting.seats > 1:
                shares[seat] += share[seat] / len(rows)
            if whose == 0:
                rivals = [s for s, w in zip(standing, who, strict=True) if w == 1]
                met += len(rivals)
                won += sum((mine > s) + 0.5 * (mine == s) for s in rivals)
        ours = max(s for s, w in zip(scores, who, strict=True) if w == 0)
        margin += ours - max(s for s, w in zip(scores, who, strict=True) if w == 1)
    n = len(rows)
    return DealResult(
        meeting.one,
        meeting.other,
        meeting.deal,
        rate / n,
        won,
        met,
        shares,
        margin / n,
        micros,
        decisions,
    )


def against_par(share: float, who: Lineup) -> float:
    """A share of the victories on a scale where an equal share is 0.5 for any number of seats."""
    par = who.count(0) / len(who)
    return 0.5 * share / par if share <= par else 0.5 + 0.5 * (share - par) / (1 - par)


def meetings(setting: Setting) -> list[Meeting]:
    """All meetings, deal by deal, so that all pairs have equally many if the arena stops early."""
    pairs = list(combinations(range(len(setting.players)), 2))
    return [
        Meeting(setting, one, other, deal) for deal in range(setting.deals) for one, other in pairs
    ]


def results(
    setting: Setting, jobs: int | None = None, ray: str = "", known: Sequence[DealResult] = ()
) -> Generator[DealResult]:
    """Every deal of every pair, in order. Known ones are not played again."""
    check(setting)
    there = {(one.one, one.other, one.deal): one for one in known}
    wanted = [(one, (one.one, one.other, one.deal)) for one in meetings(setting)]
    missing = [meeting for meeting, name in wanted if name not in there]
    with closing(each(play, missing, jobs, ray)) as fresh:
        for _, name in wanted:
            yield there[name] if name in there else next(fresh)


# ---------------------------------------------------------------------------------------- summing
class Standing(msgspec.Struct, frozen=True):
    """One player of the arena."""

    name: str
    rating: Interval
    deals: int
    middle: int  # the median time of a decision, in microseconds
    slow: int  # 95 % of its decisions take less


class Pairing(msgspec.Struct, frozen=True):
    """Two players of the arena."""

    one: str
    other: str
    deals: int
    rate: Interval
    margin: Interval
    test: Verdict | None = None


class ArenaReport(msgspec.Struct, frozen=True):
    """What the arena found."""

    setting: Setting
    version: int
    components: str  # hash
    games: int
    decisions: int
    standings: list[Standing]
    pairings: list[Pairing]
    seats: list[Interval]  # each seat's share of the victories, whoever sat there


def summed(
    setting: Setting, played: Sequence[DealResult], bounds: tuple[float, float] | None = None
) -> ArenaReport:
    game = load_game(setting.game, setting.components)
    names = setting.players
    by_deal: dict[int, list[Duel]] = {}
    for one in played:
        by_deal.setdefault(one.deal, []).append(Duel(one.one, one.other, one.won, one.met))
    ratings = rated(len(names), list(by_deal.values()))
    standings = []
    for i, name in enumerate(names):
        own = [one.micros[one.other == i] for one in played if i in (one.one, one.other)]
        times = sorted(time for times in own for time in times)
        middle, slow = (times[int(len(times) * part)] if times else 0 for part in (0.5, 0.95))
        standings.append(Standing(name, ratings[i], len(own), middle, slow))
    pairings = []
    for i, j in combinations(range(len(names)), 2):
        met = [one for one in played if (one.one, one.other) == (i, j)]
        rates = [one.rate for one in met]
        pairings.append(
            Pairing(
                names[i],
                names[j],
                len(met),
                bootstrap(rates),
                bootstrap([one.margin for one in met]),
                sprt(rates, *bounds) if bounds else None,
            )
        )
    chairs = range(setting.seats if setting.seats > 1 else 0)
    return ArenaReport(
        setting=setting,
        version=game.version,
        components=game.components,
        games=len(played) * len(ways_round(setting.seats)),
        decisions=sum(one.decisions for one in played),
        standings=sorted(standings, key=lambda one: -one.rating.value),
        pairings=pairings,
        seats=[bootstrap([one.shares[seat] for one in played]) for seat in chairs],
    )


def decided(played: Sequence[DealResult], bounds: tuple[float, float]) -> bool:
    """Whether the sequential test of every pair has an answer."""
    pairs: dict[tuple[int, int], list[float]] = {}
    for one in played:
        pairs.setdefault((one.one, one.other), []).append(one.rate)
    return all(sprt(rates, *bounds).says for rates in pairs.values())


def command(setting: Setting, games: int, extra: Sequence[str] = ()) -> str:
    """What a person types to get the same report."""
    words: list[Any] = ["spinney arena", setting.game, "--seats", setting.seats]
    words += ["--players", ",".join(setting.players), "--games", games, "--seed", setting.seed]
    for name, value in setting.options.items():
        words += ["--option", f"{name}={value}"]
    return " ".join(map(str, [*words, *extra]))
