"""The queue for thinking time: the order, the bounds, and that nothing is left behind."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from spinney.server.bots.fair_queue import MOVES_PER_HINT, Bounds, FairQueue, Kind, NoRoom, Ticket

MANY = Bounds(1000, 1000)


class Asked(Ticket):
    __slots__ = ("name",)

    def __init__(self, name: str, kind: Kind, owner: str, table: str) -> None:
        super().__init__(kind, owner, table)
        self.name = name


class Story:
    """A queue, and tickets named "owner table number"."""

    def __init__(self, moves: Bounds = MANY, hints: Bounds = MANY) -> None:
        self.queue: FairQueue[Asked] = FairQueue(moves, hints)
        self.tickets: dict[str, Asked] = {}

    def add(self, *names: str, kind: Kind = "move") -> list[str]:
        """Add some; the names of those that had to go for them."""
        gone = []
        for name in names:
            ticket = self.tickets[name] = Asked(name, kind, name[0], name[:2])
            if (dropped := self.queue.add(ticket)) is not None:
                gone.append(dropped.name)
        return gone

    def take(self, count: int = 1, hints: bool = True) -> list[str]:
        taken = [self.queue.take(hints) for _ in range(count)]
        return [ticket.name for ticket in taken if ticket]


def test_owners_take_turns() -> None:
    story = Story()
    story.add("a1-1", "a2-1", "a3-1", "a4-1", "b1-1", "b2-1", "c1-1")
    assert story.take(9) == ["a1-1", "b1-1", "c1-1", "a2-1", "b2-1", "a3-1", "a4-1"]
    assert len(story.queue) == 0


def test_tables_of_an_owner_take_turns() -> None:
    story = Story()
    story.add("a1-1", "a1-2", "a1-3", "a2-1", "a3-1", "a3-2")
    assert story.take(6) == ["a1-1", "a2-1", "a3-1", "a1-2", "a3-2", "a1-3"]


def test_a_newcomer_goes_before_the_one_who_was_served_last() -> None:
    story = Story()
    story.add(*(f"a{n}-1" for n in range(8)))
    assert story.take() == ["a0-1"]  # this one is being served when the next one comes
    story.add("b1-1")
    assert story.take(2) == ["b1-1", "a1-1"]
    story.add("b1-2", "c1-1")
    assert story.take(3) == ["b1-2", "c1-1", "a2-1"]


def test_newcomers_without_end_starve_nobody() -> None:
    story = Story()
    story.add("z1-1", "z2-1")
    for number in range(20):  # each of another guest
        story.add(f"{chr(97 + number)}1-1")
    served: list[str] = []
    while "z2-1" not in served:
        story.add(f"{chr(0x3B1 + len(served))}1-1")
        served += story.take()
        assert len(served) <= 24  # z1, the twenty, two that came before z was at the back, z2


def test_one_who_comes_back_at_once_does_not_pass_those_who_wait() -> None:
    story = Story()
    story.add("a1-1", "b1-1", "b2-1", "b3-1")
    served = story.take()
    for number in range(2, 5):
        story.add(f"a1-{number}")
        served += story.take(2)
    assert served == ["a1-1", "b1-1", "a1-2", "b2-1", "a1-3", "b3-1", "a1-4"]


def test_moves_go_before_hints() -> None:
    story = Story()
    story.add("a1-h", "a2-h", kind="hint")
    story.add("b1-1", "c1-1")
    assert story.take(4) == ["b1-1", "c1-1", "a1-h", "a2-h"]


def test_hints_are_not_starved() -> None:
    story = Story()
    story.add(*(f"m{n}-1" for n in range(3 * MOVES_PER_HINT)))
    story.take(MOVES_PER_HINT)  # before there was a hint
    story.add("a1-h", "b1-h", "c1-h", kind="hint")
    kinds = "".join("h" if name.endswith("h") else "m" for name in story.take(100))
    assert kinds == 2 * ("m" * MOVES_PER_HINT + "h") + "h"


def test_after_a_hint_come_moves() -> None:
    """So a move is delayed by one hint, never by two."""
    story = Story()
    story.add(*(f"a{n}-h" for n in range(9)), kind="hint")
    assert story.take() == ["a0-h"]
    for number in range(3):
        story.add(f"b1-{number}")
        assert story.take(2) == [f"b1-{number}", f"a{number + 1}-h"]


def test_hints_can_be_left_out() -> None:
    story = Story()
    story.add("a1-h", kind="hint")
    assert story.take(hints=False) == []
    story.add("b1-1")
    assert story.take(2, hints=False) == ["b1-1"]
    assert story.take(2) == ["a1-h"]


def test_an_owner_may_not_have_too_many() -> None:
    story = Story(Bounds(10, 2), Bounds(10, 1))
    story.add("a1-1", "a2-1", "b1-1")
    with pytest.raises(NoRoom, match="this guest has too many") as refused:
        story.add("a3-1")
    assert refused.value.own
    story.add("a1-h", kind="hint")  # hints are counted apart
    with pytest.raises(NoRoom) as refused:
        story.add("a2-h", kind="hint")
    assert refused.value.own and len(story.queue) == 4
    assert story.take() == ["a1-1"]
    story.add("a3-1")


def test_a_full_lane_refuses_those_who_have_as_much_as_the_others() -> None:
    story = Story(Bounds(3, 3), Bounds(1, 1))
    story.add("a1-1", "b1-1", "c1-1")
    for name in ("d1-1", "a2-1"):
        with pytest.raises(NoRoom, match="full") as refused:
            story.add(name)
        assert not refused.value.own and len(story.queue) == 3
    story.add("e1-h", kind="hint")  # full of moves, not of hints
    assert story.take(9) == ["a1-1", "b1-1", "c1-1", "e1-h"]


def test_in_a_full_lane_the_greediest_makes_room() -> None:
    story = Story(Bounds(4, 4))
    story.add("a1-1", "a2-1", "a3-1", "b1-1")
    assert story.add("c1-1") == ["a3-1"]
    with pytest.raises(NoRoom):
        story.add("b2-1")
    assert story.take(9) == ["a1-1", "b1-1", "c1-1", "a2-1"]


def test_whoever_gives_up_leaves_no_trace() -> None:
    story = Story(Bounds(3, 2))
    story.add("a1-1", "a2-1", "b1-1")
    for name in ("a1-1", "a2-1"):
        assert story.queue.remove(story.tickets[name])
        assert not story.queue.remove(story.tickets[name])
    assert len(story.queue) == 1
    story.add("a3-1", "a4-1")  # there is room again, and the turn of a comes after that of b
    assert story.take(9) == ["b1-1", "a3-1", "a4-1"]
    assert not story.queue.remove(story.tickets["b1-1"])
    lane = story.queue._lanes["move"]
    assert not lane._owners and not lane._turns._line and not lane.count


def test_roomy_means_half_empty() -> None:
    story = Story(Bounds(4, 4), Bounds(2, 2))
    story.add("a1-1", "a2-1")
    story.add("a1-h", kind="hint")
    assert story.queue.roomy()
    story.add("a3-1")
    assert not story.queue.roomy()


@pytest.mark.parametrize("seed", range(20))
def test_whatever_happens_everybody_is_served_once_or_told(seed: int) -> None:
    rng = random.Random(seed)
    story = Story(Bounds(12, 5), Bounds(6, 2))
    waiting: dict[str, int] = {}  # what waits, and how many were served meanwhile
    ended: Counter[str] = Counter()
    for number in range(2000):
        act = rng.random()
        if act < 0.55:
            kind: Kind = "hint" if rng.random() < 0.4 else "move"
            name = f"{rng.choice('aaaaabcd')}{rng.randrange(4)}-{number}"
            try:
                for gone in story.add(name, kind=kind):
                    del waiting[gone]
                    ended[gone] += 1
                waiting[name] = 0
            except NoRoom:
                ended[name] += 1
        elif act < 0.65 and waiting:
            name = rng.choice(list(waiting))
            assert story.queue.remove(story.tickets[name])
            del waiting[name]
            ended[name] += 1
        else:
            for name in story.take():
                del waiting[name]
                ended[name] += 1
                waiting = {other: passed + 1 for other, passed in waiting.items()}
                assert max(waiting.values(), default=0) < 60, "nobody waits for ever"
        assert len(story.queue) == len(waiting)
    for name in story.take(100):
        del waiting[name]
        ended[name] += 1
    assert not waiting and set(ended) == set(story.tickets)
    assert max(ended.values()) == 1
