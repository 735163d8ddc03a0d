"""Golden games and move counts: examples/*.record and perft.txt in a game's folder (law 11).

python -m tests.laws.golden NAME     writes them again, after the game's version was raised
"""

from __future__ import annotations

import sys
from pathlib import Path

from spinney import players
from spinney.core import record, shelf
from spinney.core.game import Game, Options
from spinney.core.match import MatchLog
from spinney.core.rng import Rng
from tests.laws.laws import NAMES, perft
from tests.laws.playthroughs import Case, cases_of

KINDS = ("greedy", "random")
WIDE = 30_000  # counting stops before the positions get more than this


def folder(game: Game) -> Path:
    return Path(sys.modules[f"spinney.games.{game.name}"].__file__ or "").parent / "examples"


def golden_name(case: Case, kind: str) -> str:
    return f"{str(case).removeprefix(case.game.name + '-')}-{kind}.record"


def golden_cases(game: Game) -> list[Case]:
    """The default options for every number of seats; every other value for the fewest seats."""
    chosen: set[Options] = set()
    found = []
    for case in cases_of(game):
        if case.options == game.options() or case.options not in chosen:
            found.append(case)
        chosen.add(case.options)
    return found


def golden_games(game: Game) -> dict[str, str]:
    files = sorted(folder(game).glob("*.record"))
    return {file.name: file.read_text(encoding="utf-8") for file in files}


def move_counts(game: Game) -> list[str]:
    text = (folder(game) / "perft.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def play(case: Case, seed: int, names: list[str]) -> str:
    """A game between bots, with a few undos."""
    match = MatchLog(case.game, case.options, case.seats, seed, people=())
    rng = [Rng(seed + 1 + seat) for seat in range(case.seats)]
    while not match.over:
        seat = match.seats_to_act[0]
        player = players.find(names[seat])
        match.act(seat, player(case.game, match.view(seat), rng[seat]))
        if match.position in (12, 27):
            match.undo(seat)
    sitting = [record.Player(names[seat], NAMES[seat]) for seat in range(case.seats)]
    return record.write(match, sitting)


def counted(case: Case, seed: int) -> str:
    chosen = [part for part in str(case).split("-")[2:]]
    start = case.start(seed)
    counts = [perft(start, 1)]
    while counts[-1] < WIDE and len(counts) < 5:
        counts.append(perft(start, len(counts) + 1))
    return " ".join([f"seed={seed}", f"seats={case.seats}", *chosen, *map(str, counts)])


def main(name: str) -> None:
    game = shelf.find(name)
    place = folder(game)
    place.mkdir(exist_ok=True)
    lines = ["# How many ways there are to make the first 1, 2, 3, ... decisions."]
    for case in golden_cases(game):
        for number, kind in enumerate(KINDS):
            text = play(case, 11 + number, [kind, "greedy", "random", "greedy"][: case.seats])
            file = place / golden_name(case, kind)
            if file.exists() and file.read_text(encoding="utf-8") != text:
                same = f"game: {game.name} {game.version}\n" in file.read_text(encoding="utf-8")
                assert not same, f"{file.name} would change: raise the game's version first"
            file.write_text(text, encoding="utf-8")
        lines += [counted(case, seed) for seed in (1, 2, 3)]
    (place / "perft.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
