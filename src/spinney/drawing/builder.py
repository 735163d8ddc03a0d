"""Puts a scene together: the game's board and words around a view, and what the seat may do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Raw
from msgspec.json import Encoder
from msgspec.structs import replace

from spinney.core.cache import Cache
from spinney.core.game import Game
from spinney.core.rng import Rng
from spinney.core.state import Moves, State
from spinney.drawing.panel_cache import CachedPanel
from spinney.drawing.scene import Move, Scene, Score, Sprite

ENCODER: Final = Encoder()
FEW: Final = 40  # sprites among which those that are as they were are not looked for everywhere
# Sprites as they are told, by their address; with the sprite, so that no address is used again.
ENCODED: Final = Cache(4000)


def build_scene(
    game: Game,
    view: Any,
    names: Sequence[str],
    news: Sequence[str] = (),
    panels: list[Any] | None = None,
) -> Scene:
    """All a client needs to draw the table for one seat. Built from the view alone. `panels`: in
    place of those of the board."""
    seat: int = view.seat
    deciding: list[int] = view.deciding
    score = game.words.score
    moves: list[Move] = []
    if score is not None and deciding and seat not in deciding:
        outcome, going_on = score(view), True  # most of those who look on only look on
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
        verdict="" if going_on else outcome.verdict,
        won=going_on or outcome.won,
    )


def offered(game: Game, view: Any, table: State, seat: int) -> list[Move]:
    """What the seat may do, move by move."""
    verbs, tell, gain, spots = game.verbs, game.words.move, game.words.gain, game.board.spots
    reveal_count = table.reveal_count
    moves: list[Move] = []
    for move in Moves().of(table, seat):
        touched = spots(view, move)
        after = table.clone()
        after.apply(seat, move)
        moves.append(
            Move(
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


def runs(before: list[Sprite], now: list[Sprite]) -> list[object]:
    """A list of sprites as what has changed: sprites that are new or different, and for those that
    are as they were where in the list before a run of them begins, and how long it is."""
    head, old, new = 0, len(before), len(now)
    while head < old and head < new and same(before[head], now[head]):
        head += 1
    while old > head and new > head and same(before[old - 1], now[new - 1]):
        old -= 1
        new -= 1
    said: list[object] = [(0, head)] if head else []
    if old - head > FEW:
        scattered(before, now, head, new, said)
    else:
        aligned(before, now, head, old, new, said)
    if new < len(now):
        said.append((old, len(now) - new))
    return said


def same(one: Sprite, other: Sprite) -> bool:
    return one is other or one == other


def aligned(
    before: list[Sprite], now: list[Sprite], head: int, old: int, new: int, said: list[object]
) -> None:
    """Of few sprites, those that lie where they lay, counted from the head or from the tail: to
    look everywhere would take longer than to send them."""
    skew = old - new
    run = head - 1  # where the run began that we are in
    at = run  # where it goes on; before the head if we are in none
    for place in range(head, new):
        sprite = now[place]
        if at >= head and at < old and same(before[at], sprite):
            at += 1
            continue
        if at >= head:
            said.append((run, at - run))
        at = place
        if at >= old or not same(before[at], sprite):
            at = place + skew
            if not skew or at < head or not same(before[at], sprite):
                said.append(sprite)
                at = head - 1
                continue
        run = at
        at += 1
    if at >= head:
        said.append((run, at - run))


def scattered(
    before: list[Sprite], now: list[Sprite], head: int, new: int, said: list[object]
) -> None:
    """Of many sprites, those that are still there, wherever they lay."""
    places: dict[str, int] = {}
    for i, old in enumerate(before):
        places[old.id] = i
    first = at = head  # the run we are in: of the list before, from `first` up to `at`
    for i in range(head, new):
        sprite = now[i]
        if at < len(before) and same(before[at], sprite):
            at += 1
            continue
        if at > first:
            said.append((first, at - first))
        place = places.get(sprite.id, -1)
        if place >= 0:
            first = at = place + 1  # what follows it most likely follows it still
            if same(before[place], sprite):
                first = place
                continue
        else:
            first = at
        said.append(sprite)
    if at > first:
        said.append((first, at - first))


def cached_panels(game: Game, view: Any, names: Sequence[str]) -> list[CachedPanel]:
    """The panels of a table, in parts if the board has them."""
    if game.board.cached_panels is not None:
        return game.board.cached_panels(view, names)
    return [CachedPanel(panel) for panel in game.board.panels(view, names)]


def changed(was: CachedPanel, now: CachedPanel) -> str | Raw:
    """A panel as an event tells it: its name if it is as it was, else what is different in it."""
    before, panel = was.bare, now.bare
    if before is panel:
        return panel.id
    if was.parts is not None and now.parts is not None:
        return now.diff_from(was)
    if before == panel:
        return panel.id
    said = runs(before.sprites, panel.sprites)
    for place, told in enumerate(said):
        if not isinstance(told, tuple):
            said[place] = encoded(told)
    return Raw(ENCODER.encode(replace(panel, sprites=said)))


def encoded(sprite: Any) -> Raw:
    """Boards hand the same sprites out again and again."""
    address = id(sprite)
    known: tuple[Sprite, Raw] | None = ENCODED.get(address)
    if known is None:
        known = (sprite, Raw(ENCODER.encode(sprite)))
        ENCODED.put(address, known)
    return known[1]
