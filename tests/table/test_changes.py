"""Events tell what has changed: put together again it is the whole table, and it is little."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from spinney.drawing.diff import FEW, changed, runs
from spinney.drawing.panel_cache import CachedPanel, PanelPart, moved
from spinney.drawing.scene import Panel, Scene, Sprite
from spinney.table import messages

SPRITES = st.lists(
    st.builds(Sprite, id=st.sampled_from("abcdefgh"), slot=st.integers(0, 2)), max_size=8
)
MANY = [Sprite(f"piece.{n}") for n in range(FEW + 5)]


def scene(*panels: Any) -> Scene:
    return Scene("x", "X", "", list(panels))


def panel(sprites: list[Sprite], name: str = "board", title: str = "T") -> Panel:
    return Panel(name, title, "board", sprites)


def heard(*panels: Any) -> messages.Change:
    """As it comes out on the other side."""
    text = msgspec.json.encode(scene(*panels))
    return msgspec.json.decode(text, type=messages.Change)


@given(SPRITES, SPRITES)
def test_a_change_makes_the_new_panel_of_the_old_one(
    before: list[Sprite], now: list[Sprite]
) -> None:
    """Also if ids come twice, which they should not."""
    was, then = panel(before), panel(now, title="Now")
    change = heard(changed(CachedPanel(was), CachedPanel(then)))
    assert messages.whole(change, scene(panel([], "else"), was)) == scene(then)


@given(SPRITES, SPRITES, st.permutations(MANY))
def test_so_does_a_change_of_many_sprites(
    before: list[Sprite], now: list[Sprite], mixed: list[Sprite]
) -> None:
    was, then = panel(before + MANY + now), panel(now + mixed + before)
    assert messages.whole(heard(changed(CachedPanel(was), CachedPanel(then))), scene(was)) == scene(
        then
    )


def test_what_is_as_it_was_is_not_sent_again() -> None:
    before = [Sprite(id, slot=slot) for slot, id in enumerate("abcdefg")]
    moved, new = replace(before[1], slot=9), Sprite("new")
    longer = [before[0], moved, *before[2:4], new, new, *before[4:]]
    assert runs(before, longer) == [(0, 1), moved, (2, 2), new, new, (4, 3)]
    shorter = [before[0], new, before[2], before[5], moved]
    assert runs(before, shorter) == [(0, 1), new, (2, 1), (5, 1), moved]
    assert (
        runs(before, before) == [(0, 7)] and runs(before, []) == [] and runs([], longer) == longer
    )


def test_many_are_looked_for_everywhere() -> None:
    first, last = Sprite("first"), Sprite("last")
    before, now = [first, *MANY, last], [last, *MANY, first]
    size = len(MANY)
    assert runs(before, now) == [(size + 1, 1), (1, size), (0, 1)]


def test_a_panel_that_is_as_it_was_is_named() -> None:
    was, like = panel([Sprite("a")]), panel([Sprite("a")])
    lay, lies = CachedPanel(was), CachedPanel(like)
    assert changed(lay, lay) == changed(lay, lies) == "board"
    assert messages.whole(heard(changed(lay, lies)), scene(was)).panels == [was]


# --------------------------------------------------------------------------------------- parts
DRAWN = [  # with slots or without, of several pieces, of one, and of none
    PanelPart([Sprite(f"{name}.{n}") for n in range(size)], [(size, 9)] * (size % 3))
    for name, size in zip("abcdef", (1, 2, 3, 1, 0, 4), strict=True)
]
PARTS = st.lists(st.sampled_from(DRAWN), max_size=7)


def laid(parts: list[PanelPart], title: str = "T", path: bool = False) -> CachedPanel:
    return CachedPanel(replace(panel([], title=title), slots=[(7, 8)] if path else []), parts)


@given(PARTS, PARTS, st.booleans())
def test_so_does_a_change_of_parts(
    before: list[PanelPart], now: list[PanelPart], path: bool
) -> None:
    was, then = laid(before, path=path), laid(now, "Now", path)
    change = heard(changed(was, then))
    assert messages.whole(change, scene(was.panel())) == scene(then.panel())


def test_parts_that_lie_where_they_lay_are_not_sent_again() -> None:
    one, two, three, like, none, four = DRAWN
    assert moved([one, two, none, three], [one, two, three]) == b"[[0,6]]"
    assert moved([one, two, three], [like, two, three]) == b"[" + like.encoded + b",[1,5]]"
    assert moved([one, two, three], [two, three]) == b"[[1,5]]"
    assert moved([two, three], [two, four, three]) == b"[[0,2]," + four.encoded + b",[2,3]]"
    assert moved([one, two], [two, one]) == b"[" + two.encoded + b"," + one.encoded + b"]"


def test_a_panel_of_the_same_parts_is_named() -> None:
    was, like, other = laid(DRAWN[:3]), laid(DRAWN[:3]), laid(DRAWN[:3], "Else")
    assert changed(was, was) == changed(was, like) == "board"
    assert changed(was, other) != "board"
