"""Puts a scene together: the game's board and words around a sight, and what the seat may do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spinney.core.chance import Rng
from spinney.core.game import Game
from spinney.core.scene import Move, Scene, Score, Sprite
from spinney.core.state import Moves, State


def stage(game: Game, sight: Any, names: Sequence[str], news: Sequence[str] = ()) -> Scene:
    """All a client needs to draw the table for one seat. Built from the sight alone."""
    seat: int = sight.seat
    deciding: list[int] = sight.deciding
    score = game.words.score
    moves: list[Move] = []
    if score is not None and deciding and seat not in deciding:
        outcome, going_on = score(sight), True  # most of those who look on only look on
    else:
        table = game.recall(sight)
        table.fill(Rng(0))
        outcome, going_on = game.outcome(table), table.waiting != 0
        if seat in deciding:
            moves = [said(game, sight, table, move) for move in Moves().of(table, seat)]
    return Scene(
        game=game.name,
        title=game.title,
        prompt=game.words.prompt(sight, names),
        panels=game.board.panels(sight, names),
        moves=moves,
        scores=[
            Score(
                seat,
                names[seat],
                total,
                [(line.text, line.points) for line in outcome.lines[seat]],
                0 if going_on else outcome.ranks[seat],
            )
            for seat, total in enumerate(outcome.scores)
        ],
        news=list(news),
        turn=min(deciding, default=-1),
        me=seat,
        verdict="" if going_on else outcome.verdict,
        won=going_on or outcome.won,
    )


def said(game: Game, sight: Any, table: State, move: int) -> Move:
    spots = game.board.spots(sight, move)
    after = table.clone()
    after.apply(sight.seat, move)
    return Move(
        id=game.verbs.words(move),
        words=game.words.move(sight, move),
        verb=game.verbs.names[move & 255],
        spots=spots.spots,
        aims=spots.aims,
        gain=game.words.gain(sight, move),
        safe=after.sealed == table.sealed,
        ghosts=spots.ghosts,
        lines=spots.lines,
    )


def runs(before: list[Sprite], now: list[Sprite]) -> list[object]:
    """A list of sprites as what has changed: sprites that are new or different, and for those that
    are as they were where in the list before a run of them begins, and how long it is."""
    said: list[object] = []
    places: dict[str, int] = {}
    first = at = 0  # the run we are in: of the list before, from `first` up to `at`
    for sprite in now:
        if at < len(before):
            there = before[at]
            if there is sprite or there == sprite:
                at += 1
                continue
        if at > first:
            said.append((first, at - first))
        if not places:
            for i, old in enumerate(before):
                places[old.id] = i
        place = places.get(sprite.id, -1)
        if place >= 0:
            first = at = place + 1  # what follows it most likely follows it still
            there = before[place]
            if there is sprite or there == sprite:
                first = place
                continue
        else:
            first = at
        said.append(sprite)
    if at > first:
        said.append((first, at - first))
    return said
