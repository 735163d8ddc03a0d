"""Boards as text (R14): saved after a game, written in components.toml, given as an option.

    Gyy1-Ayx0-Pvz4-Txw      a tile: its letter, where its first space lies (q, then r), its turn
                            a tree: T and where it stands

A to Q are the forest floor tiles 1 to 17, X and Y the ant trail. Coordinates are letters, too: y is
the middle of the table, x is one before it and z one after it, then come A, B, C.
"""

from __future__ import annotations

from spinney.core.arrays import i64, vec
from spinney.games.underwood.components import Box
from spinney.games.underwood.layout import Wood
from spinney.games.underwood.pieces import (
    ANT_TRAIL,
    BAY,
    CLEARINGS,
    MYCORRHIZA,
    REACH,
    SHARED,
    TILES,
    TILES_FOR,
    TREES,
    TURNS,
    VARIANTS,
    Shapes,
    cell_at,
    cell_of,
    lying,
    q_of,
    r_of,
    tile_of,
    turn_of,
)

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"  # -24 to 24
NAMES = "ABCDEFGHIJKLMNOPQXY"
TREE = "T"
Plan = tuple[list[int], list[int]]  # tiles on the table, cells with a tree


class PlanError(ValueError):
    """A text that is no board to play this game on."""


def write(laid: list[int], trees: list[int]) -> str:
    """A board as text."""
    words = [NAMES[tile_of(one)] + place(cell_of(one)) + str(turn_of(one)) for one in laid]
    return "-".join(words + [TREE + place(tree) for tree in trees])


def place(cell: int) -> str:
    return LETTERS[q_of(cell) + REACH] + LETTERS[r_of(cell) + REACH]


def read(text: str, shapes: Shapes, seats: int, variant: int) -> Plan:
    """A board from text, checked: R2, R13."""
    laid: list[int] = []
    trees: list[int] = []
    for word in text.split("-"):
        if len(word) == 3 and word[0] == TREE:
            trees.append(cell_named(word))
        elif len(word) == 4 and word[0] in NAMES and word[3] in "012345":
            laid.append(lying(NAMES.index(word[0]), cell_named(word), int(word[3])))
        else:
            raise PlanError(f"board: {word!r} is no tile and no tree")
    check_tiles(laid, seats, variant)
    wood = lay_out(laid, shapes)
    check_gaps(wood, variant)
    check_trees(wood, trees, variant)
    return laid, trees


def cell_named(word: str) -> int:
    if word[1] not in LETTERS or word[2] not in LETTERS:
        raise PlanError(f"board: {word!r} lies nowhere on the table")
    return cell_at(LETTERS.index(word[1]) - REACH, LETTERS.index(word[2]) - REACH)


def check_tiles(laid: list[int], seats: int, variant: int) -> None:
    tiles = [tile_of(one) for one in laid]
    if len(set(tiles)) < len(tiles):
        raise PlanError("board: a tile lies there twice")
    forest = sum(tile < TILES for tile in tiles)
    if forest != TILES_FOR[seats]:
        raise PlanError(f"board: {seats} players need {TILES_FOR[seats]} tiles, not {forest}")
    trails = len(tiles) - forest
    if trails != (2 if variant == ANT_TRAIL else 0):
        raise PlanError(f"board: {trails} ant trail tiles in variant {VARIANTS[variant]}")


def lay_out(laid: list[int], shapes: Shapes) -> Wood:
    """The tiles on the table, one by one, so that each touches what lies there; ants first."""
    rest = sorted(laid, key=lambda one: tile_of(one) < TILES)
    wood = Wood(shapes, vec[i64]())
    wood.lay(rest[0])
    if not wood.inside(rest[0]):
        raise PlanError("board: a tile hangs over the edge of the table")
    rest = rest[1:]
    if tile_of(rest[0]) == TILES or tile_of(rest[0]) == TILES + 1:
        if not 0 < wood.told(rest[0]) <= SHARED:
            raise PlanError(f"board: the ant trail tiles must share one or {SHARED} edges")
        wood.lay(rest[0])
        rest = rest[1:]
    while rest:
        fitting = next((one for one in rest if wood.told(one) > 0), None)
        if fitting is None:
            raise PlanError("board: the tiles overlap, do not touch, or leave the table")
        wood.lay(fitting)
        rest.remove(fitting)
    return wood


def check_gaps(wood: Wood, variant: int) -> None:
    gaps = wood.rooms()
    if variant == CLEARINGS:
        if not gaps:
            raise PlanError("board: in variant clearings there must be a gap")
    elif variant == MYCORRHIZA:
        if len(gaps) > TREES or any(size > 1 for size in gaps):
            raise PlanError(f"board: at most {TREES} gaps of one space each in variant mycorrhiza")
    elif gaps:
        raise PlanError("board: there is a gap between the tiles")


def check_trees(wood: Wood, trees: list[int], variant: int) -> None:
    if not trees:
        return
    if variant != MYCORRHIZA:
        raise PlanError("board: only in variant mycorrhiza trees belong to a board")
    sites = set(wood.bays(BAY, TURNS))
    if len(set(trees)) < len(trees) or not set(trees) <= sites:
        raise PlanError(f"board: a tree needs a place of its own with {BAY} spaces around it")
    if len(set(trees) | set(wood.bays(TURNS, TURNS))) > TREES:
        raise PlanError(f"board: there are only {TREES} trees, and every gap needs one")


def preset(box: Box, shapes: Shapes, board: str, seats: int, variant: int) -> Plan:
    """A ready-made board; saplings grow on the plain one."""
    lies = VARIANTS[variant] if VARIANTS[variant] != "saplings" else "none"
    for found in box.boards.values():
        if (found.board, found.seats, found.variant) == (board, seats, lies):
            return read(found.text, shapes, seats, variant)
    raise PlanError(f"there is no board {board} for {seats} players in variant {VARIANTS[variant]}")
