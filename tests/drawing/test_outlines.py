"""The printing press: the same seed prints the same picture, and a picture is sound SVG."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from spinney.drawing import outlines, shared_art, text_width
from spinney.drawing.outlines import Plate, Point


def drawing(seed: int = 5) -> Plate:
    cap = "8,55! 11,38 50,17 89,38 92,55!"
    plate = Plate(seed).ground().area(cap, "bark").hatch(cap, 64, 2.8, "50,0! 99,0! 99,99! 50,99!")
    return plate.dots(cap, 6).words("Salt & pepper", 50, 95, 12, most=40).use("leaf", 0, 0, 10, 10)


def test_the_same_seed_prints_the_same_picture() -> None:
    assert drawing().svg() == drawing().svg()
    assert drawing(5).svg() != drawing(6).svg()
    assert shared_art.wood_backdrop().svg() == shared_art.wood_backdrop().svg()


def test_a_picture_is_sound_svg() -> None:
    ElementTree.fromstring(drawing().svg())
    ElementTree.fromstring(shared_art.wood_backdrop().svg())
    ElementTree.fromstring(f"<svg>{shared_art.seat_marks()}</svg>")


def test_a_file_becomes_the_symbol_it_was_printed_from() -> None:
    assert outlines.symbol_of("cap", drawing().svg()) == drawing().symbol("cap")


def test_another_file_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="cap: not a picture"):
        outlines.symbol_of("cap", "<html/>")


@pytest.mark.parametrize(("value", "text"), [(1, "1"), (1.25, "1.2"), (-0.04, "0"), (10.0, "10")])
def test_numbers_are_short(value: float, text: str) -> None:
    assert text_width.number(value) == text


def test_a_curve_runs_through_its_points_and_stops_at_corners() -> None:
    first, second, third = outlines.curve("0,0! 10,0 10,10!")
    assert [piece.start for piece in (first, second, third)] == [(0, 0), (10, 0), (10, 10)]
    assert first.first == first.start  # a corner has no handle
    assert first.second != first.end
    assert (third.first, third.second) == (third.start, third.end)


def test_corners_are_joined_by_straight_lines() -> None:
    assert outlines.path_data("0,0! 10,0! 10,10!") == "M0 0L10 0L10 10L0 0Z"
    assert outlines.path_data("0,0 10,5", closed=False) == "M0 0L10 5"


def test_spans_are_what_lies_inside() -> None:
    square = outlines.polygon("0,0! 10,0! 10,10! 0,10!")
    assert outlines.spans(square, 5) == [(0, 10)]
    assert outlines.spans(square, 11) == []
    assert outlines.inside(square, 5, 5)
    assert not outlines.inside(square, 11, 5)


def test_shift_scales_first_and_keeps_corners() -> None:
    assert outlines.shift("1,2! 3,4", 10, 0, 2) == "12.00,4.00! 16.00,8.00"


def test_a_ring_is_round() -> None:
    points, corners = outlines.read_points(outlines.ring(50, 50, 10, 10, 4))
    assert points[0] == Point(60, 50)
    assert points[1] == Point(50, 60)
    assert not any(corners)


def test_type_has_a_fixed_length_and_is_escaped() -> None:
    line = text_width.typeset("Salt & <pepper>", 0, 0, 20, "#000", most=30)
    text = ElementTree.fromstring(line)
    assert text.text == "Salt & <pepper>"
    assert text.get("textLength") == "30"


def test_bold_type_runs_wider() -> None:
    assert text_width.breadth("Morel", 20, bold=True) > text_width.breadth("Morel", 20) > 0
    assert text_width.breadth("", 20) == 0
