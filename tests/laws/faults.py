"""At least one fault for each law, planted in the toy game. Most are mistakes that really
happen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from spinney.core import build
from spinney.core.arrays import i64
from spinney.core.game import Board, Game, Heuristics, Outcome, Refusal, ScoreLine, Words
from spinney.core.packed import cards
from spinney.core.rng import Rng
from spinney.core.state import Moves
from spinney.drawing.scene import Panel, Spots
from tests.toy import bramble
from tests.toy.bramble import BRAMBLE, CHOOSE, FINISH, PICK, Bramble, BrambleView, toy


def with_rules(kind: type[Bramble]) -> Game:
    """Bramble with other rules."""

    def state_from_view(seen: BrambleView) -> Bramble:
        table = bramble.state_from_view(seen)
        return kind(*(getattr(table, name) for name in FIELDS))

    return toy(setup=partial(bramble.setup, kind=kind), state_from_view=state_from_view)


FIELDS = [
    *("seats", "to_act", "reveal_count", "rng_state", "hands", "chosen", "deck", "discard"),
    *("bushes", "score", "agenda", "phase", "rounds"),
]
CALLS = [0]


class Moody(Bramble):
    """Law 1: what happens depends on something outside the state."""

    def drawn(self) -> int:
        CALLS[0] += 1
        if CALLS[0] % 7 == 0:
            self.rng_state = Rng(CALLS[0]).fork()
        return super().drawn()


class Endless(Bramble):
    """Law 1: nobody gets to the end."""

    def next_round(self) -> None:
        self.rounds += 1
        super().next_round()


class Stuck(Bramble):
    """Law 1: a seat must act and has no legal move."""

    def legal(self, seat: i64, moves: Moves) -> None:
        if self.rounds > 2:
            super().legal(seat, moves)


class Stammering(Bramble):
    """Law 1: a move is listed twice."""

    def legal(self, seat: i64, moves: Moves) -> None:
        super().legal(seat, moves)
        moves.add(moves.items[0])


class Sharing(Bramble):
    """Law 3: a clone keeps an array of the original."""

    def clone(self) -> Bramble:
        resample_hidden = super().clone()
        resample_hidden.score = self.score
        return resample_hidden


class Unsealed(Bramble):
    """Law 6: a random draw does not raise `reveal_count`."""

    def drawn(self) -> int:
        kind = super().drawn()
        self.reveal_count -= 1
        return kind


class Showing(Bramble):
    """Law 6: the choices are revealed, and `reveal_count` does not rise."""

    def show(self) -> None:
        super().show()
        self.reveal_count -= 1


class Hasty(Bramble):
    """Law 7: the first seat to decide in an open phase gets a berry."""

    def apply(self, seat: i64, move: i64) -> None:
        if move & 255 == FINISH and self.to_act == (1 << self.seats) - 1:
            self.score[seat] += 1
        super().apply(seat, move)


class Forgetful(Bramble):
    """Law 8: the kept cards disappear."""

    def next_round(self) -> None:
        kept = self.discard
        super().next_round()
        if self.rounds == 2:
            self.discard = kept


class Divided(Bramble):
    """Law 9: the builds disagree."""

    def apply(self, seat: i64, move: i64) -> None:
        super().apply(seat, move)
        if build.compiled and move & 255 == PICK:
            self.score[seat] += 1


class Changed(Bramble):
    """Law 11: a rule changed, and the version did not."""

    def legal(self, seat: i64, moves: Moves) -> None:
        super().legal(seat, moves)
        if self.phase == bramble.CHOOSING and self.chosen[seat] == bramble.NONE:
            moves.add(FINISH)

    def apply(self, seat: i64, move: i64) -> None:
        if move & 255 == FINISH and self.chosen[seat] == bramble.NONE:
            held = next(k for k in range(3) if self.hands[seat] & cards(k, 15))
            self.chosen[seat] = held
        super().apply(seat, move)


class Generous(Bramble):
    """Law 11: one more berry for whoever picks, and the version did not rise."""

    def apply(self, seat: i64, move: i64) -> None:
        super().apply(seat, move)
        if move & 255 == PICK:
            self.score[seat] += 1


class LeakyView(BrambleView, frozen=True):
    """Law 5: a view with one field too many."""

    leak: Any = None


def leaking(secret: str) -> Game:
    """Bramble whose view tells this."""

    def view(table: Bramble, seat: int) -> LeakyView:
        told: dict[str, Any] = {
            "dice": table.rng_state,
            "deck": table.deck,
            "hands": list(table.hands),
            "chosen": list(table.chosen),
        }
        seen = bramble.view(table, seat)
        fields = {name: getattr(seen, name) for name in BrambleView.__struct_fields__}
        return LeakyView(**fields, leak=told[secret])

    return toy(view=view, view_type=LeakyView)


class Crooked(Bramble):
    """Law 5: the list of moves knows what others hold."""

    def legal(self, seat: i64, moves: Moves) -> None:
        super().legal(seat, moves)
        if self.phase == bramble.PICKING and self.hands[1 - seat] & cards(2, 15):
            moves.count = 1


def lossy_words(seen: BrambleView, move: int) -> str:
    return "Do something"


def lost_spots(seen: BrambleView, move: int) -> Spots:
    return Spots({"nowhere": 1}) if move & 255 == CHOOSE else bramble.spots(seen, move)


def lawless_refusal(seen: BrambleView, move: int) -> Refusal:
    return Refusal("because", "R99")


def blurred(table: Bramble, seat: int) -> BrambleView:
    """Law 4: a view from which the table cannot be made again."""
    seen = bramble.view(table, seat)
    return msgspec.structs.replace(seen, chosen=[bramble.NONE] * seen.seats, phase=seen.phase)


def speaking(**changes: Any) -> Words:
    parts = {name: getattr(BRAMBLE.words, name) for name in Words.__dataclass_fields__}
    return Words(**(parts | changes))


class Lisp:
    """Law 2: the text of a move is parsed as another move."""

    def __getattr__(self, name: str) -> Any:
        return getattr(bramble.VERBS, name)

    def parse(self, words: str) -> int:
        return bramble.VERBS.parse(words.replace("black", "blue"))


def forgetting_rounds(table: Bramble, seat: int) -> Any:
    """Law 2: a view with something that does not survive JSON."""
    return msgspec.structs.replace(bramble.view(table, seat), score=tuple(table.score))


DIVIDED = with_rules(Divided)


def chatty(before: BrambleView, seat: int, move: int, after: BrambleView) -> str:
    """Law 5: the log announces what was chosen in secret."""
    return bramble.words_of(before, move)


def absent_minded(table: Bramble, seat: int, moves: Moves, rng: Rng) -> int:
    """Law 1: a bot makes an illegal move."""
    return 250


def inflated(table: Bramble) -> Outcome:
    """Law 10: lines that do not add up."""
    fair = bramble.outcome(table)
    return msgspec.structs.replace(fair, lines=[[ScoreLine("berries", 99)] for _ in fair.lines])


def all_first(table: Bramble) -> Outcome:
    """Law 10: everybody wins."""
    fair = bramble.outcome(table)
    return msgspec.structs.replace(fair, ranks=[1 for _ in fair.ranks])


class Leaky(Bramble):
    """Law 7: `reveal_count` rises within an open phase."""

    def apply(self, seat: i64, move: i64) -> None:
        super().apply(seat, move)
        if move & 255 == CHOOSE:
            self.reveal_count += 1


WATCHED_KEPT: dict[bytes, Panel] = {}
NAMELESS_KEPT: dict[bytes, Panel] = {}


def watched_panels(seen: BrambleView, names: Sequence[str]) -> list[Panel]:
    """Law 12: a spectator gets another panel, but the key of the cache does not say who looks."""
    table = bramble.panels(seen, names)
    if seen.seat < 0:
        table[1] = msgspec.structs.replace(table[1], area="board")
    table[1] = WATCHED_KEPT.setdefault(msgspec.json.encode((seen.chosen, names)), table[1])
    return table


def nameless_panels(seen: BrambleView, names: Sequence[str]) -> list[Panel]:
    """Law 12: a panel contains the players' names, but the key of the cache does not."""
    table = bramble.panels(seen, names)
    table[1] = NAMELESS_KEPT.setdefault(msgspec.json.encode(seen.chosen), table[1])
    return table


WATCHED = toy(board=Board(watched_panels, bramble.spots, bramble.sheet))
NAMELESS = toy(board=Board(nameless_panels, bramble.spots, bramble.sheet))

# The law, the fault, the game that has it, and a part of the law's error message.
FAULTS: list[tuple[int, str, Game, str]] = [
    (1, "moody", with_rules(Moody), "the same seed led elsewhere"),
    (1, "endless", with_rules(Endless), "still going on"),
    (1, "stuck", with_rules(Stuck), "whoever is awaited can act"),
    (1, "stammering", with_rules(Stammering), "a move is offered twice"),
    (1, "absent-minded", toy(heuristics=Heuristics(absent_minded)), "a move that is not legal"),
    (2, "lisping", toy(verbs=Lisp()), "a move in words"),
    (2, "tuple in a sight", toy(view=forgetting_rounds), "a sight"),
    (3, "sharing", with_rules(Sharing), "touched the original"),
    (4, "blurred", toy(view=blurred), "other moves"),
    (5, "dice in the sight", leaking("dice"), "the sight tells"),
    (5, "deck in the sight", leaking("deck"), "the sight tells"),
    (5, "hands in the sight", leaking("hands"), "the sight tells"),
    (5, "choices in the sight", leaking("chosen"), "the sight tells"),
    (
        5,
        "crooked",
        with_rules(Crooked),
        "(the list of moves|a refusal) tells|a move that is not legal",
    ),
    (5, "chatty", toy(words=speaking(tell=chatty)), "the log line tells"),
    (6, "unsealed", with_rules(Unsealed), "chance spoke|learned something|showed seat"),
    (6, "showing", with_rules(Showing), "learned something|showed seat"),
    (7, "hasty", with_rules(Hasty), "the order of simultaneous decisions|seen while others"),
    (7, "leaky", with_rules(Leaky), "a seal inside an open phase"),
    (8, "forgetful", with_rules(Forgetful), "a card is lost"),
    (10, "words alike", toy(words=speaking(move=lossy_words)), "sound the same"),
    (10, "spots nowhere", toy(board=Board(bramble.panels, lost_spots, bramble.sheet)), "no spot"),
    (10, "a rule that is not there", toy(words=speaking(refuse=lawless_refusal)), "because"),
    (10, "inflated", toy(outcome=inflated), "do not add up"),
    (10, "all first", toy(outcome=all_first), "ranks that do not follow"),
    (12, "cached for a spectator", WATCHED, "area of panel kept .* who looked before"),
    (12, "cached without names", NAMELESS, "sprites of panel kept .* who looked before"),
]
