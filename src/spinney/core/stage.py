"""Puts a scene together: the game's board and words around a sight, and what the seat may do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spinney.core.chance import Rng
from spinney.core.game import Game
from spinney.core.scene import Move, Scene, Score
from spinney.core.state import Moves, State


def stage(game: Game, sight: Any, names: Sequence[str], news: Sequence[str] = ()) -> Scene:
    """All a client needs to draw the table for one seat. Built from the sight alone."""
    table = game.recall(sight)
    table.fill(Rng(0))
    outcome = game.outcome(table)
    return Scene(
        game=game.name,
        title=game.title,
        prompt=game.words.prompt(sight, names),
        panels=game.board.panels(sight, names),
        moves=[said(game, sight, table, move) for move in legal(table, sight)],
        scores=[
            Score(
                seat,
                names[seat],
                total,
                [(line.text, line.points) for line in outcome.lines[seat]],
                0 if table.waiting else outcome.ranks[seat],
            )
            for seat, total in enumerate(outcome.scores)
        ],
        news=list(news),
        turn=min(sight.deciding, default=-1),
        me=sight.seat,
        verdict="" if table.waiting else outcome.verdict,
        won=table.waiting != 0 or outcome.won,
    )


def legal(table: State, sight: Any) -> list[int]:
    return Moves().of(table, sight.seat) if sight.seat in sight.deciding else []


def said(game: Game, sight: Any, table: State, move: int) -> Move:
    spots = game.board.spots(sight, move)
    after = table.clone()
    after.apply(sight.seat, move)
    return Move(
        id=game.verbs.words(move),
        words=game.words.move(sight, move),
        verb=game.verbs.json(move)["verb"],
        spots=spots.spots,
        aims=spots.aims,
        gain=game.words.gain(sight, move),
        safe=after.sealed == table.sealed,
        ghosts=spots.ghosts,
        lines=spots.lines,
    )
