"""Events tell what has changed: put together again it is the whole table, and it is little."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from spinney.core.scene import Panel, Scene, Sprite
from spinney.core.stage import runs
from spinney.server import wire
from spinney.server.viewer import changed

SPRITES = st.lists(
    st.builds(Sprite, id=st.sampled_from("abcdefgh"), slot=st.integers(0, 2)), max_size=8
)


def scene(*panels: Any) -> Scene:
    return Scene("x", "X", "", list(panels))


def panel(sprites: list[Sprite], name: str = "board", title: str = "T") -> Panel:
    return Panel(name, title, "board", sprites)


def heard(*panels: Any) -> wire.Change:
    """As it comes out on the other side."""
    text = msgspec.json.encode(scene(*panels))
    return msgspec.json.decode(text, type=wire.Change)


@given(SPRITES, SPRITES)
def test_a_change_makes_the_new_panel_of_the_old_one(
    before: list[Sprite], now: list[Sprite]
) -> None:
    """Also if ids come twice, which they should not."""
    was, then = panel(before), panel(now, title="Now")
    change = heard(changed(was, then))
    assert wire.whole(change, scene(panel([], "else"), was)) == scene(then)


def test_what_is_as_it_was_is_not_sent_again() -> None:
    before = [Sprite(id, slot=slot) for slot, id in enumerate("abcdef")]
    moved = replace(before[1], slot=9)
    now = [*before[:1], moved, *before[2:4], Sprite("new"), before[5], before[4]]
    assert runs(before, now) == [(0, 1), moved, (2, 2), Sprite("new"), (5, 1), (4, 1)]
    assert runs(before, before) == [(0, 6)] and runs(before, []) == [] and runs([], now) == now


def test_a_panel_that_is_as_it_was_is_named() -> None:
    was, like = panel([Sprite("a")]), panel([Sprite("a")])
    assert bytes(changed(was, was)) == bytes(changed(was, like)) == b'"board"'
    assert wire.whole(heard(changed(was, like)), scene(was)).panels == [was]
