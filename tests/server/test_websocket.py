"""Where frames begin and end."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from spinney.server.websocket import frame_size, text_frame
from tests.server.light import frame

SIZES = (0, 1, 125, 126, 127, 128, 255, 256, 16_000, 65_535)


@pytest.mark.parametrize("size", SIZES)
def test_a_frame_of_any_size_is_measured(size: int) -> None:
    """127 is a size, and in a frame's second byte it means that the size follows."""
    sent = b"before" + frame(b"x" * size)
    found, head = frame_size(sent, 6)
    assert found == size and sent[head + 4 :] == b"x" * size  # after the mask
    back = text_frame(b"x" * size)
    assert frame_size(back, 0) == (size, len(back) - size)


def test_so_is_one_that_is_too_large() -> None:
    assert frame_size(text_frame(b"x" * 70_000), 0) == (70_000, 10)


@pytest.mark.parametrize("size", (*SIZES, 70_000))
def test_a_frame_is_what_the_library_would_build(size: int) -> None:
    text = b"x" * size
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
