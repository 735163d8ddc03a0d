"""The vocabulary of scenes, the layout of row panels, and a scene as a picture."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import msgspec
import pytest

from spinney.drawing.scene import (
    Area,
    Counter,
    Line,
    Note,
    Panel,
    Scene,
    SceneMove,
    Score,
    Spots,
    Sprite,
    flow,
)
from spinney.drawing.svg import STROKES, palette, scene_to_svg

SHEET = (
    '<symbol id="leaf" viewBox="0 0 100 100"><circle r="9" fill="var(--ink,#000)"/></symbol>\n'
    '<symbol id="bush" viewBox="0 0 100 100"><use href="#leaf"/></symbol>\n'
    '<symbol id="unused" viewBox="0 0 100 100"><use href="#leaf"/></symbol>\n'
    '<symbol id="hill" viewBox="0 0 1200 300"><path d="M0 0" fill="var(--own)"/></symbol>'
)


# ---------------------------------------------------------------- the vocabulary


def test_defaults_are_not_sent() -> None:
    assert msgspec.json.encode(Sprite("a")) == b'{"id":"a"}'
    assert msgspec.json.encode(Spots()) == b"{}"
    panel = Panel("p", "Pond", "board", [])
    assert msgspec.json.encode(panel) == b'{"id":"p","title":"Pond","area":"board","sprites":[]}'


def test_a_scene_survives_the_wire() -> None:
    scene = glade()
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


# ---------------------------------------------------------------- rows


def row(*slots: tuple[float, float], area: Area = "mine", least: float = 60) -> Panel:
    return Panel("row", "Row", area, [], slots=list(slots), gap=10, least=least, most=130)


def test_no_slots_take_no_room() -> None:
    assert flow(row(), 300) == (1, 300, 0, [])


def test_a_single_slot_grows_to_the_most_and_stands_in_the_middle() -> None:
    laid = flow(row((100, 140)), 260)
    assert laid.scale == 1.3
    assert laid.width == 200
    assert laid.height == 140
    assert laid.centres == [(100, 70)]


def test_what_fits_stays_in_one_line() -> None:
    laid = flow(row((100, 140), (50, 100)), 160)
    assert laid.scale == 1
    assert laid.centres == [(50, 70), (135, 90)]  # all stand on one ground


def test_too_many_slots_break_into_equal_lines() -> None:
    laid = flow(row(*[(100.0, 140.0)] * 10), 432)
    assert laid.scale == 0.8
    assert laid.height == 290
    assert [laid.centres[i] for i in (0, 4, 5)] == [(50, 70), (490, 70), (50, 220)]


def test_a_lower_least_keeps_them_together() -> None:
    assert flow(row(*[(100.0, 140.0)] * 10, least=30), 436).height == 140


def test_others_begin_at_the_left() -> None:
    assert flow(row((100, 100), area="other"), 1300).centres == [(50, 50)]


def test_when_nothing_helps_every_slot_has_its_own_line() -> None:
    laid = flow(row((100, 100), (200, 100), least=90), 100)
    assert laid.scale == 0.5
    assert laid.centres == [(50, 50), (100, 160)]


@pytest.mark.parametrize("width", [200, 340, 500, 868, 1400])
def test_no_line_is_wider_than_its_box(width: float) -> None:
    panel = row((112, 180), (152, 140), (100, 140), (334, 140), (70, 98), (100, 140))
    laid = flow(panel, width)
    for (x, y), (w, h) in zip(laid.centres, panel.slots, strict=True):
        assert x - w / 2 >= -1e-9
        assert x + w / 2 <= laid.width + 1e-9
        assert y + h / 2 <= laid.height + 1e-9
    assert laid.width * laid.scale == pytest.approx(width)


# ---------------------------------------------------------------- the picture


def glade() -> Scene:
    pond = Panel(
        "pond",
        "The pond & its shore",
        "board",
        [
            Sprite("water", path="M0 0H50V50Z", tone="accent", z=2),
            Sprite("bush", "bush", x=40, y=40, turn=30, count=7, label="A <bush>", owner=1),
            Sprite("glow", "leaf", look="glow", halo="card"),
            Sprite("ghost", "leaf", look="ghost"),
            Sprite("word", text="mud", h=20, tone="soft"),
        ],
        width=300,
        height=200,
        backdrop="hill",
    )
    mine = Panel(
        "mine",
        "Mine",
        "mine",
        [Sprite("a", "leaf", "bush", slot=0), Sprite("b", "leaf", slot=1, spot="b")],
        [Counter("berries", "berries", 3, art="leaf", of=5), Counter("name", "first", "Ash")],
        [Note("Goal", "Gather three berries before the first frost comes.", ["leaf"])],
        slots=[(100, 100), (100, 140)],
        seat=0,
    )
    larder = Panel("larder", "Larder", "mine", [], slots=[(80, 80)], seat=0)
    other = Panel("other", "Juniper", "other", [], seat=1)
    return Scene(
        "glade",
        "Glade",
        "Your turn: take a berry.",
        [pond, mine, larder, other],
        [SceneMove("take", "Take a berry", "take", {"b": 1})],
        [Score(0, "You", 3), Score(1, "Juniper", 14, [("berries", 14)])],
        ["Juniper slept."],
    )


@pytest.mark.parametrize("width", [320, 900])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_scene_is_one_sound_picture(theme: str, width: float) -> None:
    picture = scene_to_svg(glade(), SHEET, theme, width)
    root = ElementTree.fromstring(picture)
    assert root.get("width") == f"{width}"
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    links = set(re.findall(r'(?:href="|url\()#([\w-]+)', picture))
    assert links <= set(ids)
    assert links == {"leaf", "bush", "hill", "seat-0", "seat-1", "crop-pond"}


def test_colours_are_written_out() -> None:
    picture = scene_to_svg(glade(), SHEET, "dark")
    assert set(re.findall(r"var\(.*?\)", picture)) == {"var(--own)"}  # one for each owner
    assert palette("dark")["table"] in picture
    assert palette("light")["table"] not in picture


def test_words_are_escaped() -> None:
    picture = scene_to_svg(glade(), SHEET)
    assert "A &lt;bush&gt;" in picture
    assert "The pond &amp; its shore" in picture


def test_small_panels_use_the_plainer_symbol() -> None:
    scene = Scene("g", "G", "", [msgspec.structs.replace(glade().panels[1], least=20, most=60)])
    assert 'href="#bush"' in scene_to_svg(scene, SHEET)


def test_a_missing_symbol_is_named() -> None:
    scene = Scene(
        "g", "G", "", [Panel("p", "P", "board", [Sprite("a", "yeti")], width=9, height=9)]
    )
    with pytest.raises(ValueError, match="no symbol 'yeti'"):
        scene_to_svg(scene, SHEET)


def test_a_tone_is_any_colour_of_the_palette_and_a_line_one_of_six() -> None:
    shapes = [
        Sprite("tile", path="M1 1H9", tone="soil-0"),
        Sprite("shadow", path="M2 2H9", tone="shade", line="none"),
        Sprite("seam", path="M3 3H9", line="seam"),
        Sprite("rim", path="M4 4H9", tone="own", line="rim", owner=2),
        Sprite("place", path="M5 5H9", tone="panel", line="dash"),
        Sprite("bed", path="M6 6H9", tone="bed", line="broad"),
        Sprite("cell", path="M7 7H9"),
        Sprite("figure", text="7", h=20, line="broad"),
    ]
    drawn = scene_to_svg(
        Scene("g", "G", "", [Panel("p", "P", "board", shapes, width=9, height=9)]), SHEET
    )
    colours = palette("light")

    def path(start: str) -> str:
        found = re.search(rf'<path d="{start}[^>]*>', drawn)
        assert found
        return found.group()

    assert f'fill="{colours["soil-0"]}" stroke="{colours["ink"]}"' in path("M1")
    assert "stroke" not in path("M2")
    assert 'fill="none"' in path("M3") and "dasharray" in path("M3")
    assert 'fill="none" stroke="var(--own)"' in path("M4")
    assert f'stroke="{colours["soft"]}"' in path("M5")
    assert f'stroke="{colours["bed"]}" stroke-width="17"' in path("M6")
    assert "stroke" not in path("M7") and 'fill="none"' in path("M7")
    assert f'<g stroke="{colours["paper"]}" stroke-width="6"' in drawn


def test_the_client_draws_every_kind_of_line() -> None:
    css = (Path(__file__).parents[2] / "web" / "src" / "styles" / "sprite.css").read_text("utf-8")
    drawn = set(re.findall(r"\.line-(\w+)", css))
    assert drawn == {kind or "ink" for kind in get_args(Line)} - {"none"}
    assert set(STROKES) == set(get_args(Line))


def test_all_themes_have_the_same_colours() -> None:
    assert palette("light").keys() == palette("dark").keys() == palette("contrast").keys()
    with pytest.raises(ValueError, match="no theme 'mauve'"):
        palette("mauve")


def test_rows_are_laid_out_as_in_the_browser() -> None:
    """The client has the same steps (web/src/board/flow.ts); both are held to these cases."""
    cases = json.loads(Path(__file__).with_name("flow_cases.json").read_text(encoding="utf-8"))
    assert len(cases) >= 40
    for case in cases:
        case["panel"]["slots"] = [tuple(slot) for slot in case["panel"]["slots"]]
        panel = Panel(id="p", title="P", sprites=[], **case["panel"])
        found, wanted = flow(panel, case["width"]), case["flow"]
        assert found.scale == pytest.approx(wanted["scale"])
        assert (found.width, found.height) == pytest.approx((wanted["width"], wanted["height"]))
        for one, two in zip(found.centres, wanted["centres"], strict=True):
            assert one == pytest.approx(tuple(two))
