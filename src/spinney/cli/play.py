"""spinney play: a game in the terminal."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from random import SystemRandom

from spinney.cli.arguments import (
    UsageError,
    chosen,
    game_of,
    game_options,
    positive,
    record_of,
    same_game,
    spelled,
    target,
    usage_errors,
)
from spinney.cli.arguments import seed as a_seed
from spinney.cli.local_match import (
    NOBODY,
    LocalMatch,
    latest,
    new_file,
    resumed,
    seat_all,
    shelf_of_records,
)
from spinney.cli.terminal import TerminalGame
from spinney.core import shelf
from spinney.core.colours import NAMES, coloured, wished
from spinney.core.game import Game
from spinney.players import PLAYERS, find


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="a game of the shelf")
    parser.add_argument("--seats", type=positive, metavar="K", help="number of players")
    parser.add_argument(
        "--seat",
        type=int,
        metavar="K",
        help="your seat; with -1 you watch the others play (0)",
    )
    parser.add_argument(
        "--opponent", metavar="NAME", help=f"your opponents: {' or '.join(PLAYERS)} (greedy)"
    )
    parser.add_argument(
        "--colour",
        metavar="NAME",
        help=f"your colour: {', '.join(NAMES)} (the one of your seat)",
    )
    parser.add_argument("--seed", type=a_seed, metavar="S", help="the same seed is the same deal")
    game_options(parser)
    parser.add_argument(
        "--guide",
        action="store_true",
        help="a first game in which a guide leads you through the first turns, where there is one",
    )
    parser.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="FILE",
        help="continue a saved game; without FILE the last one you left",
    )
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="save the game in this file, not with the others",
    )
    parser.epilog = (
        "examples:\n"
        "  spinney play GAME\n"
        "  spinney play GAME --seed 7 --opponent random\n"
        "  spinney play GAME --resume\n\n"
        f"Every move is saved, in {short(shelf_of_records())} unless --record names a file.\n"
        "In the game, 'help' lists what you can type."
    )


def short(path: Path) -> str:
    """A path with '~' for the home folder."""
    home = Path.home()
    return f"~{os.sep}{path.relative_to(home)}" if path.is_relative_to(home) else str(path)


def run(args: argparse.Namespace) -> int:
    match = resume(args) if args.resume is not None else begin(args)
    return TerminalGame(match, args.components).run()


def begin(args: argparse.Namespace) -> LocalMatch:
    """A new game."""
    game = game_of(args.game or choose_game(), args.components)
    seats = args.seats or (2 if 2 in game.seats else game.seats[0])
    seat = 0 if args.seat is None else args.seat
    opponent = args.opponent or "greedy"
    with usage_errors():
        game.check_seats(seats)
        find(opponent)
        options = game.choose(with_guide(game, args) | chosen(game, args.option))
        game.start(options, seats, 0)  # some options are checked together with the seats
    if not NOBODY <= seat < seats:
        raise UsageError(f"--seat {seat}: the seats are 0 to {seats - 1}, or -1 to watch")
    if args.colour is not None:
        if seat == NOBODY:
            raise UsageError("--colour is for whoever plays")
        with usage_errors():
            game = coloured(game, wished([*[""] * seat, args.colour], seats))
    seed = SystemRandom().randrange(1_000_000) if args.seed is None else args.seed
    match, who = seat_all(game, options, seats, seed, seat, opponent)
    if args.record is None:
        return LocalMatch(match, who, new_file(game.name, seed), insist=False)
    path = target(args.record)
    if path.exists() and path.stat().st_size:
        raise UsageError(f"{args.record} exists already; '--resume {args.record}' continues it")
    if not os.access(path.parent, os.W_OK):  # better now than in the middle of the game
        raise UsageError(f"{path.parent}: this folder is not writable")
    return LocalMatch(match, who, path)


def with_guide(game: Game, args: argparse.Namespace) -> dict[str, str]:
    """The options that a guide asks for, if one is wished."""
    if args.guide and not (game.guide or game.guides):
        raise UsageError(f"there is no guide for {game.name}")
    return dict(game.guided) if args.guide else {}


def choose_game() -> str:
    """The only game, or the one that the person types."""
    games = shelf.games()
    if len(games) == 1:
        return next(iter(games))
    for name, game in games.items():
        print(f"  {name:<16} {game.title}")
    try:
        return input("Which game? ").strip()
    except EOFError:
        raise UsageError("which game? 'spinney games' lists them") from None


def resume(args: argparse.Namespace) -> LocalMatch:
    """A saved game, which has its own seats, seed and options."""
    given = {
        "--seats": args.seats,
        "--seat": args.seat,
        "--opponent": args.opponent,
        "--seed": args.seed,
        "--colour": args.colour,
        "--option": args.option or None,
        "--guide": args.guide or None,
    }
    for name, value in given.items():
        if value is not None:
            raise UsageError(f"{name} is for new games; --resume continues an old one")
    path = Path(args.resume) if args.resume else latest(args.game and spelled(args.game))
    if path is None:
        raise UsageError("there is no unfinished game to resume")
    record = record_of(path, args.components)
    if args.game and not same_game(args.game, record.match.game):
        raise UsageError(f"{path} is a game of {record.match.game.name}, not of {args.game}")
    with usage_errors(str(path)):
        return resumed(record, target(args.record or path))
