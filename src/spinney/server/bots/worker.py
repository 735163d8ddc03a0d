"""A worker: a process in which bots think. Started by pool.py.

A job arrives as a line of JSON, and its reply is one, too. The process gets views and nothing else:
no table, no seed of a match, no store. Its memory is limited, and its processor time is limited to
a little more than a job's deadline. So if the server is gone, its workers soon end, too.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from functools import lru_cache
from importlib import import_module
from math import ceil
from pathlib import Path
from typing import BinaryIO

import msgspec

from spinney import players
from spinney.core import shelf
from spinney.core.colours import coloured
from spinney.core.game import Game
from spinney.core.rng import Rng
from spinney.players.hints import Hint, advise
from spinney.table.trial import TriedFile, try_out

try:
    import resource
except ImportError:  # Windows has none: there the deadline alone must do
    HAS_LIMITS = False
else:
    HAS_LIMITS = True

MEMORY = 2048  # MiB
KEPT = 8  # games with components files of people's own
TRY_OUT = "?"  # instead of a player: whether one can play with a components file
GRACE = 5  # seconds of processor time beyond a deadline


class BotTask(msgspec.Struct, frozen=True):
    """A job: a move or a hint for a view."""

    game: str
    player: str  # the kind of player; empty if a hint is wanted
    view: msgspec.Raw
    seed: int  # of the player's random numbers
    deadline: float
    components: str = ""  # the components file it is played with, if not the game's own
    colours: tuple[int, ...] = ()  # of the seats, where people chose them: a hint may name them


class BotReply(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move as text or a hint, or what went wrong. In the first line, which means that the worker
    is ready, all are empty."""

    move: str = ""
    hint: Hint | None = None
    tried: TriedFile | None = None
    error: str = ""


def think(job: BotTask) -> BotReply:
    try:
        if job.player == TRY_OUT:
            return BotReply(tried=try_out(job.game, job.components.encode()))
        game = reprinted(job.game, job.components) if job.components else shelf.find(job.game)
        view = msgspec.json.decode(job.view, type=game.view_type)
        if not job.player:
            return BotReply(hint=advise(coloured(game, job.colours), view))
        player = players.find(job.player)
        return BotReply(game.verbs.format(player(game, view, Rng(job.seed))))
    except Exception as error:
        return BotReply(error=describe(error))


@lru_cache(KEPT)
def reprinted(name: str, components: str) -> Game:
    """A game with another components file. A few are kept, because a table asks again and again."""
    return shelf.find(name).reprint(components.encode())


def describe(error: Exception) -> str:
    """The type and place of an error, without values, because a view must not get into a log."""
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
    """Limit the processor time from now on. The system ends a process that takes more."""
    if HAS_LIMITS:
        usage = resource.getrusage(resource.RUSAGE_SELF)
        most = ceil(usage.ru_utime + usage.ru_stime + seconds) + GRACE
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
        except (ValueError, OSError):
            pass


# ---------------------------------------------------------------------------------------- lines
def serve(jobs: BinaryIO, answers: BinaryIO) -> None:
    def say(answer: BotReply) -> None:
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()

    say(BotReply())
    decoder = msgspec.json.Decoder(BotTask)
    for line in jobs:
        job = decoder.decode(line)
        limit_time(job.deadline)
        say(think(job))


def main() -> None:
    parser = argparse.ArgumentParser(prog="spinney.server.bots.worker")
    parser.add_argument("--memory", type=int, default=MEMORY, help="in MiB")
    parser.add_argument("--players", default="", help="a module with more of them: PLAYERS")
    args = parser.parse_args()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server; it ends the workers
    if hasattr(os, "nice"):
        os.nice(5)  # the event loop goes first
    # Jobs and replies get their own file descriptors, so that nothing a bot prints is taken for a
    # reply.
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
    os._exit(0)  # there is nothing to clean up


if __name__ == "__main__":
    main()
