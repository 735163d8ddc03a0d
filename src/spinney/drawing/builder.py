"""Build the scene of a view from the game's board and words, with the legal moves of the seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spinney.core.game import Game
from spinney.core.guide import own_turn
from spinney.core.rng import Rng
from spinney.core.state import Moves, State
from spinney.drawing.panel_cache import CachedPanel
from spinney.drawing.scene import Scene, SceneMove, Score


def build_scene(
    game: Game,
    view: Any,
    names: Sequence[str],
    news: Sequence[str] = (),
    panels: list[Any] | None = None,
) -> Scene:
    """Everything a client needs to draw the table for one seat, built from the view alone. `news`
    are sentences about what has just happened. `panels` replaces those of the board."""
    seat: int = view.seat
    deciding: list[int] = view.deciding
    score = game.words.score
    moves: list[SceneMove] = []
    if score is not None and deciding and seat not in deciding:
        outcome, going_on = score(view), True  # no need to build a state
    else:
        table = game.state_from_view(view)
        table.determinize(Rng(0))
        outcome, going_on = game.outcome(table), table.to_act != 0
        if seat in deciding:
            moves = offered(game, view, table, seat)
    return Scene(
        game=game.name,
        title=game.title,
        prompt=game.words.prompt(view, names),
        panels=game.board.panels(view, names) if panels is None else panels,
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
        own_turn=own_turn(game, view),
        verdict="" if going_on else outcome.verdict,
        won=going_on or outcome.won,
        pieces=game.components if game.file else "",
        colours=list(game.colours),
    )


def offered(game: Game, view: Any, table: State, seat: int) -> list[SceneMove]:
    """The legal moves of the seat."""
    verbs, tell, gain, spots = game.verbs, game.words.move, game.words.gain, game.board.spots
    reveal_count = table.reveal_count
    moves: list[SceneMove] = []
    for move in Moves().of(table, seat):
        touched = spots(view, move)
        after = table.clone()
        after.apply(seat, move)
        moves.append(
            SceneMove(
                id=verbs.format(move),
                words=tell(view, move),
                verb=verbs.names[move & 255],
                spots=touched.spots,
                aims=touched.aims,
                gain=gain(view, move),
                safe=after.reveal_count == reveal_count,
                ghosts=touched.ghosts,
                lines=touched.lines,
            )
        )
    return moves


def cached_panels(game: Game, view: Any, names: Sequence[str]) -> list[CachedPanel]:
    """The panels of a view, in parts if the board supports that."""
    if game.board.cached_panels is not None:
        return game.board.cached_panels(view, names)
    return [CachedPanel(panel) for panel in game.board.panels(view, names)]
