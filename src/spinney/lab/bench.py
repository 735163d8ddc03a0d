"""How fast the rules run: ratios within one run, against named peers.

Machines are shared and noisy, so every figure is per second of CPU time, everything that is
compared is measured in turns within one run, and what counts is the ratio of each round: its
median, with the lowest and the highest.

    playouts      random games inside the compiled build, as a search plays them
    uncompiled    the same source, interpreted, in a process of its own
    loop          the same three steps driven from Python, as a researcher's script does
    peers         OpenSpiel driven by the very same loop, dealing included; its own C++ rollouts
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from spinney.core import build, shelf
from spinney.core.chance import Rng
from spinney.core.game import Game
from spinney.core.state import Moves, lowest
from spinney.players.playout import playouts

LOOP_PEERS = ("hearts", "dou_dizhu")
ROLLOUT_PEER = "hearts"
BARS = {  # what CONTRIBUTING.md promises
    **{f"loop / {peer} of OpenSpiel, same loop": 3.0 for peer in LOOP_PEERS},
    f"playouts / {ROLLOUT_PEER} of OpenSpiel, C++ rollouts": 1.0,
    "playouts / uncompiled": 15.0,
}


def main(args: argparse.Namespace) -> int:
    from rich.console import Console

    console = Console()
    if not build.compiled:
        print(f"spinney: nothing to measure, this is uncompiled ({build.reason})", file=sys.stderr)
        return 1
    games = [shelf.find(args.game)] if args.game else list(shelf.games().values())
    rounds, scale = (3, 1) if args.quick else (7, 4)
    peer_list = peers(scale)
    if not peer_list:
        print("spinney: OpenSpiel is not installed; `make bench` installs it", file=sys.stderr)
    numbers: dict[str, Any] = {}
    for game in games:
        with console.status(f"{game.title}: measuring {rounds} rounds"):
            numbers[game.name] = measure(game, rounds, scale, peer_list)
        report(console, game, numbers[game.name])
    missed = [name for found in numbers.values() for name in misses(found)]
    if args.json:
        Path(args.json).write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")
    return 1 if missed else 0


def misses(numbers: dict[str, Any]) -> list[str]:
    """The bars that were not met."""
    found = numbers["ratios"]
    return [name for name, bar in BARS.items() if name in found and found[name]["median"] < bar]


def measure(
    game: Game, rounds: int, scale: int, peer_list: dict[str, Callable[[], float]]
) -> dict[str, Any]:
    """Everything in turns, round by round."""
    seats = game.seats[0]
    speeds: dict[str, list[float]] = {}
    shapes: dict[int, tuple[float, float]] = {}
    for number in range(rounds):
        found = {
            "playouts": inside(game, seats, 8000 * scale, number)[0],
            "uncompiled": outside(game, seats, 100 * scale, number),
            "loop": whole_games(ours(game, seats, 400 * scale, number)),
            **{name: peer() for name, peer in peer_list.items()},
        }
        for name, speed in found.items():
            speeds.setdefault(name, []).append(speed)
    for count in game.seats:
        speed, length, branching = inside(game, count, 8000 * scale, 1)
        shapes[count] = (length, branching)
        speeds[f"playouts, {count} seats"] = [speed]
    return {
        "decisions_per_second": {name: median(found) for name, found in speeds.items()},
        "length_and_branching": {str(count): shape for count, shape in shapes.items()},
        "ratios": {
            name: {"median": median(found), "low": min(found), "high": max(found)}
            for name, found in ratios(speeds).items()
        },
    }


def ratios(speeds: dict[str, list[float]]) -> dict[str, list[float]]:
    pairs = {"playouts / uncompiled": ("playouts", "uncompiled")}
    for name in speeds:
        if "same loop" in name or "after the deal" in name:
            pairs[f"loop / {name}"] = ("loop", name)
        elif "rollouts" in name:
            pairs[f"playouts / {name}"] = ("playouts", name)
    return {
        title: [a / b for a, b in zip(speeds[ours], speeds[theirs], strict=True)]
        for title, (ours, theirs) in pairs.items()
    }


# ------------------------------------------------------------------------------------- ourselves
def inside(game: Game, seats: int, games: int, seed: int) -> tuple[float, float, float]:
    """Random games in compiled code: decisions a second, decisions a game, choices a decision."""
    starts = [game.start(game.options(), seats, seed * 5 + i) for i in range(5)]
    decisions = choices = 0
    begin = process_time()
    for i, start in enumerate(starts):
        made, offered, _ = playouts(start, games // 5, Rng(i))
        decisions += made
        choices += offered
    spent = process_time() - begin
    return decisions / spent, decisions / games, choices / decisions


def outside(game: Game, seats: int, games: int, seed: int) -> float:
    """The same in the interpreted build: another process, which times itself."""
    run = subprocess.run(
        [sys.executable, "-m", "spinney.lab.bench", game.name, str(seats), str(games), str(seed)],
        env={**os.environ, "SPINNEY_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(run.stdout)


def ours(game: Game, seats: int, games: int, seed: int) -> Iterator[int]:
    """A script's loop: list legal, choose, apply. Yields how many decisions each game took."""
    moves, chance, options = Moves(), Random(seed), game.options()
    draw = chance.random
    for number in range(games):
        state = game.start(options, seats, number)
        decisions = 0
        while waiting := state.waiting:
            seat = lowest(waiting)
            legal = moves.of(state, seat)
            state.apply(seat, legal[int(draw() * len(legal))])
            decisions += 1
        yield decisions


def whole_games(games: Iterator[int]) -> float:
    begin = process_time()
    decisions = sum(games)
    return decisions / (process_time() - begin)


# ----------------------------------------------------------------------------------------- peers
def peers(scale: int) -> dict[str, Callable[[], float]]:
    """What can be measured of OpenSpiel, if it is there: a dependency of the benchmark alone."""
    try:
        import pyspiel
    except ImportError:
        return {}
    tasks: dict[str, Callable[[], float]] = {}
    for name in LOOP_PEERS:
        loaded = pyspiel.load_game(name)
        tasks[f"{name} of OpenSpiel, same loop"] = partial(dealing, loaded, 120 * scale)
        tasks[f"{name} of OpenSpiel, after the deal"] = partial(dealt, loaded, 120 * scale)
    rollouts = pyspiel.load_game(ROLLOUT_PEER)
    tasks[f"{ROLLOUT_PEER} of OpenSpiel, C++ rollouts"] = partial(in_c, pyspiel, rollouts, scale)
    return tasks


def dealing(loaded: Any, games: int) -> float:
    return whole_games(theirs(loaded, games))


def dealt(loaded: Any, games: int) -> float:
    """For comparison, and no bar of ours: the same games with the dealing left out of the time."""
    starts = [deal(loaded, Random(number)) for number in range(games)]
    return whole_games(played(start, Random(1)) for start in starts)


def theirs(loaded: Any, games: int) -> Iterator[int]:
    for number in range(games):
        chance = Random(number)
        yield played(deal(loaded, chance), chance)


def deal(loaded: Any, chance: Random) -> Any:
    state = loaded.new_initial_state()
    draw = chance.random
    while state.is_chance_node():
        legal = state.legal_actions()
        state.apply_action(legal[int(draw() * len(legal))])
    return state


def played(state: Any, chance: Random) -> int:
    """The same loop; chance in the middle of a game costs time and is no decision."""
    draw = chance.random
    decisions = 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        legal = state.legal_actions()
        state.apply_action(legal[int(draw() * len(legal))])
    return decisions


def in_c(pyspiel: Any, loaded: Any, scale: int) -> float:
    """Rollouts of OpenSpiel's own MCTS bot, fifty from each node it visits, times their mean
    length.
    """
    chance = Random(scale)
    starts = [deal(loaded, chance) for _ in range(8)]
    starts = [start for start in starts if len(start.legal_actions()) > 1][
        :4
    ]  # else it returns at once
    length = sum(played(start.clone(), chance) for start in starts for _ in range(25)) / 25
    spent = 0.0
    for number, start in enumerate(starts):
        evaluator = pyspiel.RandomRolloutEvaluator(50, number)
        bot = pyspiel.MCTSBot(loaded, evaluator, 2.0, 40 * scale, 1000, False, number, False)
        begin = process_time()
        bot.step(start)
        spent += process_time() - begin
    return 40 * scale * 50 * length / spent


# ---------------------------------------------------------------------------------------- report
def report(console: Any, game: Game, numbers: dict[str, Any]) -> None:
    from rich.table import Table

    shapes = ", ".join(
        f"{seats} seats: {length:.0f} decisions of {branching:.1f} choices"
        for seats, (length, branching) in numbers["length_and_branching"].items()
    )
    speeds = Table("", "decisions/s", title=f"{game.title} ({shapes})", title_justify="left")
    for name, speed in numbers["decisions_per_second"].items():
        speeds.add_row(name, f"{speed:,.0f}")
    console.print(speeds)
    table = Table("ratio", "median", "lowest", "highest", "bar")
    for name, found in numbers["ratios"].items():
        bar = BARS.get(name)
        verdict = (
            "" if bar is None else f"{bar:g} " + ("met" if found["median"] >= bar else "MISSED")
        )
        figures = [f"{found[key]:.1f}" for key in ("median", "low", "high")]
        table.add_row(name, *figures, verdict)
    console.print(table)


if __name__ == "__main__":  # the interpreted half: `outside` calls it
    name, seats, games, seed = sys.argv[1:]
    print(inside(shelf.find(name), int(seats), int(games), int(seed))[0])
