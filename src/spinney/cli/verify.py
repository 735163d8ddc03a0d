"""spinney verify: checks that a finished game was dealt as promised."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from spinney.cli.arguments import UsageError, components_option
from spinney.core.components import ComponentError
from spinney.core.fairness import verify
from spinney.core.record import RecordError


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="a finished game, as downloaded from its table"
    )
    parser.add_argument(
        "--commitment", default="", metavar="HEX", help="what the table showed at the beginning"
    )
    parser.add_argument(
        "--share", default="", metavar="HEX", help="what your own browser added to the deal"
    )
    components_option(parser)
    parser.epilog = (
        "examples:\n"
        "  spinney verify game.json\n"
        "  spinney verify game.json --commitment 5b0c9ad1e2f34567… --share 0f1e2d3c…\n\n"
        "The exit code is 1 if anything does not fit."
    )


def run(args: argparse.Namespace) -> int:
    printed = None if args.components is None else args.components.read_bytes()
    try:
        record = verify(args.file.read_bytes(), args.commitment, args.share, printed)
    except ComponentError as error:
        raise UsageError(f"{args.components or args.file}: {error}") from None
    except RecordError as error:
        raise RecordError(f"{args.file}: {error}") from None
    match = record.match
    shown = "that was shown" if args.commitment else "in the file"
    scores = ", ".join(
        f"{player.name} {score}"
        for player, score in zip(record.players, match.outcome().scores, strict=True)
    )
    origin = "key" if match.key else "seed"
    follows = (
        "The key follows from the secret and what the players added."
        if match.key
        else f"The seed {match.seed} follows from the secret. (No player added to this deal.)"
    )
    sys.stdout.write(
        f"The secret fits the commitment {shown}.\n"
        f"{follows}\n"
        f"All {len(match.log)} entries are legal moves of {match.game.title} with that {origin}, "
        "and lead to the result.\n"
        f"Result: {scores}\n"
    )
    if args.share:
        sys.stdout.write("Your share is part of the deal.\n")
    if not args.commitment:
        sys.stdout.write("Give --commitment to check it against what the table showed.\n")
    return 0
