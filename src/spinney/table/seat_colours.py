"""Who has which colour at a table, and which ones are free."""

from __future__ import annotations

from collections.abc import Sequence

from spinney.core.colours import ANY, NAMES, arrange, colour_of
from spinney.table.store import OPEN, ChairRow


class ColourTaken(ValueError):
    """Somebody else at the table has this colour."""


def colours_of(chairs: Sequence[ChairRow]) -> tuple[int, ...]:
    """The colours of the seats. As printed, if what is stored contradicts itself."""
    try:
        return arrange([chair.colour for chair in chairs])
    except ValueError:
        return ()


def free_colours(chairs: Sequence[ChairRow]) -> list[int]:
    """The colours that somebody who sits down may choose."""
    if len(chairs) > len(NAMES):
        return []
    colours = colours_of(chairs)
    used = {colour_of(chair.seat, colours) for chair in chairs if chair.kind != OPEN}
    return [colour for colour in range(len(NAMES)) if colour not in used]


def choose_colour(chairs: Sequence[ChairRow], seat: int, wish: int) -> int:
    """The colour to be stored for somebody who sits down there. Raises ColourTaken."""
    colours = colours_of(chairs)
    if wish == ANY:
        return colours[seat] if colours else ANY  # stays as it is shown
    if wish not in free_colours(chairs):
        raise ColourTaken
    return wish
