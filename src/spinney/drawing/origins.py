"""Marks on a board what is our reconstruction: a quiet sign, and a sentence for whoever asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace as replaced
from typing import Any, TypeVar

from msgspec.structs import replace

from spinney.core.cache import Cache
from spinney.core.game import Board, Game
from spinney.core.origins import Origins, Reconstruction, fits
from spinney.drawing.panel_cache import CachedPanel, PanelPart
from spinney.drawing.scene import Note, Panel, Sprite

T = TypeVar("T")
PANELS, PIECES = 64, 2000  # that were marked before, and are returned again


def with_origins(game: Game, components: bytes, origins: Origins) -> Game:
    """The game with what it says of the pieces in this components file. What its board draws of a
    reconstruction is marked."""
    found = origins.of(components)
    return replaced(game, origins=found, board=marked_board(game.board, found.reconstructions))


def marked_board(board: Board, told: Sequence[Reconstruction]) -> Board:
    """The same board. What it draws of a reconstruction says so."""
    if not told:
        return board
    marker = Marker(told)
    cached = board.cached_panels

    def panels(view: Any, names: Sequence[str]) -> list[Panel]:
        return [marker.panel(panel) for panel in board.panels(view, names)]

    def cached_panels(view: Any, names: Sequence[str]) -> list[CachedPanel]:
        assert cached is not None
        return [marker.cached(panel) for panel in cached(view, names)]

    both = cached_panels if cached is not None else None
    return replaced(board, panels=panels, cached_panels=both)


def sentences(panels: Sequence[Panel]) -> list[str]:
    """What is said of reconstructions on some panels, each sentence once."""
    found: list[str] = []
    for panel in panels:
        found.append(panel.reconstructed)
        found += [note.reconstructed for note in panel.notes]
        if not panel.reconstructed:
            found += [sprite.reconstructed for sprite in panel.sprites]
    return [sentence for sentence in dict.fromkeys(found) if sentence]


def once(known: Cache, drawn: T, mark: Callable[[T], T]) -> T:
    """Mark it, unless this very object was marked before."""
    found: tuple[T, T] | None = known.get(id(drawn))
    if found is None:
        found = (drawn, mark(drawn))
        known.put(id(drawn), found)
    return found[1]


class Marker:
    """Marks panels. A board returns what it has drawn before. So what was marked before is returned
    again, and comparing two panels stays a comparison of identities."""

    def __init__(self, told: Sequence[Reconstruction]) -> None:
        self.told = told
        self.art: dict[str, str] = {}  # sentences by symbol
        # What was marked, by the address of what it was made from, which is kept with it.
        self.panels = Cache(PANELS)
        self.pieces = Cache(PIECES)

    def panel(self, panel: Panel) -> Panel:
        return once(self.panels, panel, self.mark_panel)

    def cached(self, panel: CachedPanel) -> CachedPanel:
        return once(self.panels, panel, self.mark_cached)

    def mark_panel(self, panel: Panel) -> Panel:
        sprites = [self.sprite(sprite) for sprite in panel.sprites]
        notes = [self.note(note) for note in panel.notes]
        says = self.about_panel(panel.id)
        if not says and sprites == panel.sprites and notes == panel.notes:
            return panel
        return replace(panel, sprites=sprites, notes=notes, reconstructed=says)

    def mark_cached(self, panel: CachedPanel) -> CachedPanel:
        if panel.parts is None:
            bare = self.panel(panel.bare)
            return panel if bare is panel.bare else CachedPanel(bare)
        bare = self.panel(panel.bare)
        parts = [once(self.pieces, part, self.mark_part) for part in panel.parts]
        return CachedPanel(bare, parts)

    def mark_part(self, part: PanelPart) -> PanelPart:
        sprites = [self.sprite(sprite) for sprite in part.sprites]
        return part if sprites == part.sprites else PanelPart(sprites, part.slots, part.say)

    def sprite(self, sprite: Sprite) -> Sprite:
        if not sprite.art or not (sprite.label or sprite.spot):
            return sprite
        says = self.art.get(sprite.art)
        if says is None:
            says = self.art[sprite.art] = self.about_art(sprite.art)
        if not says:
            return sprite
        return once(self.pieces, sprite, lambda it: replace(it, reconstructed=says))

    def note(self, note: Note) -> Note:
        for one in self.told:
            if any(fits(pattern, note.title) for pattern in one.notes):
                return replace(note, reconstructed=one.sentence)
        return note

    def about_art(self, symbol: str) -> str:
        for one in self.told:
            if any(fits(pattern, symbol) for pattern in one.art):
                return one.sentence
        return ""

    def about_panel(self, name: str) -> str:
        found = [one.sentence for one in self.told if any(fits(p, name) for p in one.panels)]
        return " ".join(dict.fromkeys(found))
