"""How fast the rules run, as ratios within one run, also against OpenSpiel.

Machines are shared and noisy. So every figure is per second of CPU time, and what is compared takes
turns of some milliseconds (laps) within one run. What counts is the median of the laps' ratios,
with quartiles. Noise that lasts longer than a lap slows both sides of it.

    playouts      random games in compiled code
    uncompiled    the same source, interpreted, in another process
    tree search   the decisions of plain information-set tree search, in the tree and in playouts
    loop          random games driven from Python, as in a researcher's script: list the legal
                  moves, choose one, apply it. All loops use the same random number generator
    peers         OpenSpiel driven by the same loop, dealing included; its own C++ rollouts and its
                  own C++ tree search
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median, quantiles
from time import process_time
from typing import Any

from spinney.core import shelf
from spinney.core.game import Game
from spinney.core.rng import Rng
from spinney.core.state import Moves, lowest
from spinney.players.playout import playouts
from spinney.players.search import Search

LOOP_PEERS = ("hearts", "dou_dizhu")
ROLLOUT_PEER = "hearts"
ROUNDS = 40  # of the peer's own search, a lap
SIMULATIONS = 300  # of either tree search, a position


def misses(game: Game, numbers: dict[str, Any]) -> list[str]:
    """The ratios that are below the bar."""
    return [name for name, found in numbers["ratios"].items() if found["median"] < bar(game, name)]


def bar(game: Game, ratio: str) -> float:
    """The smallest ratio that the game promises; 0 if it promises none."""
    kinds = {
        "uncompiled": "uncompiled",
        "same loop": "loop",
        "rollouts": "rollouts",
        "ISMCTS": "search",
    }
    return next((game.bars.get(kinds[end], 0.0) for end in kinds if ratio.endswith(end)), 0.0)


def measure(
    game: Game, rounds: int, laps: int, peer_list: dict[str, Callable[[], float]]
) -> dict[str, Any]:
    """Measure everything in turns: the interpreted build once a round, the rest in every lap."""
    seats = game.seats[0]
    speeds: dict[str, list[float]] = {}
    for lap in range(rounds * laps):
        found = {
            "playouts": inside(game, seats, 2000, lap),
            "tree search": searching(game, seats, lap),
            "loop": whole_games(ours(game, seats, 200, lap)),
            **{name: peer() for name, peer in peer_list.items()},
        }
        if lap % laps == laps // 2:
            found["uncompiled"] = outside(game, seats, 200, lap)
        for name, speed in found.items():
            speeds.setdefault(name, []).append(speed)
    for count in game.seats:
        speed = inside(game, count, 10_000, 1)
        speeds[f"playouts, {count} seat{'s' * (count > 1)}"] = [speed]
    return {
        "decisions_per_second": {name: median(found) for name, found in speeds.items()},
        "shapes": {str(count): shape(game, count, 200) for count in game.seats},
        "ratios": {
            name: dict(zip(("low", "median", "high"), quantiles(found, n=4), strict=True))
            for name, found in ratios(speeds, laps).items()
        },
    }


def ratios(speeds: dict[str, list[float]], laps: int) -> dict[str, list[float]]:
    """The ratios, lap by lap. What was measured once a round is compared with the laps around
    it."""
    alike = {
        "same loop": "loop",
        "after the deal": "loop",
        "rollouts": "playouts",
        "ISMCTS": "tree search",
    }
    found = {}
    if "uncompiled" in speeds:
        mine = speeds["playouts"]
        around = [median(mine[at : at + laps]) for at in range(0, len(mine), laps)]
        pairs = zip(around, speeds["uncompiled"], strict=True)
        found["playouts / uncompiled"] = [a / b for a, b in pairs]
    for name, theirs in speeds.items():
        for end, ours in alike.items():
            if name.endswith(end):
                pairs = zip(speeds[ours], theirs, strict=True)
                found[f"{ours} / {name}"] = [a / b for a, b in pairs]
    return found


# ------------------------------------------------------------------------------------- ourselves
def inside(game: Game, seats: int, games: int, seed: int) -> float:
    """Random games in compiled code: decisions a second."""
    starts = [game.start(game.options(), seats, seed * 5 + i) for i in range(5)]
    begin = process_time()
    decisions = sum(playouts(start, games // 5, Rng(i))[0] for i, start in enumerate(starts))
    return decisions / (process_time() - begin)


def searching(game: Game, seats: int, seed: int) -> float:
    """Plain tree search at the start of a game and after each quarter of it: decisions a second. An
    iteration counts as many decisions as a random game from there has on average.
    """
    decisions = spent = 0.0
    moves, rng = Moves(), Rng(seed)
    state = game.start(game.options(), seats, seed)
    quarter = playouts(state, 20, rng)[0] // 80
    for made in range(3 * quarter + 1):
        if not state.to_act:
            break
        seat = lowest(state.to_act)
        legal = moves.of(state, seat)
        if made % quarter == 0 and len(legal) > 1:
            search = Search(game.state_from_view(game.view(state, seat)), seat, None, Rng(made))
            begin = process_time()
            search.run(SIMULATIONS)
            spent += process_time() - begin
            decisions += SIMULATIONS * playouts(state, 20, rng)[0] / 20
        state.apply(seat, legal[rng.below(len(legal))])
    return decisions / spent


def outside(game: Game, seats: int, games: int, seed: int) -> float:
    """The same in the interpreted build, in another process that measures itself."""
    run = subprocess.run(
        [sys.executable, "-m", "spinney.lab.bench", game.name, str(seats), str(games), str(seed)],
        env={**os.environ, "SPINNEY_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(run.stdout)


def ours(game: Game, seats: int, games: int, seed: int) -> Iterator[int]:
    """A script's loop: list the legal moves, choose, apply. Yields the decisions of each game."""
    moves, below, options = Moves(), Rng(seed).below, game.options()
    for number in range(games):
        state = game.start(options, seats, number)
        decisions = 0
        while to_act := state.to_act:
            seat = lowest(to_act)
            legal = moves.of(state, seat)
            state.apply(seat, legal[below(len(legal))])
            decisions += 1
        yield decisions


def shape(game: Game, seats: int, games: int) -> dict[str, float]:
    """The size of random games: decisions a game, choices a decision, and turns a game. A turn is
    what one seat decides in a row.
    """
    moves, rng, options = Moves(), Rng(1), game.options()
    decisions = choices = turns = 0
    for number in range(games):
        state = game.start(options, seats, number)
        last = -1
        while state.to_act:
            seat = lowest(state.to_act)
            choices += len(moves.of(state, seat))
            state.apply(seat, moves.pick(rng))
            decisions += 1
            turns += seat != last
            last = seat
    return {
        "decisions": decisions / games,
        "choices": choices / decisions,
        "turns": turns / games,
    }


def whole_games(games: Iterator[int]) -> float:
    begin = process_time()
    decisions = sum(games)
    return decisions / (process_time() - begin)


# ----------------------------------------------------------------------------------------- peers
def peers() -> dict[str, Callable[[], float]]:
    """What can be measured of OpenSpiel, if it is installed. Only the benchmark depends on it."""
    try:
        import pyspiel
    except ImportError:
        return {}
    tasks: dict[str, Callable[[], float]] = {}
    for name in LOOP_PEERS:
        loaded = pyspiel.load_game(name)
        tasks[f"{name} of OpenSpiel, same loop"] = partial(dealing, loaded, 120)
        tasks[f"{name} of OpenSpiel, after the deal"] = partial(dealt, loaded, 120)
    rollouts = pyspiel.load_game(ROLLOUT_PEER)
    tasks[f"{ROLLOUT_PEER} of OpenSpiel, C++ rollouts"] = partial(in_c, pyspiel, rollouts)
    tasks[f"{ROLLOUT_PEER} of OpenSpiel, C++ ISMCTS"] = partial(
        in_tree, pyspiel, rollouts, itertools.count()
    )
    return tasks


def dealing(loaded: Any, games: int) -> float:
    return whole_games(theirs(loaded, games))


def dealt(loaded: Any, games: int) -> float:
    """The same games without the time for dealing: for comparison, no bar refers to it."""
    starts = [deal(loaded, Rng(number)) for number in range(games)]
    return whole_games(played(start, Rng(1)) for start in starts)


def theirs(loaded: Any, games: int) -> Iterator[int]:
    for number in range(games):
        chance = Rng(number)
        yield played(deal(loaded, chance), chance)


def deal(loaded: Any, chance: Rng) -> Any:
    state = loaded.new_initial_state()
    below = chance.below
    while state.is_chance_node():
        legal = state.legal_actions()
        state.apply_action(legal[below(len(legal))])
    return state


def played(state: Any, chance: Rng) -> int:
    """The same loop. Random events in the middle of a game cost time, but are not decisions."""
    below = chance.below
    decisions = 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        legal = state.legal_actions()
        state.apply_action(legal[below(len(legal))])
    return decisions


def in_c(pyspiel: Any, loaded: Any) -> float:
    """Decisions a second in the rollouts of OpenSpiel's own MCTS bot: fifty rollouts from each node
    it visits, times their mean length.
    """
    chance = Rng(1)
    starts = [deal(loaded, chance) for _ in range(8)]
    starts = [start for start in starts if len(start.legal_actions()) > 1][
        :4
    ]  # else it returns at once
    length = sum(played(start.clone(), chance) for start in starts for _ in range(25)) / 25
    spent = 0.0
    for number, start in enumerate(starts):
        evaluator = pyspiel.RandomRolloutEvaluator(50, number)
        bot = pyspiel.MCTSBot(loaded, evaluator, 2.0, ROUNDS, 1000, False, number, False)
        begin = process_time()
        bot.step(start)
        spent += process_time() - begin
    return ROUNDS * 50 * length / spent


def in_tree(pyspiel: Any, loaded: Any, seeds: Iterator[int]) -> float:
    """OpenSpiel's own information-set search at the same stages of a game: decisions a second."""
    chance = Rng(next(seeds))
    decisions = spent = 0.0
    state = deal(loaded, chance)
    quarter = played(state.clone(), chance) // 4
    for made in range(3 * quarter + 1):
        legal = state.legal_actions()
        if made % quarter == 0 and len(legal) > 1:
            evaluator = pyspiel.RandomRolloutEvaluator(1, made)  # the bot does not keep it alive
            bot = pyspiel.ISMCTSBot(made, evaluator, 2.0, SIMULATIONS)
            begin = process_time()
            bot.step(state)
            spent += process_time() - begin
            decisions += SIMULATIONS * sum(played(state.clone(), chance) for _ in range(5)) / 5
        state.apply_action(legal[chance.below(len(legal))])
    return decisions / spent


if __name__ == "__main__":  # the interpreted half: `outside` calls it
    name, seats, games, seed = sys.argv[1:]
    print(inside(shelf.find(name), int(seats), int(games), int(seed)))
