"""Compare two scenes, so that a client gets only what has changed since the scene it has."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Raw
from msgspec.json import Encoder
from msgspec.structs import replace

from spinney.core.cache import Cache
from spinney.drawing.panel_cache import CachedPanel
from spinney.drawing.scene import Sprite

ENCODER: Final = Encoder()
FEW: Final = 40  # up to this many sprites, unchanged ones are only searched for where they were
# Encoded sprites by their address. Each entry keeps the sprite, so no address can be used again.
ENCODED: Final = Cache(4000)


def runs(before: list[Sprite], now: list[Sprite]) -> list[object]:
    """The difference of two lists: new sprites in full, and for each run of unchanged sprites its
    start and length in the earlier list."""
    head, old, new = 0, len(before), len(now)
    while head < old and head < new and same(before[head], now[head]):
        head += 1
    while old > head and new > head and same(before[old - 1], now[new - 1]):
        old -= 1
        new -= 1
    found: list[object] = [(0, head)] if head else []
    if old - head > FEW:
        scattered(before, now, head, new, found)
    else:
        aligned(before, now, head, old, new, found)
    if new < len(now):
        found.append((old, len(now) - new))
    return found


def same(one: Sprite, other: Sprite) -> bool:
    return one is other or one == other


def aligned(
    before: list[Sprite], now: list[Sprite], head: int, old: int, new: int, found: list[object]
) -> None:
    """For short lists: compare the same positions, counted from the head or the tail. A full search
    would take longer than sending the sprites."""
    skew = old - new
    run = head - 1  # where the present run began
    at = run  # where it goes on; before the head if there is no run
    for place in range(head, new):
        sprite = now[place]
        if at >= head and at < old and same(before[at], sprite):
            at += 1
            continue
        if at >= head:
            found.append((run, at - run))
        at = place
        if at >= old or not same(before[at], sprite):
            at = place + skew
            if not skew or at < head or not same(before[at], sprite):
                found.append(sprite)
                at = head - 1
                continue
        run = at
        at += 1
    if at >= head:
        found.append((run, at - run))


def scattered(
    before: list[Sprite], now: list[Sprite], head: int, new: int, found: list[object]
) -> None:
    """For long lists: find unchanged sprites wherever they are now."""
    places: dict[str, int] = {}
    for i, old in enumerate(before):
        places[old.id] = i
    first = at = head  # the present run: of the list before, from `first` up to `at`
    for i in range(head, new):
        sprite = now[i]
        if at < len(before) and same(before[at], sprite):
            at += 1
            continue
        if at > first:
            found.append((first, at - first))
        place = places.get(sprite.id, -1)
        if place >= 0:
            first = at = place + 1  # the next sprite most likely still follows this one
            if same(before[place], sprite):
                first = place
                continue
        else:
            first = at
        found.append(sprite)
    if at > first:
        found.append((first, at - first))


def changed(was: CachedPanel, now: CachedPanel) -> str | Raw:
    """A panel as events send it: its id if nothing changed, else the difference."""
    before, panel = was.bare, now.bare
    if before is panel:
        return panel.id
    if was.parts is not None and now.parts is not None:
        return now.diff_from(was)
    if before == panel:
        return panel.id
    sprites = runs(before.sprites, panel.sprites)
    for place, entry in enumerate(sprites):
        if not isinstance(entry, tuple):
            sprites[place] = encoded(entry)
    return Raw(ENCODER.encode(replace(panel, sprites=sprites)))


def encoded(sprite: Any) -> Raw:
    """Encode a sprite once: boards return the same objects again and again."""
    address = id(sprite)
    known: tuple[Sprite, Raw] | None = ENCODED.get(address)
    if known is None:
        known = (sprite, Raw(ENCODER.encode(sprite)))
        ENCODED.put(address, known)
    return known[1]
