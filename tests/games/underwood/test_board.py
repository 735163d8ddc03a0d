"""The board of Underwood: ids, spots, what is shown of majorities, stacks, trees; and its art."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from xml.etree import ElementTree

import msgspec
import pytest

from spinney.core.rng import Rng
from spinney.core.state import Moves
from spinney.drawing.builder import build_scene
from spinney.drawing.scene import Panel, Sprite
from spinney.drawing.shared_art import seat_marks
from spinney.drawing.svg import scene_to_svg
from spinney.games.underwood import GAME
from spinney.games.underwood.art import plates
from spinney.games.underwood.components import COMPONENTS
from spinney.games.underwood.outline import centre, loops, outline, seams
from spinney.games.underwood.pieces import VARIANTS, VERBS
from tests.games.underwood.stories import Table, new_game, underwood

NAMES = ("Hazel", "Juniper", "Ash", "Rowan")
FLOOR = """
     B B
    A A B
     C A
"""
TOKENS = """
     - -
    - a -
     C b
"""


def shown(table: Table, seat: int = 0) -> dict[str, Panel]:
    return {panel.id: panel for panel in GAME.board.panels(table.view(seat), NAMES)}


def sprite(panel: Panel, id: str) -> Sprite:
    return next(one for one in panel.sprites if one.id == id)


def playthrough(seed: int, **options: str) -> Iterator[Table]:
    """Every position of a game of random moves."""
    table, rng = new_game(seed, 2 + seed % 3, **options), Rng(seed)
    while not table.over:
        yield table
        moves = Moves().of(table.state, table.turn)
        table.state.apply(table.turn, moves[rng.below(len(moves))])
    yield table


def test_tables_of_other_variants_are_not_mixed_up() -> None:
    """The same floor, and trees to plant on it (saplings) or beside it (mycorrhiza)."""
    saplings = new_game(1, 2, variant="saplings").view(0)
    beside = msgspec.structs.replace(saplings, variant="mycorrhiza")
    assert saplings.phase == "planting"
    views = [saplings, beside]
    alone = [GAME.reprint(COMPONENTS.read_bytes()).board.panels(seen, NAMES) for seen in views]
    assert alone[0] != alone[1]
    for order in ([0, 1], [1, 0]):
        board = GAME.reprint(COMPONENTS.read_bytes()).board
        for one in order:
            assert board.panels(views[one], NAMES) == alone[one], order


@cache
def symbols() -> set[str]:
    return set(re.findall(r'<symbol id="([\w-]+)"', GAME.board.sheet() + seat_marks()))


@pytest.mark.parametrize("options", [{"variant": v} for v in VARIANTS] + [{"layout": "built"}])
def test_ids_are_unique_spots_exist_and_every_picture_is_in_the_sheet(
    options: dict[str, str],
) -> None:
    for number, table in enumerate(playthrough(5, **options)):
        if number % 4:
            continue
        panels = GAME.board.panels(table.view(table.turn), NAMES)
        sprites = [s for panel in panels for s in panel.sprites]
        assert max(Counter(s.id for s in sprites).values()) == 1
        revealed = [s for panel in panels for reveal in panel.reveals for s in reveal.sprites]
        assert {s.art for s in sprites + revealed} <= symbols() | {""}
        named = {s.reveal for s in sprites} - {""}
        assert named <= {reveal.id for panel in panels for reveal in panel.reveals}
        there = {s.spot for s in sprites}
        for move in [] if table.over else Moves().of(table.state, table.turn):
            spots = GAME.board.spots(table.view(table.turn), move)
            assert set(spots.spots) <= there, VERBS.format(move)
            assert {ghost.art for ghost in spots.ghosts} <= symbols()


def test_a_usual_scene_is_small_on_the_wire() -> None:
    sizes = []
    for table in playthrough(4):
        if not table.over:
            sizes.append(len(msgspec.json.encode(build_scene(GAME, table.view(table.turn), NAMES))))
    assert max(sizes) < 60_000


def test_a_tile_says_who_leads_and_by_what() -> None:
    panels = shown(underwood(FLOOR, TOKENS, seats=3, supply=[9, 9, 9]))
    board = panels["board"]
    label = sprite(board, "tile:3").label
    assert label == "Tile 3 (bar), 1 space: led by Ash with 1 mushroom. 6 red mushroom"
    assert (sprite(board, "rim:3").owner, sprite(board, "lead:3").art) == (2, "seat-2")
    assert ": a tie. " in sprite(board, "tile:1").label
    ids = {one.id for one in board.sprites}
    assert "rim:1" not in ids and "lead:2" not in ids


def test_only_mycelia_that_may_grow_are_chosen() -> None:
    table = underwood(FLOOR, TOKENS, seats=3, supply=[9, 9, 9])
    spots = [one.spot for one in shown(table)["board"].sprites if one.spot.startswith("space:")]
    assert spots == ["space:4"]


def test_what_a_move_would_place_is_seen_before() -> None:
    table = underwood(FLOOR, TOKENS, seats=3, supply=[9, 9, 9])
    spots = GAME.board.spots(table.view(0), VERBS.parse("grow space=4 tile=1"))
    assert spots.spots == {"space:4": 1, "tile:1": 1}
    assert [ghost.id for ghost in spots.ghosts] == ["board/3", "board/7"]


def test_a_stack_counts_its_tokens_and_shows_them_on_demand() -> None:
    board = shown(underwood(FLOOR, TOKENS, seats=3, stacks={5: "abca"}))["board"]
    top = max((one for one in board.sprites if one.count > 0), key=lambda one: one.z)
    assert (top.count, top.reveal, top.art) == (4, "stacks", "mycel-0")
    reveal = next(one for one in board.reveals if one.id == "stacks")
    assert [one.art for one in reveal.sprites] == ["mycel-0", "mycel-1", "mycel-2", "mycel-0"]


def test_numbers_are_shown_on_demand() -> None:
    reveals = {one.id: one for one in shown(underwood(FLOOR, TOKENS, seats=3))["board"].reveals}
    assert [one.text for one in reveals["spaces"].sprites] == list("1234567")
    assert sorted(one.text for one in reveals["tiles"].sprites) == list("123")


def test_a_supply_shows_own_tokens_and_those_of_others() -> None:
    table = underwood(FLOOR, TOKENS, seats=3, supply=[5, 9, 9], won=[2, 0, 0])
    panel = shown(table)["supply0"]
    assert Counter(one.art for one in panel.sprites) == Counter({"mycel-0": 5, "mycel-1": 2})
    assert [(one.label, one.value) for one in panel.counters] == [("in supply", 5), ("won", 2)]


def test_a_token_keeps_its_family_from_the_supply_to_the_board_and_when_it_grows() -> None:
    table = underwood(FLOOR, TOKENS, seats=3, supply=[9, 9, 9])
    before = sprite(shown(table)["board"], "token-0.40")
    assert before.art == "mycel-0"
    table.do("grow space=4 tile=1")
    assert sprite(shown(table)["board"], "token-0.40").art == "shroom-0"
    assert sprite(shown(table)["board"], "token-0.30").art == "mycel-0"


def test_trees_are_ringed_by_who_leads_around_them() -> None:
    table = new_game(3, 2, variant="mycorrhiza")
    while table.phase != "growing":
        table.do(table.moves()[0])
    board = shown(table)["board"]
    trees = [one for one in board.sprites if one.art == "tree"]
    assert len(trees) == 4
    for i, tree in enumerate(trees):
        owner = table.tree_owner(i)
        assert (f"rim:tree{i}" in {one.id for one in board.sprites}) is (owner >= 0)
        assert ("led by nobody" in tree.label) is (owner < 0)


def test_tiles_and_trees_that_wait_lie_beside_the_board() -> None:
    laying = shown(new_game(3, 2, layout="built"))
    assert len(laying["bag"].sprites) == 10
    planting = shown(new_game(3, 2, variant="saplings"))
    assert [one.art for one in planting["trees"].sprites] == ["tree"] * 4


def test_the_board_is_written_down_before_and_after_the_game() -> None:
    table = new_game(3, 2)
    assert shown(table)["board"].notes[0].title == "This board as text:"
    while table.phase == "starting":
        table.do(table.moves()[0])
    assert shown(table)["board"].notes == []


def test_what_did_not_change_is_not_drawn_again() -> None:
    table = new_game(3, 3)
    before = shown(table, 0)
    assert shown(table, 1)["board"] is before["board"]
    mover = table.turn
    table.do(table.moves()[0])
    after = shown(table, 0)
    for seat in range(3):
        assert (after[f"supply{seat}"] is before[f"supply{seat}"]) is (seat != mover)


@pytest.mark.parametrize("width", [360, 900])
def test_a_table_is_one_sound_picture(width: float) -> None:
    table = new_game(2, 4, variant="ant_trail")
    for _ in range(30):
        table.do(table.moves()[0])
    scene = build_scene(GAME, table.view(table.turn), NAMES, ["Juniper grew."])
    picture = scene_to_svg(scene, GAME.board.sheet(), width=width)
    root = ElementTree.fromstring(picture)
    ids = {element.get("id") for element in root.iter()}
    assert set(re.findall(r'href="#([\w-]+)"', picture)) <= ids


# --------------------------------------------------------------------------------------- outlines
def test_a_ring_of_hexagons_has_two_outlines() -> None:
    ring = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    assert sorted(len(loop) for loop in loops(ring)) == [6, 18]
    assert outline(ring).count("Z") == 2


def test_neighbouring_hexagons_lie_side_by_side() -> None:
    (x, y), (u, v) = centre((0, 0)), centre((1, 0))
    assert (round(u - x), v - y) == (76, 0)
    assert seams([(0, 0), (1, 0)]).count("M") == 1


# ------------------------------------------------------------------------------------------- art
def test_the_drawings_are_those_of_the_plates() -> None:
    files = {path.name: path.read_text("utf-8") for path in plates.HERE.glob("*.svg")}
    assert files == plates.prints(), "print them: python -m spinney.games.underwood.art.plates"


def test_the_sheet_is_sound_and_complete() -> None:
    root = ElementTree.fromstring(f"<svg>{GAME.board.sheet()}</svg>")
    ids = [symbol.get("id") for symbol in root]
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([\w-]+)"', GAME.board.sheet())) <= set(ids)
    assert {f"form-{number}" for number in range(1, 20)} <= set(ids)


def test_the_cover_bears_the_name_of_the_game() -> None:
    covers = [
        text for text in GAME.board.sheet().split("</symbol>") if '<symbol id="cover"' in text
    ]
    assert len(covers) == 1 and 'viewBox="0 0 300 400"' in covers[0]
    assert f">{GAME.title}</text>" in covers[0]
