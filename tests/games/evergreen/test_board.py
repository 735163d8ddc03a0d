"""The board of Evergreen: spots that exist, light that is seen, drawings that match their files."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import permutations
from xml.etree import ElementTree

import msgspec
import pytest

from spinney.core.rng import Rng
from spinney.core.state import Moves
from spinney.drawing.builder import build_scene
from spinney.drawing.scene import Panel
from spinney.drawing.svg import scene_to_svg
from spinney.games.evergreen import GAME, game
from spinney.games.evergreen.art import plates
from spinney.games.evergreen.components import BOX, COMPONENTS
from tests.games.evergreen.stories import VERBS, Table, evergreen, new_game

NAMES = ("Hazel", "Juniper", "Ash", "Rowan")


@cache
def sheet() -> str:
    return GAME.board.sheet()


def shown(table: Table, seat: int = 0) -> dict[str, Panel]:
    return {panel.id: panel for panel in GAME.board.panels(table.view(seat), NAMES)}


def ids(panel: Panel) -> set[str]:
    return {sprite.id for sprite in panel.sprites}


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_ids_are_unique_and_every_picture_is_in_the_sheet(seats: int) -> None:
    symbols = set(re.findall(r'<symbol id="([\w-]+)"', sheet()))
    symbols |= {f"seat-{seat}" for seat in range(4)}
    table, rng = new_game(seats, seats), Rng(seats)
    while not table.over:
        moves = Moves().of(table.state, table.turn)
        table.state.apply(table.turn, moves[rng.below(len(moves))])
        for seat in (-1, 0):
            panels = GAME.board.panels(table.view(seat), NAMES)
            sprites = [s for panel in panels for s in panel.sprites]
            sprites += [s for panel in panels for reveal in panel.reveals for s in reveal.sprites]
            assert max(Counter(s.id for s in sprites).values()) == 1
            assert {s.art for s in sprites} | {s.small for s in sprites} <= symbols | {""}
            assert {c.art for panel in panels for c in panel.counters} <= symbols | {""}
            assert all(s.slot < len(p.slots) for p in panels for s in p.sprites)


def test_every_space_can_be_chosen_but_crevices() -> None:
    cells = [s for s in shown(evergreen())["planet0"].sprites if s.id.startswith("cell.")]
    assert len(cells) == 52
    assert sorted(s.id for s in cells if not s.spot) == ["cell.c3", "cell.c6", "cell.f3", "cell.f6"]


def test_a_space_says_what_is_there() -> None:
    table = evergreen(planet="small@d4 small@d5 lake@a5")
    labels = {s.id: s.label for s in shown(table)["planet0"].sprites}
    assert labels["cell.d4"] == "D4 (Rock), small tree, in the light"
    assert labels["cell.d5"] == "D5 (Flowers), small tree, in shadow"
    assert labels["cell.a5"] == "A5 (Flowers), lake"
    assert labels["cell.c3"] == "C3 (crevice)"
    assert labels["cell.e8"] == "E8 (Grassland), empty"


def test_trees_throw_their_shadows_as_far_as_the_planet_goes() -> None:
    table = evergreen(planet="big@d4 small@c8 bush@a5", sun="top")
    panel = shown(table)["planet0"]
    shades = [s for s in panel.sprites if s.tone == "shade"]
    assert [s.id for s in shades] == ["p0.shade.d4"], "below C8 there is no planet"
    assert shades[0].turn == 90
    assert {s.text for s in panel.sprites if s.id.startswith("p0.lit")} == {"1", "2"}


def test_points_of_light_and_forest_are_shown_as_they_are_now() -> None:
    panel = shown(evergreen(planet="big@d4 small@d5 bush@e5"))["planet0"]
    assert {c.label: c.value for c in panel.counters} == {"light now": 2, "forest now": 3}


def test_the_sun_reveals_the_light_of_the_next_season() -> None:
    table = evergreen(planet="small@d4 small@e4", sun="top")
    panel = shown(table)["planet0"]
    ahead, forest = panel.reveals
    assert (ahead.label, forest.label) == ("Light of Summer: 1", "Biggest forest: 2")
    sun = next(s for s in panel.sprites if s.id == "p0.sun")
    assert sun.reveal == ahead.id
    assert [s.id for s in forest.sprites] == ["p0.forest.d4", "p0.forest.e4"]
    winter = shown(evergreen(planet="small@d4", season="winter"))["planet0"]
    assert [reveal.label for reveal in winter.reveals] == ["Biggest forest: 1"]


def test_nobody_s_work_is_drawn_before_the_round_is_over() -> None:
    table = evergreen(card="swamp-sprout", seats=2)
    before = shown(table, 1)["planet0"]
    table.do("act action=a", "plant space=f2", seat=0)
    assert shown(table, 1)["planet0"] is before, "not even drawn again"
    assert "p0.f2" in ids(shown(table, 0)["planet0"])


def test_the_pool_and_what_was_picked() -> None:
    table = evergreen(pool="wild-bush snow-lake wheat-sprout rock-bud", seats=3)
    table.do("pick card=snow-lake")
    cards = shown(table, 1)["cards"]
    assert [s.spot for s in cards.sprites if s.spot] == [
        "card:wild-bush",
        "card:wheat-sprout",
        "card:rock-bud",
    ]
    star = next(s for s in cards.sprites if s.id == "token")
    assert star.slot == 0
    assert "picked.0" in ids(cards) and "picked.1" not in ids(cards)


def test_a_spectator_can_choose_nothing() -> None:
    panels = shown(evergreen(seats=2), -1)
    assert list(panels) == ["cards", "planet0", "planet1", "zone"]
    assert not any(s.spot for panel in panels.values() for s in panel.sprites)


def test_who_looked_before_changes_nothing() -> None:
    """To a spectator the first planet is the board; to a player it is one of the others."""
    views = [evergreen(seats=3).view(seat) for seat in (-1, 0, 1, 2)]
    alone = [game(COMPONENTS.read_bytes()).board.panels(view, NAMES) for view in views]
    for order in permutations(range(len(views))):
        board = game(COMPONENTS.read_bytes()).board
        for viewer in order:
            assert board.panels(views[viewer], NAMES) == alone[viewer], order
    areas = [[panel.area for panel in panels if panel.id == "planet0"] for panels in alone]
    assert areas == [["board"], ["board"], ["other"], ["other"]]


def test_covered_fertility_is_faint() -> None:
    zone = shown(evergreen(zone="snow-sprout snow-big snow-bush", flipped="snow-sprout"))["zone"]
    looks = {s.id: s.look for s in zone.sprites if s.id.startswith("zone.snow-")}
    assert looks == {
        "zone.snow-sprout.0": "dim",
        "zone.snow-sprout.1": "dim",
        "zone.snow-big.0": "",
        "zone.snow-bush.0": "",
        "zone.snow-bush.1": "",
    }


@pytest.mark.parametrize(
    ("do", "words", "spot", "ghost"),
    [
        ([], "act action=c", "act:c", ""),
        ([], "power", "power:sprout", ""),
        (["act action=a"], "plant space=g2", "cell:g2", "sprout"),
        (["act action=b"], "grow space=f2", "cell:f2", "small"),
    ],
)
def test_what_a_move_touches(do: list[str], words: str, spot: str, ghost: str) -> None:
    table = evergreen(card="swamp-sprout", planet="sprout@f2").do(*do)
    said = GAME.board.spots(table.view(0), VERBS.parse(words))
    assert said.spots == {spot: 1}
    assert [(g.art, g.look) for g in said.ghosts] == ([(ghost, "ghost")] if ghost else [])
    assert all(g.id.startswith("planet0/") for g in said.ghosts)


@pytest.mark.parametrize("width", [360, 900])
def test_a_table_is_one_sound_picture(width: float) -> None:
    table = evergreen(
        planet="big@d4 small@d5 bush@e5 lake@a5 sprout@c1", zone="snow-sprout", seats=4
    )
    scene = build_scene(GAME, table.view(0), NAMES, ["Juniper gardened."])
    picture = scene_to_svg(scene, sheet(), width=width)
    root = ElementTree.fromstring(picture)
    known = {element.get("id") for element in root.iter()}
    assert set(re.findall(r'href="#([\w-]+)"', picture)) <= known


def test_a_scene_stays_small() -> None:
    """Four planets late in the game, and every space open to a power."""
    table, rng, moves = new_game(2, 4), Rng(2), Moves()
    largest = 0
    while not table.over:
        moves.of(table.state, table.turn)
        move = GAME.heuristics.quick_move(table.state, table.turn, moves, rng)
        table.state.apply(table.turn, move)
        if not table.over and rng.below(4) == 0:
            scene = build_scene(GAME, table.view(table.turn), NAMES)
            largest = max(largest, len(msgspec.json.encode(scene)))
    assert largest < 60_000


# ---------------------------------------------------------------- art


def test_the_drawings_are_those_of_the_plates() -> None:
    files = {path.name: path.read_text("utf-8") for path in plates.HERE.glob("*.svg")}
    assert files == plates.prints(), "print them: python -m spinney.games.evergreen.art.plates"


def test_the_sheet_is_sound_and_complete() -> None:
    root = ElementTree.fromstring(f"<svg>{sheet()}</svg>")
    symbols = [symbol.get("id") for symbol in root]
    assert len(symbols) == len(set(symbols))
    assert set(re.findall(r'href="#([\w-]+)"', sheet())) <= set(symbols)
    assert {f"card-{card}" for card in BOX.cards} <= set(symbols)


def test_the_cover_bears_the_name_of_the_game() -> None:
    covers = [text for text in sheet().split("</symbol>") if '<symbol id="cover"' in text]
    assert len(covers) == 1
    assert 'viewBox="0 0 300 400"' in covers[0]
    assert f">{GAME.title}</text>" in covers[0]
