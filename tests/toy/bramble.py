"""The whole of Bramble: rules, view, words and board (a real game has a file for each)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from spinney.core.agenda import Agenda, nothing
from spinney.core.arrays import i64, vec
from spinney.core.game import (
    Board,
    Game,
    Heuristics,
    Options,
    Outcome,
    Refusal,
    ScoreLine,
    Words,
    ranks,
    seats_to_act,
)
from spinney.core.packed import cards, count, kind_of, total
from spinney.core.rng import Rng
from spinney.core.state import Moves, State, bit
from spinney.core.verbs import Verbs, field1, pack1, verb
from spinney.drawing.scene import Counted, Panel, Spots, Sprite

CHOOSE, FINISH, PICK, STOP = range(4)
VERBS = Verbs(
    {CHOOSE: "choose card", FINISH: "finish", PICK: "pick bush", STOP: "stop"},
    card=("red", "blue", "black"),
    bush=range(4),
)
KINDS = 3
DECK = cards(0, 5) + cards(1, 4) + cards(2, 3)
HAND = 3
NONE = -1
CHOOSING, PICKING = range(2)


class Bramble(State):
    __slots__ = (
        "agenda",
        "bushes",
        "chosen",
        "deck",
        "discard",
        "hands",
        "phase",
        "rounds",
        "score",
    )

    def __init__(
        self,
        seats: int,
        to_act: int,
        reveal_count: int,
        rng_state: int,
        hands: vec[i64],
        chosen: vec[i64],
        deck: int,
        discard: int,
        bushes: vec[i64],
        score: vec[i64],
        agenda: Agenda,
        phase: int,
        rounds: int,
    ) -> None:
        super().__init__(seats, to_act, reveal_count, rng_state)
        self.hands = (
            hands  # a heap for each seat; on a state built from a view those of others lack cards
        )
        self.chosen = chosen
        self.deck = deck  # a heap; on a state built from a view everything unseen
        self.discard = discard
        self.bushes = bushes
        self.score = score
        self.agenda = agenda
        self.phase = phase
        self.rounds = rounds  # still to come, this one included

    def legal(self, seat: i64, moves: Moves) -> None:
        if self.phase == CHOOSING:
            for kind in range(KINDS):
                if count(self.hands[seat], kind) and kind != self.chosen[seat]:
                    moves.add(pack1(CHOOSE, kind))
            if self.chosen[seat] != NONE:
                moves.add(FINISH)
        else:
            moves.each(PICK, self.agenda.spaces())
            if not self.agenda.must():
                moves.add(STOP)

    def apply(self, seat: i64, move: i64) -> None:
        if verb(move) == CHOOSE:
            self.chosen[seat] = field1(move)
        elif verb(move) == FINISH:
            self.to_act &= ~bit(seat)
            if not self.to_act:
                self.show()
        elif verb(move) == PICK:
            bush = field1(move)
            self.bushes[bush] -= 1
            self.score[seat] += 1
            self.agenda.answer(bush)
        else:
            self.agenda.stop()
        if self.phase == PICKING and self.agenda.what() == -1:
            self.next_round()

    def show(self) -> None:
        """The open phase closes: the choices are revealed."""
        self.reveal_count += 1
        self.phase = PICKING
        best = max(range(self.seats), key=lambda seat: (self.chosen[seat], -seat))
        self.score[best] += self.chosen[best]
        self.to_act = bit(best)
        full = sum(1 << bush for bush in range(4) if self.bushes[bush])
        self.agenda.ask(PICK, 2, False, full)

    def next_round(self) -> None:
        for seat in range(self.seats):
            self.hands[seat] -= cards(self.chosen[seat], 1)
            self.discard += cards(self.chosen[seat], 1)
            self.chosen[seat] = NONE
        self.rounds -= 1
        self.to_act = (1 << self.seats) - 1 if self.rounds else 0
        self.phase = CHOOSING
        if self.rounds:
            for seat in range(self.seats):
                self.hands[seat] += cards(self.drawn(), 1)

    def drawn(self) -> int:
        """A random card. Nobody has looked into the deck, so it is a heap, and a reshuffle is one
        assignment.
        """
        self.reveal_count += 1
        if total(self.deck) == 0:
            self.deck, self.discard = self.discard, 0
        kind = kind_of(self.deck, self.draw(total(self.deck)))
        self.deck -= cards(kind, 1)
        return kind

    def clone(self) -> Bramble:
        return type(self)(
            self.seats,
            self.to_act,
            self.reveal_count,
            self.rng_state,
            self.hands[:],
            self.chosen[:],
            self.deck,
            self.discard,
            self.bushes[:],
            self.score[:],
            self.agenda.clone(),
            self.phase,
            self.rounds,
        )

    def determinize(self, rng: Rng) -> None:
        self.rng_state = rng.fork()
        for seat in range(self.seats):
            while total(self.hands[seat]) < HAND and self.rounds:
                kind = kind_of(self.deck, rng.below(total(self.deck)))
                self.deck -= cards(kind, 1)
                self.hands[seat] += cards(kind, 1)

    def points(self, seat: i64) -> i64:
        return self.score[seat]

    def check(self) -> bool:
        return self.deck + self.discard + sum(self.hands) == DECK


def setup(options: Options, seats: int, rng: Rng, kind: type[Bramble] = Bramble) -> Bramble:
    table = kind(
        seats,
        (1 << seats) - 1,
        0,
        rng.fork(),
        vec[i64]([0] * seats),
        vec[i64]([NONE] * seats),
        DECK,
        0,
        vec[i64]([3] * 4),
        vec[i64]([0] * seats),
        nothing(),
        CHOOSING,
        5,
    )
    for seat in range(seats):
        for _ in range(HAND):
            table.hands[seat] += cards(table.drawn(), 1)
    return table


# ----------------------------------------------------------------------------------------- view
class BrambleView(Struct, frozen=True):
    seat: int
    seats: int
    deciding: list[int]
    reveal_count: int
    hand: int
    chosen: list[int]  # one's own while choosing, everybody's afterwards
    discard: int
    bushes: list[int]
    score: list[int]
    asked: list[tuple[int, int]]
    phase: int
    rounds: int


def view(table: Bramble, seat: int) -> BrambleView:
    open_phase = table.phase == CHOOSING
    return BrambleView(
        seat=seat,
        seats=table.seats,
        # nobody is told who has finished: that is the match's news, not the table's
        deciding=[s for s in seats_to_act(table) if s == seat or not open_phase],
        reveal_count=table.reveal_count,
        hand=table.hands[seat] if seat >= 0 else 0,
        chosen=[c if s == seat or not open_phase else NONE for s, c in enumerate(table.chosen)],
        discard=table.discard,
        bushes=list(table.bushes),
        score=list(table.score),
        asked=[(table.agenda.asked(i), table.agenda.where(i)) for i in range(table.agenda.depth)],
        phase=table.phase,
        rounds=table.rounds,
    )


def state_from_view(seen: BrambleView) -> Bramble:
    hands = [seen.hand if s == seen.seat else 0 for s in range(seen.seats)]
    shown = seen.phase == PICKING
    for s in range(seen.seats):
        if s != seen.seat and shown:
            hands[s] += cards(seen.chosen[s], 1)
    to_act = sum(1 << s for s in seen.deciding)
    if not shown and seen.rounds:
        to_act |= sum(1 << s for s in range(seen.seats) if s != seen.seat)
    agenda = nothing()
    for asked, where in seen.asked:
        agenda.ask(asked & 255, asked >> 8 & 255, bool(asked >> 16), where)
    return Bramble(
        seen.seats,
        to_act,
        seen.reveal_count,
        0,
        vec[i64](hands),
        vec[i64](seen.chosen),
        DECK - sum(hands) - seen.discard,
        seen.discard,
        vec[i64](seen.bushes),
        vec[i64](seen.score),
        agenda,
        seen.phase,
        seen.rounds,
    )


# ----------------------------------------------------------------------------------- words, board
def words_of(seen: BrambleView, move: int) -> str:
    return VERBS.format(move).replace("=", " ")


def prompt(seen: BrambleView, names: Sequence[str]) -> str:
    return "Choose." if seen.deciding else "Wait."


def gain(seen: BrambleView, move: int) -> str:
    return ""


def tell(before: BrambleView, seat: int, move: int, after: BrambleView) -> str:
    if before.phase == CHOOSING:
        return "decided"  # what, is not seen yet
    return words_of(before, move)


def counted(before: BrambleView, seat: int, move: int, after: BrambleView) -> list[Counted]:
    """The highest card when the cards show; a berry when one is picked."""
    steps = []
    for s in range(after.seats):
        points = after.score[s] - before.score[s]
        if points and verb(move) == PICK:
            steps.append(Counted(s, "a berry", points, [f"bush{field1(move)}"]))
        elif points:
            steps.append(Counted(s, "the highest card", points, [f"kept{s}"]))
    return steps


def refuse(seen: BrambleView, move: int) -> Refusal:
    return Refusal("not now", "R1")


def text(seen: BrambleView, names: Sequence[str]) -> str:
    return f"{seen.bushes} {seen.score} {seen.hand}"


COLOURS = ("flowers", "sea", "abyss")
NAMES = ("red", "blue", "black")
CARD = "M-40 -46H40V46H-40Z"


def card(id: str, kind: int, x: float, **more: Any) -> Sprite:
    shape: dict[str, Any] = {"path": CARD, "x": x, "y": 60.0, "w": 80.0, "h": 92.0}
    return Sprite(id, tone=COLOURS[kind], **shape, **more)


def panels(seen: BrambleView, names: Sequence[str]) -> list[Panel]:
    bushes = [
        Sprite(
            f"bush{b}", path="M-36 30Q-50 -40 0 -40Q50 -40 36 30Z", tone="grassland", count=n,
            spot=f"bush:{b}", x=60 + b * 110, y=60, label=f"Bush {b}, {n} berries",
        )
        for b, n in enumerate(seen.bushes)
    ]  # fmt: skip
    kept = [
        card(f"kept{s}", kind, 60 + s * 110, owner=s, label=f"{names[s]} keeps {NAMES[kind]}")
        for s, kind in enumerate(seen.chosen)
        if kind != NONE
    ]
    hand = [
        card(
            f"hand{k}", k, 60 + k * 110, spot=f"card:{k}", count=count(seen.hand, k),
            label=f"{NAMES[k]}, {count(seen.hand, k)} cards",
        )
        for k in range(KINDS)
    ]  # fmt: skip
    return [
        Panel("bushes", "Bushes", "board", bushes, width=450, height=120),
        Panel("kept", "Kept back", "supply", kept, width=340, height=120),
        Panel("hand", "Hand", "mine", hand, width=340, height=120, seat=seen.seat),
    ]


def spots(seen: BrambleView, move: int) -> Spots:
    if verb(move) == CHOOSE:
        return Spots({f"card:{field1(move)}": 1})
    return Spots({f"bush:{field1(move)}": 1}) if verb(move) == PICK else Spots({})


def outcome(table: Bramble) -> Outcome:
    scores = [table.points(seat) for seat in range(table.seats)]
    return Outcome(scores, ranks(scores), [[ScoreLine("berries", score)] for score in scores])


def quick(table: Bramble, seat: int, moves: Moves, rng: Rng) -> int:
    return moves.items[moves.count - 1]


def reprint(components: bytes) -> Game:
    return BRAMBLE


def sheet() -> str:
    return '<symbol id="cover" viewBox="0 0 100 140"><rect width="100" height="140"/></symbol>'


class BrambleOptions(Options, frozen=True):
    pass


def toy(**changes: Any) -> Game:
    """Bramble with some parts replaced, to plant faults."""
    parts: dict[str, Any] = {
        "name": "bramble",
        "title": "Bramble",
        "tagline": "Pick berries.",
        "version": 1,
        "seats": range(2, 4),
        "minutes": 1,
        "components": "0" * 16,
        "options": BrambleOptions,
        "verbs": VERBS,
        "setup": setup,
        "view": view,
        "state_from_view": state_from_view,
        "outcome": outcome,
        "board": Board(panels, spots, sheet),
        "words": Words(prompt, words_of, gain, tell, refuse, text, counted),
        "heuristics": Heuristics(quick),
        "view_type": BrambleView,
        "rulebook": "R1 Pick berries.",
        "reprint": reprint,
    }
    return Game(**(parts | changes))


BRAMBLE = toy()
