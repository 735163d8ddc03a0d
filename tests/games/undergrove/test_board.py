"""The board of Undergrove: ids that stay, spots that exist, and drawings that match their files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from xml.etree import ElementTree

import msgspec
import pytest

from spinney.core.rng import Rng
from spinney.core.state import Moves
from spinney.drawing.builder import build_scene
from spinney.drawing.scene import Panel, Spots, Sprite
from spinney.drawing.svg import scene_to_svg
from spinney.games.undergrove import GAME, board
from spinney.games.undergrove.art import species
from spinney.games.undergrove.components import BOX
from spinney.games.undergrove.rules.moves import VERBS
from tests.games.undergrove.stories import Table, new_game, undergrove

NAMES = ("Hazel", "Juniper", "Ash", "Linden")
DRAWING = board.Drawing(BOX)


@cache
def sheet() -> str:
    return board.sheet(BOX)


def shown(table: Table, seat: int = 0) -> dict[str, Panel]:
    return {panel.id: panel for panel in DRAWING.panels(table.view(seat), NAMES)}


def test_other_tables_are_not_mixed_up() -> None:
    """The same trees: alone against two of the AI, less of whose Seedlings count; among three."""
    corners = ["0,0", "0,1", "1,1", "2,0", "2,1", "0,2"]
    alone = undergrove(seats=1, others=[{"plants": corners}, {}], keep=5).view(0)
    assert alone.solo is not None
    easy = msgspec.structs.replace(alone, solo=msgspec.structs.replace(alone.solo, keep=4))
    firs = [msgspec.structs.replace(fir, progress=[0] * 3, goals=[0] * 3) for fir in alone.firs]
    three = msgspec.structs.replace(alone, seats=3, solo=None, firs=firs)
    views = [alone, easy, three]
    cold = [board.Drawing(BOX).panels(view, NAMES) for view in views]
    for order in permutations(range(3)):
        drawing = board.Drawing(BOX)
        for one in order:
            assert drawing.panels(views[one], NAMES) == cold[one], order
    assert cold[0] != cold[1]


def sprites(panel: Panel, start: str) -> list[Sprite]:
    return [sprite for sprite in panel.sprites if sprite.id.startswith(start)]


def touched(table: Table, words: str) -> Spots:
    return board.spots(BOX, table.view(table.turn), VERBS.parse(words))


def playthrough(seats: int, seed: int, length: int = 160) -> Iterator[Table]:
    """Every third position of a game of random moves."""
    table, rng = new_game(seats, seed), Rng(seed)
    for step in range(length):
        if table.over:
            return
        if step % 3 == 0:
            yield table
        moves = Moves().of(table.state, table.turn)
        table.state.apply(table.turn, moves[rng.below(len(moves))])


# ---------------------------------------------------------------- laws of the board


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_ids_are_unique_and_every_picture_is_in_the_sheet(seats: int) -> None:
    symbols = set(re.findall(r'<symbol id="([\w-]+)"', sheet())) | {""}
    symbols |= {f"seat-{seat}" for seat in range(4)}
    for table in playthrough(seats, seats):
        for seat in (-1, table.turn):
            panels = DRAWING.panels(table.view(seat), NAMES)
            drawn = [s for p in panels for s in p.sprites]
            drawn += [s for p in panels for r in p.reveals for s in r.sprites]
            assert max(Counter(s.id for s in drawn).values()) == 1
            assert {s.art for s in drawn} <= symbols
            assert {p.backdrop for p in panels} <= symbols
            assert {mark for p in panels for note in p.notes for mark in note.marks} <= symbols
            assert all(s.slot < len(p.slots) for p in panels for s in p.sprites)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_scene_is_small(seats: int) -> None:
    for table in playthrough(seats, 10 + seats):
        scene = build_scene(GAME, table.view(table.turn), NAMES)
        assert len(msgspec.json.encode(scene)) < 90_000


@pytest.mark.parametrize("width", [360, 900])
def test_a_table_is_one_sound_picture(width: float) -> None:
    table = undergrove(
        seats=3,
        forest="mouse_trich@1,1 panthercap@2,0 candy_cap@-1,1",
        filled="panthercap*3",
        plants=["1,0 tree earthlover fly_agaric", "2,1 mouse_trich +2"],
        bonus={"first": "two"},
        hand="king_bolete pigs_ears crested_coral",
    )
    scene = build_scene(GAME, table.view(0), NAMES, ["Juniper photosynthesized."])
    picture = scene_to_svg(scene, GAME.board.sheet(), width=width)
    root = ElementTree.fromstring(picture)
    ids = {element.get("id") for element in root.iter()}
    assert set(re.findall(r'href="#([\w-]+)"', picture)) <= ids
    assert not re.findall(r"var\(--(?!own)", picture), "only the owner's colour is set later"


def test_what_did_not_change_is_not_drawn_again() -> None:
    table = undergrove(seats=3, hand="king_bolete candy_cap earthfan")
    before = shown(table, 2)
    table.photosynthesize()
    after = shown(table, 2)
    assert after["forest"] is before["forest"]
    assert after["hand"] is before["hand"]
    assert after["fir0"] is not before["fir0"]


# ---------------------------------------------------------------- what a seat sees


def test_hands_and_bonus_tiles_of_others_stay_hidden() -> None:
    table = undergrove(hand="king_bolete", bonus={"first": "two"})
    own, others = shown(table, 0), shown(table, 1)
    assert [s.id for s in own["hand"].sprites] == ["tile.king_bolete"]
    assert sprites(own["mine"], "bonus")[0].art == "bonus-two"
    assert sprites(others["fir0"], "bonus")[0].art == "bonus-back"
    assert not any("king_bolete" in s.id for p in others.values() for s in p.sprites)


def test_a_spectator_can_choose_nothing_of_anybodys() -> None:
    panels = shown(undergrove(), -1)
    assert list(panels) == ["forest", "fir0", "fir1", "track", "goals"]
    assert not any(s.spot for name in ("fir0", "fir1") for s in panels[name].sprites)


def test_brown_and_tan_have_boards_and_a_card() -> None:
    table = undergrove(seats=1, deck="a01 a02 b01")
    panels = shown(table)
    assert panels["fir1"].title == "Brown" and panels["fir2"].title == "Tan"
    assert {c.label for c in panels["fir1"].counters} == {"points", "focus"}
    assert panels["card"].counters[0].value == 3


def test_a_mushroom_is_the_same_sprite_in_the_hand_and_in_the_forest() -> None:
    table = undergrove(hand="king_bolete", cubes="C P P N")
    assert sprites(shown(table)["hand"], "tile.king_bolete")
    table.do("reproduce", "lay mushroom=king_bolete x=1 y=1")
    assert sprites(shown(table)["forest"], "tile.king_bolete")
    assert not sprites(shown(table)["hand"], "tile.king_bolete")


def test_places_for_tiles_are_shown_while_one_is_laid() -> None:
    table = undergrove(hand="king_bolete", cubes="C P P N")
    assert not sprites(shown(table)["forest"], "gap")
    narrow = shown(table)["forest"].width
    table.do("reproduce")
    assert len(sprites(shown(table)["forest"], "gap")) == 8
    assert shown(table)["forest"].width > narrow
    assert not sprites(shown(table, 1)["forest"], "gap")


def test_quarters_open_for_the_roots_of_ones_plants() -> None:
    table = undergrove(plants=["1,0 earthlover"], cubes="C K K", forest="king_bolete@1,-1")
    table.do("partner")
    opened = {s.spot for s in sprites(shown(table)["forest"], "open")}
    assert opened == {
        "quarter:pacific_golden_chanterelle:se",
        "quarter:fly_agaric:nw",
        "quarter:king_bolete:sw",
    }


def test_closed_corners_are_marked() -> None:
    forest = shown(undergrove(blocked="nw se"))["forest"]
    assert {s.id for s in sprites(forest, "closed")} == {"closed.nw", "closed.se"}


def test_carbon_shows_how_far_it_is_from_ones_roots() -> None:
    table = undergrove(plants=["1,0 earthlover"], carbon="fly_agaric*2 earthlover king_bolete",
                       forest="king_bolete@2,0")  # fmt: skip
    reveal = next(r for r in shown(table)["forest"].reveals if r.id == "reach")
    said = {s.id: s.text for s in reveal.sprites}
    assert said == {
        "reach.fly_agaric": "1 step",
        "reach.earthlover": "here",
        "reach.king_bolete": "2 steps",
    }


def test_variable_values_are_shown_as_they_are() -> None:
    forest = shown(undergrove(forest="mouse_trich@1,1 panthercap@2,0", filled="panthercap*4"))
    worth = {s.id: s.art for s in sprites(forest["forest"], "worth")}
    assert worth == {"worth.mouse_trich": "leaf-3", "worth.panthercap": "leaf-5"}
    assert len(sprites(forest["forest"], "filled.panthercap")) == 4


def test_goals_are_notes_with_everybodys_progress() -> None:
    table = undergrove(seats=2, goals="red_vole/a douglas_fir_spittlebug/b banana_slug/b")
    texts = [note.text for note in shown(table)["goals"].notes]
    assert texts[0] == "Trees: 1 → 1, 2 → 2, 3 → 4. Hazel 0, Juniper 0."
    assert texts[1] == "Roots in the forest: 1st 9, 2nd 5. Hazel 1 (7), Juniper 1 (7)."


def test_discs_stand_on_stones_and_green_spaces() -> None:
    table = undergrove(stone=3, others=[{"stone": 9, "space": "points"}])
    discs = {s.id: s.slot for s in sprites(shown(table)["track"], "disc")}
    assert discs == {"disc.0": 3, "disc.1": 13}


# ---------------------------------------------------------------- spots


def test_absorbing_names_the_source_and_the_seedling_with_the_way_between() -> None:
    table = undergrove(plants=["1,0 earthlover"])
    said = touched(table, "absorb source=fly_agaric mushroom=earthlover corner=ne")
    assert said.spots == {"tile:fly_agaric": 1, "plant:1,0": 1}
    assert said.aims == ["tile:earthlover"]
    assert said.lines == [("tile:fly_agaric", "tile:earthlover"), ("tile:earthlover", "plant:1,0")]


def test_laying_shows_the_tile_in_its_place() -> None:
    table = undergrove(hand="king_bolete", cubes="C P P N")
    table.do("reproduce")
    said = touched(table, "lay mushroom=king_bolete x=1 y=1")
    assert said.spots == {"hand:king_bolete": 1, "place:1,1": 1}
    ghost = said.ghosts[0]
    gap = next(s for s in shown(table)["forest"].sprites if s.spot == "place:1,1")
    assert (ghost.art, ghost.x, ghost.y) == ("tile-king_bolete", gap.x, gap.y)


@pytest.mark.parametrize(
    ("words", "spots"),
    [
        ("activate mushroom=fly_agaric", {"tile:fly_agaric": 1}),
        (
            "activate mushroom=suede_bolete copy=king_bolete",
            {"tile:suede_bolete": 1, "tile:king_bolete": 1},
        ),
        ("partner", {"act:partner": 1}),
        ("photosynthesize nitrogen=2", {"act:photosynthesize": 1}),
        ("root mushroom=fly_agaric corner=nw", {"quarter:fly_agaric:nw": 1}),
        ("pay part=ring", {"token:ring": 1}),
        ("pay part=n", {"cube:n": 1}),
        ("gain n=2 k=1", {"cube:n": 1, "cube:k": 1}),
        ("trade give=n take=p", {"cube:n": 1, "cube:p": 1}),
        ("discard mushroom=king_bolete", {"hand:king_bolete": 1}),
        ("bonus stone=first", {"bonus:first": 1}),
        ("keep tile=two", {"keep:two": 1}),
        ("claim space=mix", {"space:mix": 1}),
        ("ready token=gills", {"token:gills": 1}),
        ("stop", {}),
    ],
)
def test_what_a_move_touches(words: str, spots: dict[str, int]) -> None:
    assert touched(undergrove(), words).spots == spots


# ---------------------------------------------------------------- art


def test_the_drawings_are_those_of_the_plates() -> None:
    files = {path.name: path.read_text("utf-8") for path in species.HERE.glob("*.svg")}
    assert files == species.prints(), "print: python -m spinney.games.undergrove.art.species"


def test_there_is_a_drawing_of_every_mushroom() -> None:
    assert {f"{kind}.svg" for kind in BOX.mushrooms} | {"lid.svg"} == species.prints().keys()


def test_the_sheet_is_sound_and_complete() -> None:
    root = ElementTree.fromstring(f"<svg>{sheet()}</svg>")
    ids = [symbol.get("id") for symbol in root]
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([\w-]+)"', sheet())) <= set(ids)


def test_the_cover_bears_the_name_of_the_game() -> None:
    covers = [text for text in sheet().split("</symbol>") if '<symbol id="cover"' in text]
    assert len(covers) == 1
    assert 'viewBox="0 0 300 400"' in covers[0]
    assert f">{GAME.title}</text>" in covers[0]


def test_a_corrected_box_prints_corrected_tiles() -> None:
    agaric = msgspec.structs.replace(BOX.mushrooms["fly_agaric"], name="Red Agaric")
    mushrooms = BOX.mushrooms | {"fly_agaric": agaric}
    assert "Red Agaric" in board.sheet(msgspec.structs.replace(BOX, mushrooms=mushrooms))
    assert "Red Agaric" not in sheet()
