"""What a person types at the table, understood: a number, a sentence, or a part of one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from spinney.core.game import Game
from spinney.core.verbs import Verbs

SOME = 4  # moves that an answer names


class Unheard(ValueError):
    """Nothing we understand; the text says what we would."""


class Offer(msgspec.Struct, frozen=True):
    """A legal move with its number in the list, and everything one may say instead of it."""

    number: int
    move: int
    verb: str
    sentence: str
    words: str
    gain: str

    def __str__(self) -> str:
        return f"{self.number}: {self.sentence}" + (f", {self.gain}" if self.gain else "")


def offers(game: Game, sight: Any, moves: Sequence[int]) -> list[Offer]:
    """The legal moves, those of one verb together, numbered from 1."""
    verbs = [game.verbs.json(move)["verb"] for move in moves]
    order = sorted(range(len(moves)), key=lambda i: verbs.index(verbs[i]))  # keeps equals in order
    return [
        Offer(
            number=number,
            move=moves[i],
            verb=verbs[i],
            sentence=game.words.move(sight, moves[i]),
            words=game.verbs.words(moves[i]),
            gain=game.words.gain(sight, moves[i]),
        )
        for number, i in enumerate(order, 1)
    ]


def hear(text: str, offered: Sequence[Offer], verbs: Verbs) -> int:
    """The move that is meant, legal or not; Unheard if none is, or more than one."""
    wanted = plain(text)
    if not wanted:
        raise Unheard("say a move, or its number")
    if wanted.isdecimal():
        found = [offer for offer in offered if str(offer.number) == wanted]
        if not found:
            raise Unheard(f"there is no move {wanted}: they are numbered 1 to {len(offered)}")
        return found[0].move
    for offer in offered:
        if wanted in (plain(offer.sentence), plain(offer.words)):
            return offer.move
    # A whole move is taken at its word, even if it is also the beginning of another one.
    for said in (" ".join(text.split()), wanted):
        with suppress(ValueError):
            return verbs.hear(said)
    meant = beginning(wanted, offered)
    if len(meant) == 1:
        return meant[0].move
    if meant:
        raise Unheard(f"that could be {named(meant)}")
    first = wanted.split()[0]
    if first not in verbs.numbers:
        raise Unheard(
            f"{text.strip()!r} is no move here; 'moves' lists them, 'help' the other words"
        )
    if "=" not in wanted:
        raise Unheard(f"no possible move begins with {text.strip()!r}; {full(verbs, first)}")
    try:
        return verbs.hear(wanted)
    except ValueError as error:
        raise Unheard(f"{error}; {full(verbs, first)}") from None


def beginning(wanted: str, offered: Sequence[Offer]) -> list[Offer]:
    """The legal moves that begin like this."""
    return [
        offer
        for offer in offered
        if plain(offer.sentence).startswith(wanted) or plain(offer.words).startswith(wanted)
    ]


def named(some: Sequence[Offer]) -> str:
    """The first few of them, with their numbers."""
    listed = [f"{offer.number} {offer.sentence}" for offer in some[:SOME]]
    more = [f"{len(some) - SOME} more"] if len(some) > SOME else []
    return "; ".join(listed + more)


def plain(text: str) -> str:
    """Without what people do not mind: capitals, spaces, the full stop."""
    return " ".join(text.casefold().split()).rstrip(".")


def full(verbs: Verbs, name: str) -> str:
    """'take place=1…8': how a move of that name is said."""
    number = verbs.numbers[name]
    said = [name]
    for field in verbs.fields[number]:
        values = verbs.values[field]
        if all(value.isdecimal() for value in values):
            some = f"{values[0]}…{values[-1]}"
        else:
            some = "|".join(values if len(values) <= SOME else [*values[:SOME], "…"])
        optional = field in verbs.optional[number]
        said.append(f"[{field}={some}]" if optional else f"{field}={some}")
    return f"in full it is '{' '.join(said)}'"
