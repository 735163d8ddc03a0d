"""The board of Micro Mycelium: ids that stay, spots that exist, and drawings that are there."""

from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree

import msgspec
import pytest

from spinney import players
from spinney.core.match import MatchLog
from spinney.core.rng import Rng
from spinney.drawing.builder import build_scene
from spinney.drawing.scene import Panel, Scene
from spinney.drawing.svg import scene_to_svg
from spinney.games.micro_mycelium import GAME, board
from spinney.games.micro_mycelium.components import BOX
from spinney.games.micro_mycelium.pieces import HEADINGS, VERBS
from spinney.games.micro_mycelium.words import MINUS
from tests.games.micro_mycelium.stories import Table, alone, mycelium, new_game

NAMES = ["Ash", "Birch", "Cedar", "Dogwood"]
DRAWING = board.Drawing(BOX)
USUAL = 150_000  # bytes of a scene on the wire


@cache
def sheet() -> str:
    return board.sheet(BOX)


def shown(table: Table, seat: int = 0) -> dict[str, Panel]:
    return {panel.id: panel for panel in DRAWING.panels(table.view(seat), NAMES)}


def scenes(seats: int, seed: int, **options: str) -> list[Scene]:
    """Every position of a game of computer players, as whoever is to move sees it."""
    match = MatchLog(GAME, GAME.choose(options), seats, seed)
    rng = Rng(seed)
    found = []
    while not match.over:
        seat = match.seats_to_act[-1]
        found.append(build_scene(GAME, match.view(seat), NAMES))
        match.act(seat, players.greedy(GAME, match.view(seat), rng))
    found.append(build_scene(GAME, match.view(0), NAMES))
    return found


def test_a_player_may_be_called_own() -> None:
    """The market of such a player was once mixed up with a viewer's own one."""
    table, names = mycelium("blue m6 0,0", market="m3 rock ."), ["own", "own"]
    views = [table.view(seat) for seat in (0, 1, -1)]
    alone = [board.Drawing(BOX).panels(view, names) for view in views]
    drawing = board.Drawing(BOX)
    assert [drawing.panels(view, names) for view in views] == alone


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_everything_that_is_drawn_is_on_the_sheet(seats: int) -> None:
    symbols = set(re.findall(r'<symbol id="([^"]+)"', sheet())) | {f"seat-{s}" for s in range(4)}
    for scene in scenes(seats, 4, advanced="true"):
        for panel in scene.panels:
            sprites = panel.sprites + [s for reveal in panel.reveals for s in reveal.sprites]
            assert {s.art for s in sprites if s.art} <= symbols
            assert not panel.backdrop or panel.backdrop in symbols
        ghosts = [ghost for move in scene.moves for ghost in move.ghosts]
        assert {ghost.art for ghost in ghosts if ghost.art} <= symbols
        assert {ghost.id.split("/")[0] for ghost in ghosts} <= {p.id for p in scene.panels}
        for move in scene.moves:
            assert len({ghost.id for ghost in move.ghosts}) == len(move.ghosts)


def test_the_sheet_is_well_formed_and_refers_to_itself() -> None:
    root = ElementTree.fromstring(f"<svg>{sheet()}</svg>")
    ids = [symbol.attrib["id"] for symbol in root]
    assert len(set(ids)) == len(ids)
    used = set(re.findall(r'href="#([^"]+)"', sheet()))
    assert used <= set(ids) | {f"seat-{s}" for s in range(4)}
    assert "cover" in ids


def test_scenes_stay_small() -> None:
    sizes = [len(msgspec.json.encode(scene)) for scene in scenes(4, 2, advanced="true")]
    assert max(sizes) < USUAL


def test_a_tile_keeps_its_id_on_its_way_into_the_field() -> None:
    table = mycelium("blue m6 0,0", market="m3 rock .", piles={0: ""})
    before = shown(table)
    assert "green:m3" in {s.id for s in before["market"].sprites}
    table.do("lay tile=m3 q=1 r=0 turn=2")
    after = shown(table)
    (tile,) = [s for s in after["field"].sprites if s.id == "green:m3"]
    assert tile.art == "tile-0-m3-2"
    assert "green:m3" not in {s.id for s in after["market"].sprites}


def test_a_ghost_lies_where_the_tile_will_lie() -> None:
    table = mycelium("blue m6 0,0", market="m3 rock .", piles={0: ""})
    move = VERBS.parse("lay tile=m3 q=0 r=-1 turn=4")
    spots = board.spots(table.view(0), move)
    assert spots.spots == {"green:m3": 1, "gap:0,-1": 1}
    (ghost,) = spots.ghosts
    (gap,) = [s for s in shown(table)["field"].sprites if s.id == "gap:0,-1"]
    assert (ghost.x, ghost.y, ghost.art) == (gap.x, gap.y, "tile-0-m3-4")


def test_turns_of_a_tile_share_their_spots() -> None:
    """So that a dial turns it."""
    table = mycelium("blue m6 0,0", market="m3 . .")
    scene = build_scene(GAME, table.view(0), NAMES)
    there = [move for move in scene.moves if "gap:1,0" in move.spots]
    assert len(there) == 6
    assert len({tuple(move.spots) for move in there}) == 1
    assert all(move.ghosts for move in there)


def test_holes_look_like_holes() -> None:
    ring = "; ".join(f"blue rock {q},{r}" for q, r in HEADINGS)
    field = shown(mycelium(ring))["field"]
    tones = {s.id: s.tone for s in field.sprites if s.id.startswith("gap:")}
    assert tones["gap:0,0"] == "abyss"
    assert set(tones.values()) == {"abyss", "soil-3"}


def test_spores_drift_only_from_free_sides() -> None:
    field = shown(mycelium("green m6 0,0; blue rock 1,0; blue m1 0,1 1"))["field"]
    drifts = {s.id: s.path.count("M") for s in field.sprites if s.id.startswith("drift")}
    assert drifts == {"drift:green": 3 * 4, "drift:blue": 3}


def test_roots_are_marked_as_free_where_they_score() -> None:
    """R6.1 with spores=all; and the picture of another option is not shown again."""
    tiles = "green m6 0,0; blue rock 1,0; blue m1 0,1 1"
    for spores, marks in (("one", (4, 1)), ("all", (4, 4)), ("two", (4, 1))):
        field = shown(mycelium(tiles, spores=spores))["field"]
        drifts = {s.id: s.path.count("M") for s in field.sprites if s.id.startswith("drift")}
        assert drifts == {"drift:green": 3 * marks[0], "drift:blue": 3 * marks[1]}


def test_what_touches_is_shown_on_demand() -> None:
    field = "green stump 0,0; green m1 1,0 3; blue m1 -1,0 3; green flower 0,1; blue m2 0,2 1"
    (reveal,) = shown(mycelium(field))["field"].reveals
    assert sorted(s.art for s in reveal.sprites) == ["link-2", "link-2", "link-3"]
    pair = "green m6 0,0; green m6 1,0"
    assert shown(mycelium(pair))["field"].reveals == []
    (reveal,) = shown(mycelium(pair, advanced=True))["field"].reveals
    assert [s.art for s in reveal.sprites] == ["link-1"]


def test_before_the_first_turn_others_show_only_a_back() -> None:
    table = new_game(1, 3)
    table.do("choose tile=rock", seat=1)
    panels = shown(table)
    assert [s.art for s in panels["market1"].sprites] == ["back-1"]
    assert [s.id for s in panels["market"].sprites] == ["green:stump", "green:flower", "green:rock"]
    assert {s.look for s in shown(table, 1)["market"].sprites} == {"dim", ""}


def test_spectators_see_all_markets_and_own_none() -> None:
    panels = shown(mycelium("blue m6 0,0"), -1)
    assert list(panels) == ["field", "market0", "market1"]


def test_alone_rows_and_columns_are_there_to_be_picked() -> None:
    panels = shown(alone("green m1 0,0", markets={2: "m1 . m2"}))
    assert list(panels) == ["field", "markets", "merits"]
    spots = {s.spot for s in panels["markets"].sprites if s.spot}
    assert spots == {"row:green", "row:blue", "row:red", "row:yellow"} | {
        f"column:{slot}" for slot in (1, 2, 3)
    }
    assert "empty2.1" in {s.id for s in panels["markets"].sprites}


def test_alone_scores_stand_side_by_side() -> None:
    texts = [
        s.text for s in shown(alone("green m6 0,0; blue rock 1,0"))["markets"].sprites if s.text
    ]
    assert texts == ["5", "most", "0", f"{MINUS}5", "0", f"{MINUS}5", "0", f"{MINUS}5"]
    field = shown(alone("green m6 0,0"))["field"]
    assert [(c.id, c.value, c.of) for c in field.counters] == [("merits", 0, 5), ("apart", 6, 0)]


def test_merits_are_laid_out() -> None:
    """Ten and more are there to be seen, too."""
    for merits in (0, 4, 12):
        panel = shown(alone("green m6 0,0", merits=merits))["merits"]
        assert len([s for s in panel.sprites if not s.look]) == merits
        assert panel.notes[0].text == "Fungi Five-Star"
        assert len(panel.sprites) == max(9, merits)


def test_a_draft_shows_which_tiles_it_takes() -> None:
    table = alone("green rock 0,0", markets={0: "m1 m2 .", 1: "m3 . ."})
    scene = build_scene(GAME, table.view(0), NAMES)
    (row,) = [move for move in scene.moves if move.id == "row set=green"]
    tiles = {s.id: (s.x, s.y) for s in shown(table)["markets"].sprites if ":" in s.id}
    assert [(g.x, g.y) for g in row.ghosts] == [tiles["green:m1"], tiles["green:m2"]]


@pytest.mark.parametrize("seats", [1, 4])
def test_a_picture_without_a_browser(seats: int) -> None:
    scene = scenes(seats, 3)[-4]
    svg = scene_to_svg(scene, sheet())
    ElementTree.fromstring(svg)
    assert "The field" in svg
