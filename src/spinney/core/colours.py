"""The colours of the seats. As printed, each seat has its own; people may choose others.

A colour is presentation only: rules, seeds, hashes, views and moves do not know it. `coloured`
gives a game whose sentences name the chosen colours, and whose scenes say which colour a seat has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from spinney.core.cache import Cache
from spinney.core.game import Game

NAMES = ("green", "blue", "red", "yellow")  # by the seat that has it as printed
ANY = -1  # no wish
KEPT: Final = Cache(40)  # games in other colours, by the address of the game as printed


def arrange(wishes: Sequence[int]) -> tuple[int, ...]:
    """The colour of each seat, and of sets beyond the seats: wishes first, then whoever can keeps
    the printed colour. Empty if that is everybody. Raises ValueError if two wish for the same."""
    if len(wishes) > len(NAMES):
        if any(wish != ANY for wish in wishes):
            raise ValueError(f"only {len(NAMES)} players can choose colours")
        return ()
    found = [*wishes, *[ANY] * (len(NAMES) - len(wishes))]
    wished = [wish for wish in found if wish != ANY]
    if len(set(wished)) < len(wished):
        raise ValueError("two players cannot have the same colour")
    if any(not 0 <= wish < len(NAMES) for wish in wished):
        raise ValueError(f"a colour is a number from 0 to {len(NAMES) - 1}")
    for place in range(len(NAMES)):
        if found[place] == ANY and place not in wished:
            found[place] = place
    for place, colour in enumerate(found):
        if colour == ANY:
            found[place] = min(set(range(len(NAMES))) - set(found))
    return () if found == list(range(len(NAMES))) else tuple(found)


def as_printed(game: Game) -> Game:
    """The game without chosen colours."""
    return game.printed or game


def colour_of(seat: int, colours: Sequence[int]) -> int:
    return colours[seat] if colours else seat


def wished(names: Sequence[str], seats: int) -> tuple[int, ...]:
    """The colours of a table where seats wish for these: "blue", or "" for any."""
    if len(names) > seats:
        raise ValueError(f"there are {seats} seats, but {len(names)} colours")
    wishes = []
    for name in names:
        name = name.strip().casefold()
        if name and name not in NAMES:
            raise ValueError(f"there is no colour {name!r} (there are: {', '.join(NAMES)})")
        wishes.append(NAMES.index(name) if name else ANY)
    return arrange([*wishes, *[ANY] * (seats - len(wishes))])


def coloured(game: Game, colours: Sequence[int]) -> Game:
    """The game with these colours, as `arrange` gives them."""
    if tuple(colours) == game.colours:
        return game
    if not colours:
        return as_printed(game)
    game = as_printed(game)
    key = (id(game), tuple(colours))
    known: tuple[Game, Game] | None = KEPT.get(key)
    if known is None:
        base = game if game.recolour is None else game.recolour(tuple(colours))
        known = (game, replace(base, colours=tuple(colours), printed=game, file=game.file))
        KEPT.put(key, known)
    return known[1]
