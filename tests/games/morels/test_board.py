"""The board of Morels: ids that stay, spots that exist, and drawings that match their files."""

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
from spinney.drawing.panel_cache import CachedPanel
from spinney.drawing.scene import Panel, Sprite
from spinney.drawing.svg import scene_to_svg
from spinney.games.morels import GAME, board
from spinney.games.morels.art import plates
from spinney.games.morels.components import BOX, Box
from spinney.games.morels.pieces import VERBS
from spinney.games.morels.view_types import View
from tests.games.morels.stories import Table, morels, new_game

NAMES = ("Hazel", "Juniper")
DRAWING = board.Drawing(BOX)


@cache
def sheet() -> str:
    return board.sheet(BOX)


def laid(table: Table, seat: int) -> dict[str, CachedPanel]:
    return {panel.bare.id: panel for panel in DRAWING.cached_panels(table.view(seat), NAMES)}


def shown(table: Table, seat: int = 0) -> dict[str, Panel]:
    return {panel.id: panel for panel in DRAWING.panels(table.view(seat), NAMES)}


def family(sprite: Sprite) -> str:
    """`morel.301` is a morel: a reader matches like cards by this, from one scene to the next."""
    return sprite.id.rpartition(".")[0]


def find(panels: dict[str, Panel], kind: str) -> tuple[str, Sprite]:
    """The panel the only card of a kind lies in, and its sprite."""
    every = [(name, s) for name, panel in panels.items() for s in panel.sprites]
    found = [(name, s) for name, s in every if family(s) == kind]
    assert len(found) == 1, f"{kind}: {found}"
    return found[0]


def arts(panel: Panel) -> Counter[str]:
    return Counter(sprite.art for sprite in panel.sprites)


def playthrough(seed: int) -> Iterator[Table]:
    """Every position of a game of random moves."""
    table, rng = new_game(seed), Rng(seed)
    while not table.over:
        yield table
        moves = Moves().of(table.state, table.turn)
        table.state.apply(table.turn, moves[rng.below(len(moves))])
    yield table


# ---------------------------------------------------------------- laws of the board


@pytest.mark.parametrize("seed", range(1, 5))
def test_every_spot_of_every_legal_move_is_there_often_enough(seed: int) -> None:
    for table in playthrough(seed):
        if table.over:
            continue
        panels = DRAWING.panels(table.view(table.turn), NAMES)
        there = Counter(s.spot for panel in panels for s in panel.sprites)
        there.update(c.spot for panel in panels for c in panel.counters)
        for move in Moves().of(table.state, table.turn):
            spots = board.spots(BOX, table.view(table.turn), move)
            for spot, count in spots.spots.items():
                assert 0 < count <= there[spot], f"{VERBS.format(move)}: {spot}"
            assert all(there[aim] for aim in spots.aims), VERBS.format(move)


@pytest.mark.parametrize("seed", range(1, 5))
def test_ids_are_unique_and_every_picture_is_in_the_sheet(seed: int) -> None:
    symbols = set(re.findall(r'<symbol id="([\w-]+)"', sheet()))
    for table in playthrough(seed):
        for seat in (-1, 0, 1):
            panels = DRAWING.panels(table.view(seat), NAMES)
            sprites = [s for panel in panels for s in panel.sprites]
            assert max(Counter(s.id for s in sprites).values()) == 1
            assert {s.art for s in sprites} | {s.small for s in sprites} <= symbols | {""}
            assert {c.art for panel in panels for c in panel.counters} <= symbols | {""}
            assert all(s.slot < len(p.slots) for p in panels for s in p.sprites)


@pytest.mark.parametrize("width", [360, 900])
def test_a_table_is_one_sound_picture(width: float) -> None:
    table = morels(
        hand="shiitake*4 butter pan",
        nights="shiitake",
        baskets=1,
        cooked="3 lawyers_wig; 10 honey_fungus + butter + cider",
        poison=2,
        decay="moon basket cider destroying_angel",
    )
    scene = build_scene(GAME, table.view(0), NAMES, ["Juniper foraged."])
    picture = scene_to_svg(scene, GAME.board.sheet(), width=width)
    root = ElementTree.fromstring(picture)
    ids = {element.get("id") for element in root.iter()}
    assert set(re.findall(r'href="#([\w-]+)"', picture)) <= ids
    assert "var(" not in picture


# ---------------------------------------------------------------- what a seat sees


def test_what_only_the_owner_knows_lies_face_down_for_others() -> None:
    table = morels(dealt="morel", hand="porcini", nights="tree_ear")
    assert arts(shown(table, 0)["hand"]) == Counter(
        {"card-morel": 1, "card-porcini": 1, "night-tree_ear": 1}
    )
    for seat in (1, -1):
        seen = arts(shown(table, seat)["forager0"])
        assert seen == Counter({"back": 1, "back-night": 1, "card-porcini": 1, "pan": 1})


def test_a_hidden_card_is_named_by_its_place() -> None:
    ids = {s.id for s in shown(morels(dealt="morel", nights="tree_ear"), 0)["hand"].sprites}
    assert ids == {"hand0.dealt.0", "hand0.night.0"}


def test_a_spectator_sees_two_others_and_can_choose_nothing_of_theirs() -> None:
    panels = shown(morels(hand="pan", dealt="morel"), -1)
    assert list(panels) == ["forest", "forager0", "forager1"]
    assert {panel.area for panel in panels.values()} == {"board", "other"}
    assert not any(s.spot for name in ("forager0", "forager1") for s in panels[name].sprites)


def test_ones_own_things_come_first() -> None:
    assert list(shown(morels(), 1)) == ["forest", "hand", "kitchen", "forager0"]


def test_an_angel_shows_how_long_it_stays() -> None:
    panels = shown(morels(cooked="3 morel", poison=1))
    _, angel = find(panels, "destroying_angel")
    assert (angel.count, angel.label) == (1, "Destroying Angel: 1 more turn, hand limit 4")


def test_a_short_forest_keeps_its_places() -> None:
    forest = shown(morels(forest="morel", deck=""))["forest"]
    assert len(forest.slots) == 10
    assert [s.id for s in forest.sprites if s.look == "dim"] == [f"price.{i}" for i in range(2, 9)]


# ---------------------------------------------------------------- names that stay


def test_a_card_keeps_its_name_from_the_forest_to_the_hand() -> None:
    table = morels(forest="tree_ear morel porcini*6")
    assert find(shown(table), "morel")[0] == "forest"
    table.do("take place=2")
    assert find(shown(table), "morel")[0] == "hand"
    assert find(shown(table, 1), "morel")[0] == "forager0"


def test_cards_keep_their_names_from_the_hand_into_the_pan() -> None:
    table = morels(hand="shiitake*4 butter")
    held = Counter(family(s) for s in shown(table)["hand"].sprites)
    table.do("cook kind=shiitake day=4 butter=1")
    kitchen = shown(table)["kitchen"]
    assert held <= Counter(family(s) for s in kitchen.sprites)
    assert arts(kitchen) == Counter({"chip-shiitake": 4, "chip-butter": 1, "pan": 1})


def test_what_did_not_change_is_not_drawn_again() -> None:
    """A part of the table that looks as before is the very same panel, from every seat."""
    table = morels(hand="shiitake*2", other=dict(hand="morel"))
    before = laid(table, 1)
    table.do("sell kind=shiitake day=2")
    after = laid(table, 1)
    assert after["hand"] is before["hand"] and after["kitchen"] is before["kitchen"]
    assert after["forager0"] is not before["forager0"]
    assert laid(table, -1)["forager0"] is after["forager0"]
    assert laid(table, -1)["forest"] is after["forest"]


def test_of_what_changed_the_parts_that_did_not_are_the_same() -> None:
    table = morels(hand="honey_fungus shiitake*2")
    before = laid(table, 0)["hand"].parts
    table.do("sell kind=shiitake day=2")
    after = laid(table, 0)["hand"].parts
    assert before is not None and after is not None
    assert len(before) == 2 and len(after) == 1 and after[0] in before


def test_a_basket_goes_from_the_forest_to_the_kitchen() -> None:
    table = morels(forest="basket porcini*7")
    table.do("take place=1")
    assert find(shown(table), "basket")[0] == "kitchen"


def test_the_card_that_decays_keeps_its_name() -> None:
    table = morels(forest="morel tree_ear*7", hand="pan")
    assert find(shown(table), "morel")[1].slot == 1
    table.do("pan")
    assert find(shown(table), "morel")[1].spot == "decay"


# ---------------------------------------------------------------- spots


@pytest.mark.parametrize(
    ("words", "spots", "aims"),
    [
        ("take place=3", {"path:3": 1}, []),
        ("gather", {"decay": 1}, []),
        ("cook kind=shiitake day=3", {"hand:shiitake": 3}, ["pan"]),
        (
            "cook kind=shiitake day=3 night=1 butter=1",
            {"hand:shiitake": 3, "hand:shiitake:night": 1, "hand:butter": 1},
            ["pan"],
        ),
        ("cook kind=morel day=3 pan=hand", {"hand:morel": 3, "hand:pan": 1}, []),
        ("sell kind=porcini night=1", {"hand:porcini:night": 1}, ["sticks"]),
        ("pan", {"hand:pan": 1}, []),
        ("discard kind=pan", {"hand:pan": 1}, []),
        ("discard kind=porcini night=1", {"hand:porcini:night": 1}, []),
        ("lose", {}, []),
    ],
)
def test_what_a_move_touches(words: str, spots: dict[str, int], aims: list[str]) -> None:
    seen: View = morels().view(0)
    said = board.spots(BOX, seen, VERBS.parse(words))
    assert (said.spots, said.aims) == (spots, aims)


# ---------------------------------------------------------------- art


def test_the_drawings_are_those_of_the_plates() -> None:
    files = {path.name: path.read_text("utf-8") for path in plates.HERE.glob("*.svg")}
    assert files == plates.prints(), "print them: python -m spinney.games.morels.art.plates"


def test_there_is_a_drawing_of_every_kind() -> None:
    assert {f"{kind}.svg" for kind in BOX.cards} <= plates.prints().keys()


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
    assert GAME.board.cover == "cover"


def test_a_corrected_box_prints_corrected_cards() -> None:
    card = msgspec.structs.replace(BOX.cards["morel"], name="Spring Morel", mvp=9, night=1)
    corrected = board.sheet(Box(BOX.cards | {"morel": card}))
    assert "Spring Morel" in corrected
    assert 'id="night-morel"' in corrected
    assert "Spring Morel" not in sheet()
