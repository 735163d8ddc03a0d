"""Panels made of parts. Each part is drawn and encoded only once.

Most of a table looks as it did a move ago, and much of it looks the same at many tables. A board
that caches the parts of its panels returns the same objects again. To compare two panels is then to
compare addresses, and only new parts are sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, final

from msgspec import Raw
from msgspec.json import Encoder
from msgspec.structs import replace

from spinney.drawing.scene import Panel, Sprite

ENCODER: Final = Encoder()


@final
class PanelPart:
    """Pieces that belong together: their sprites, their slots in a row, and their description.
    Immutable."""

    __slots__ = ("encoded", "encoded_slots", "say", "slots", "sprites")

    def __init__(self, sprites: list[Sprite], slots: Sequence[Any] = (), say: str = "") -> None:
        self.sprites = sprites
        self.slots = slots
        self.say = say
        self.encoded = b",".join([ENCODER.encode(sprite) for sprite in sprites])  # over the wire
        self.encoded_slots = b",".join([ENCODER.encode(slot) for slot in slots])


@final
class CachedPanel:
    """A panel without its sprites (`bare`), and the parts with the sprites. The slots of a row come
    from its parts, unless the bare panel has some. Without parts, `bare` is the whole panel. No two
    cached panels have the same bare panel and different parts."""

    __slots__ = ("bare", "parts")

    def __init__(self, bare: Panel, parts: list[PanelPart] | None = None) -> None:
        self.bare = bare
        self.parts = parts

    def panel(self) -> Panel:
        parts = self.parts
        if parts is None:
            return self.bare
        sprites = [sprite for part in parts for sprite in part.sprites]
        slots = self.bare.slots or [slot for part in parts for slot in part.slots]
        return replace(self.bare, sprites=sprites, slots=slots)

    def diff_from(self, was: CachedPanel) -> str | Raw:
        """What differs from an earlier panel with parts; only the id if nothing does."""
        before, parts, bare = was.parts, self.parts, self.bare
        assert before is not None and parts is not None
        if before == parts and was.bare == bare:
            return bare.id
        slots: Any = bare.slots
        if not slots:
            encoded = [part.encoded_slots for part in parts if part.encoded_slots]
            slots = Raw(b"[" + b",".join(encoded) + b"]") if encoded else []
        sprites: Any = Raw(moved(before, parts))
        return Raw(ENCODER.encode(replace(bare, sprites=sprites, slots=slots)))


def moved(was: list[PanelPart], now: list[PanelPart]) -> bytes:
    """The sprites as a difference: new parts in full, and for runs of unchanged parts the start and
    length of the run in the earlier list. Positions are compared from either end."""
    starts: list[int] = []
    before = 0
    for part in was:
        starts.append(before)
        before += len(part.sprites)
    old = len(was)
    skew = old - len(now)
    encoded_runs: list[bytes] = []
    first = length = 0  # the present run
    for place, part in enumerate(now):
        count = len(part.sprites)
        if not count:
            continue
        lay = place
        if lay >= old or was[lay] is not part:
            lay += skew
        if 0 <= lay < old and was[lay] is part:
            if first + length != starts[lay] or not length:
                if length:
                    encoded_runs.append(b"[%d,%d]" % (first, length))
                first, length = starts[lay], 0
            length += count
            continue
        if length:
            encoded_runs.append(b"[%d,%d]" % (first, length))
            length = 0
        encoded_runs.append(part.encoded)
    if length:
        encoded_runs.append(b"[%d,%d]" % (first, length))
    return b"[" + b",".join(encoded_runs) + b"]"
