"""What is in the box: tiles, and files that are no box."""

from __future__ import annotations

import pytest

from spinney.core.components import ComponentError
from spinney.games.underwood import GAME, plans
from spinney.games.underwood.components import BOX, COMPONENTS, edges, open_box, rim, turned
from spinney.games.underwood.pieces import TURNS, VARIANTS

TEXT = COMPONENTS.read_text(encoding="utf-8")


def test_seventeen_tiles_of_sixty_nine_spaces_and_two_of_the_trail() -> None:
    sizes = [len(tile.cells) for tile in BOX.tiles.values()]
    assert (len(sizes), sum(sizes)) == (17, 69)
    assert sorted(sizes) == [2] * 2 + [3] * 3 + [4] * 7 + [5] * 2 + [6] * 3
    assert [len(tile.cells) for tile in BOX.trail.values()] == [4, 4]


def test_all_forms_of_three_and_four_hexagons_are_there_once() -> None:
    for size, count in ((3, 3), (4, 7)):
        looks = set()
        for tile in BOX.tiles.values():
            if len(tile.cells) == size:
                turns = [look(turned(tile.cells, turn)) for turn in range(TURNS)]
                flipped = [look([(q + r, -r) for q, r in turned(tile.cells, t)]) for t in range(6)]
                looks.add(min(turns + flipped))
        assert len(looks) == count


def look(cells: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    left, top = min(q for q, _ in cells), min(r for _, r in cells)
    return tuple(sorted((q - left, r - top) for q, r in cells))


def test_the_rim_of_a_tile_has_an_entry_for_each_outer_edge() -> None:
    for tile in BOX.every():
        cells = turned(tile.cells, 0)
        assert len(rim(cells)) == edges(cells)
        assert not set(rim(cells)) & set(cells)


def test_every_preset_is_a_board() -> None:
    shapes = BOX.shapes()
    assert len(BOX.boards) == 2 * 3 * 4
    for name, board in BOX.boards.items():
        assert name == f"{board.board}_{board.seats}_{board.variant}"
        plans.read(board.text, shapes, board.seats, VARIANTS.index(board.variant))


def test_shapes_are_marked_as_reconstructed() -> None:
    assert {tile.status for tile in BOX.every()} == {"reconstruction"}


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("[tiles.17]", "[tiles.18]", "tiles: expected exactly 1 to 17"),
        ("cells = [[0, 0], [1, 0]]", "cells = [[0, 0], [2, 0]]", "do not hang together"),
        ("cells = [[0, 0], [1, 0]]", "cells = [[0, 0], [0, 0]]", "a space occurs twice"),
        ("cells = [[0, 0], [1, 0]]", "cells = [[0, 0]]", "tiles.1"),
        (
            "cells = [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1]]",
            "cells = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]]",
            "tiles.16: there is a hole in it",
        ),
        ('board = "beechwood"', 'board = "nowhere"', "boards.beechwood_2_none"),
    ],
)
def test_a_file_that_is_no_box_says_where(old: str, new: str, why: str) -> None:
    assert old in TEXT
    with pytest.raises(ComponentError, match=why):
        open_box(TEXT.replace(old, new, 1).encode())


def test_a_corrected_box_is_another_game() -> None:
    text = TEXT.replace("cells = [[0, 0], [1, 0]]", "cells = [[0, 0], [0, 1]]", 1)
    other = GAME.reprint(text.encode())
    assert other.components != GAME.components
    assert other.start(other.options(), 2, 1).to_act
