"""One worker: a process in which computer players think. Started by workers.py.

A job comes in as a line of JSON, its answer goes out as one. The process knows views and nothing
else: no table, no seed of a game, no store. It may use so much memory, and little more processor
time than a job's deadline: if the server is gone, it will be gone soon, too.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from importlib import import_module
from math import ceil
from pathlib import Path
from typing import BinaryIO

import msgspec

from spinney import players
from spinney.core import shelf
from spinney.core.rng import Rng
from spinney.players.hints import Hint, advise

try:
    import resource
except ImportError:  # Windows has none: there the deadline alone must do
    HAS_LIMITS = False
else:
    HAS_LIMITS = True

MEMORY = 2048  # MiB
GRACE = 5  # seconds of processor time beyond a deadline


class Job(msgspec.Struct, frozen=True):
    """What to think about."""

    game: str
    player: str  # whose move; nobody's: a hint is wanted
    view: msgspec.Raw
    seed: int  # of the player's own dice
    deadline: float


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move in words or a hint, or what went wrong. All are empty in the first line: ready."""

    move: str = ""
    hint: Hint | None = None
    error: str = ""


def think(job: Job) -> Answer:
    try:
        game = shelf.find(job.game)
        view = msgspec.json.decode(job.view, type=game.view_type)
        if not job.player:
            return Answer(hint=advise(game, view))
        player = players.find(job.player)
        return Answer(game.verbs.format(player(game, view, Rng(job.seed))))
    except Exception as error:
        return Answer(error=accident(error))


def accident(error: Exception) -> str:
    """What happened and where, without the values: a view has no business in a log."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = ""
    if trace is not None:
        where = f" at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
    return type(error).__name__ + where


# --------------------------------------------------------------------------------------- limits
def limit_memory(mebibytes: int) -> None:
    if HAS_LIMITS:
        most = mebibytes << 20
        try:
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
        except (ValueError, OSError):
            pass  # the system has a lower one already, or none of that kind


def limit_time(seconds: float) -> None:
    """So much processor time from now on; the system ends a process that takes more."""
    if HAS_LIMITS:
        usage = resource.getrusage(resource.RUSAGE_SELF)
        most = ceil(usage.ru_utime + usage.ru_stime + seconds) + GRACE
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
        except (ValueError, OSError):
            pass


# ---------------------------------------------------------------------------------------- lines
def serve(jobs: BinaryIO, answers: BinaryIO) -> None:
    def say(answer: Answer) -> None:
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()

    say(Answer())
    decoder = msgspec.json.Decoder(Job)
    for line in jobs:
        job = decoder.decode(line)
        limit_time(job.deadline)
        say(think(job))


def main() -> None:
    parser = argparse.ArgumentParser(prog="spinney.server.worker")
    parser.add_argument("--memory", type=int, default=MEMORY, help="in MiB")
    parser.add_argument("--players", default="", help="a module with more of them: PLAYERS")
    args = parser.parse_args()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server; it ends the workers
    if hasattr(os, "nice"):
        os.nice(5)  # the event loop goes first
    # The lines get channels of their own: what a player prints must not be taken for an answer.
    jobs, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "r+b") as nothing:
        os.dup2(nothing.fileno(), 0)
        os.dup2(nothing.fileno(), 1)
    limit_memory(args.memory)
    if args.players:
        players.PLAYERS.update(import_module(args.players).PLAYERS)
    shelf.games()
    try:
        serve(jobs, answers)
    except (BrokenPipeError, KeyboardInterrupt):
        pass  # the server is gone
    sys.stdout.flush()
    os._exit(0)  # nothing to tidy up


if __name__ == "__main__":
    main()
