"""Parses what a person types for a move: a number, a sentence, or a part of one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import islice, product, takewhile
from typing import Any

import msgspec

from spinney.core.game import Game, Refusal
from spinney.core.verbs import Verbs

SOME = 4  # moves that an answer lists
TRIES = 500  # moves that are tried to find out why none of a verb is possible


NEAR = 0.7  # how much alike a mistyped word and the one that is meant must be


class UnknownMove(ValueError):
    """The text is no move, or more than one. The message says what is possible."""


class Unheard(UnknownMove):
    """Not even the beginning of a move; a word may be mistyped."""


class Offer(msgspec.Struct, frozen=True):
    """A legal move with its number in the list, and the texts that stand for it."""

    number: int
    move: int
    verb: str
    sentence: str
    words: str
    gain: str

    def __str__(self) -> str:
        return f"{self.number}: {self.sentence}" + (f", {self.gain}" if self.gain else "")


def offers(game: Game, view: Any, moves: Sequence[int]) -> list[Offer]:
    """The legal moves, numbered from 1. Those of one verb stand together, and those of one verb
    and the same first field.
    """
    verbs = [game.verbs.to_json(move)["verb"] for move in moves]
    heads = [tuple(game.verbs.format(move).split()[:2]) for move in moves]
    first = {part: i for i, part in reversed(list(enumerate([*zip(verbs), *heads])))}
    order = sorted(range(len(moves)), key=lambda i: (first[verbs[i],], first[heads[i]], i))
    return [
        Offer(
            number=number,
            move=moves[i],
            verb=verbs[i],
            sentence=game.words.move(view, moves[i]),
            words=game.verbs.format(moves[i]),
            gain=game.words.gain(view, moves[i]),
        )
        for number, i in enumerate(order, 1)
    ]


def parse_move(text: str, offered: Sequence[Offer], verbs: Verbs) -> int:
    """The move that is meant, legal or not. Raises UnknownMove if it is none, or more than one."""
    wanted = plain(text)
    if not wanted:
        raise UnknownMove("type a move, or its number")
    if wanted.isdecimal():
        found = [offer for offer in offered if str(offer.number) == wanted]
        if not found:
            raise UnknownMove(f"there is no move {wanted}: they are numbered 1 to {len(offered)}")
        return found[0].move
    for offer in offered:
        if wanted in (plain(offer.sentence), plain(offer.words)):
            return offer.move
    # A complete move is accepted even if it is also the beginning of another one.
    for line in (tidy(text), wanted):
        with suppress(ValueError):
            return verbs.parse(line)
    moves = [verbs.from_json(parts) for parts in understood(wanted, verbs)]
    possible = [offer for offer in offered if offer.move in moves]
    meant = possible or beginning(wanted, offered)
    if len(meant) == 1:
        return meant[0].move
    if meant:
        raise UnknownMove(f"that could be {named(meant)}")
    if moves:
        if len(moves) == 1:
            return moves[0]
        raise UnknownMove(f"that could be {' or '.join(map(verbs.format, moves[:SOME]))}")
    raise Unheard(why_unknown(text.strip(), wanted, verbs))


def why_unknown(text: str, wanted: str, verbs: Verbs) -> str:
    """Why a text is no move, and what would be one."""
    first = wanted.split()[0]
    if first not in verbs.numbers:
        return (
            f"{text!r} is no move here: there are {', '.join(verbs.names)}; "
            "'rules' shows the rulebook, 'help' the other words"
        )
    if "=" in wanted:
        try:
            verbs.parse(wanted)
        except ValueError as error:
            return f"{error}; {full(verbs, first)}"
    why = f"; 'why {first}' tells more" if wanted == first else ""
    return f"no possible move begins with {text!r}; {full(verbs, first)}{why}"


def suggestion(said: str, offered: Sequence[Offer], verbs: Verbs, ours: Sequence[str]) -> str:
    """What a line with a mistyped word was to be; empty if nothing like it makes sense. `ours` are
    words that are no moves.
    """
    known = dict.fromkeys([*verbs.names, *ours])
    for offer in offered:
        known |= dict.fromkeys(plain(offer.sentence).split())
        known |= dict.fromkeys(re.split("[ =]", plain(offer.words)))
    for name in verbs.names:
        for field in verbs.fields[verbs.numbers[name]]:
            known |= dict.fromkeys([field, *verbs.values[field]])
    words = []
    for word in plain(said).split():
        parts = word.split("=")
        near = [part if part in known else like_one(part, known) for part in parts]
        words.append("=".join(near))
    meant = " ".join(words)
    if meant == plain(said):
        return ""
    try:
        if words[0] not in ours:
            parse_move(meant, offered, verbs)
    except Unheard:
        return meant if len(words) == 1 and words[0] in verbs.numbers else ""
    except UnknownMove:
        pass  # it could be several moves: that is a beginning
    return meant


def like_one(word: str, known: Iterable[str]) -> str:
    """The known word that is most like it; the word itself if none is, or if it is a number."""
    if word.lstrip("-").isdecimal():
        return word
    return next(iter(get_close_matches(word, known, 1, NEAR)), word)


# ------------------------------------------------------------------------------------ bare values
def understood(wanted: str, verbs: Verbs) -> list[dict[str, str]]:
    """The moves that `cook shiitake 4` may mean: each value goes to the first free field that can
    have it.

    A value may be abbreviated (`shi`), and written in several words (`hen of the woods`). If it
    fits several values, the result has all of them. It is empty if a word is left over or a field
    is missing.
    """
    name, *words = wanted.split()
    if name not in verbs.numbers:
        return []
    number = verbs.numbers[name]
    found: dict[str, list[str]] = {}
    while words:
        free = [field for field in verbs.fields[number] if field not in found]
        part = next_value(words, free, verbs)
        if part is None:
            return []
        field, values, used = part
        found[field] = values
        del words[:used]
    if not set(verbs.fields[number]) - set(found) <= verbs.optional[number]:
        return []
    return [
        {"verb": name, **dict(zip(found, values, strict=True))}
        for values in product(*found.values())
    ]


def next_value(
    words: list[str], free: Sequence[str], verbs: Verbs
) -> tuple[str, list[str], int] | None:
    """The next field, its possible values, and the number of words that were used."""
    field, equals, value = words[0].partition("=")
    if equals:
        values = like(value, verbs.values[field]) if field in free else []
        return (field, values, 1) if values else None
    bare = sum(1 for _ in takewhile(lambda word: "=" not in word, words))
    for field in free:
        for used in range(bare, 0, -1):
            if values := like("_".join(words[:used]), verbs.values[field]):
                return field, values, used
    if words[0] in free and len(words) > 1:  # 'butter 1'
        values = like(words[1], verbs.values[words[0]])
        return (words[0], values, 2) if values else None
    return None


def like(text: str, values: Sequence[str]) -> list[str]:
    """The value of that name, or those that begin so. A number is never cut short."""
    text = letters(text)
    exact = [value for value in values if letters(value) == text]
    if exact or not text or text.isdecimal():
        return exact
    return [value for value in values if letters(value).startswith(text)]


def letters(value: str) -> str:
    return re.sub(r"['\N{RIGHT SINGLE QUOTATION MARK}]", "", value.casefold()).replace("-", "_")


# ---------------------------------------------------------------------------------------- answers
def beginning(wanted: str, offered: Sequence[Offer]) -> list[Offer]:
    """The legal moves that begin with this text."""
    return [
        offer
        for offer in offered
        if plain(offer.sentence).startswith(wanted) or plain(offer.words).startswith(wanted)
    ]


def near(move: int, offered: Sequence[Offer], verbs: Verbs) -> list[Offer]:
    """The legal moves that are most similar to an illegal one."""
    parts = verbs.to_json(move)
    number = verbs.numbers[parts["verb"]]
    if not verbs.fields[number]:
        return []
    left = [(offer, verbs.to_json(offer.move)) for offer in offered if offer.verb == parts["verb"]]
    for field in verbs.fields[number]:
        same = [(offer, other) for offer, other in left if other.get(field) == parts.get(field)]
        if same or field not in verbs.optional[number]:
            left = same
    return [offer for offer, _ in left]


def reasons(game: Game, view: Any, verb: str) -> list[Refusal]:
    """Why no move of a verb is possible: the simplest case for every rule that forbids one."""
    found: dict[str, Refusal] = {}
    for move in islice(simple(game.verbs, verb), TRIES):
        refusal = game.words.refuse(view, move)
        found.setdefault(refusal.rule, refusal)
    return list(found.values())


def simple(verbs: Verbs, verb: str) -> Iterator[int]:
    """Moves of a verb with all needed fields, and of the optional fields only the first."""
    number = verbs.numbers[verb]
    needed = [field for field in verbs.fields[number] if field not in verbs.optional[number]]
    extra = [field for field in verbs.fields[number] if field in verbs.optional[number]][:1]
    fields = extra + needed  # smallest numbers first, whatever they are numbers of
    for values in product(*(verbs.values[field] for field in fields)):
        yield verbs.from_json({"verb": verb, **dict(zip(fields, values, strict=True))})


def named(some: Sequence[Offer]) -> str:
    """The first few of them, with their numbers."""
    listed = [f"{offer.number} {offer.sentence}" for offer in some[:SOME]]
    more = [f"{len(some) - SOME} more"] if len(some) > SOME else []
    return "; ".join(listed + more)


def tidy(text: str) -> str:
    """The text with one blank between words, and none around '='."""
    return re.sub(r"\s*=\s*", "=", " ".join(text.split()))


def plain(text: str) -> str:
    """The text without capitals, extra spaces and a full stop at the end."""
    return tidy(text).casefold().rstrip(".?! ")


def full(verbs: Verbs, name: str) -> str:
    """'take place=1…8': the form of a move of this verb."""
    number = verbs.numbers[name]
    parts = [name]
    for field in verbs.fields[number]:
        values = verbs.values[field]
        if all(value.isdecimal() for value in values):
            some = f"{values[0]}…{values[-1]}"
        else:
            some = "|".join(values if len(values) <= SOME else [*values[:SOME], "…"])
        optional = field in verbs.optional[number]
        parts.append(f"[{field}={some}]" if optional else f"{field}={some}")
    return f"in full it is '{' '.join(parts)}'"
