"""Laying the floor: generated, rolled again, ready-made, built by the players, saved as text."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from time import process_time

import pytest

from spinney.core import build
from spinney.core.arrays import i64, vec
from spinney.core.rng import Rng
from spinney.core.state import Moves, lowest
from spinney.games.underwood import GAME, plans
from spinney.games.underwood.components import BOX, COMPONENTS
from spinney.games.underwood.layout import DOUBLE, GAPLESS, SINGLE, Wood, generate, join_trail
from spinney.games.underwood.pieces import (
    ANT_TRAIL,
    BAY,
    CLEARINGS,
    MIDDLE,
    MYCORRHIZA,
    PRINTED,
    TILES,
    TILES_FOR,
    TURNS,
    VARIANTS,
    VERBS,
    Shapes,
    forget_shapes,
    lying,
    print_shapes,
    tile_of,
)
from tests.games.underwood.stories import Table, new_game

SHAPES = BOX.shapes()
SEEDS = range(40)


def played(table: Table, phase: str, rng: Rng) -> Table:
    """Random moves until the phase begins."""
    while table.phase != phase:
        moves = Moves().of(table.state, table.turn)
        table.state.apply(table.turn, moves[rng.below(len(moves))])
    return table


def saved(table: Table) -> str:
    return plans.write(list(table.state.laid), list(table.state.trees))


# ---------------------------------------------------------------------------------- generated
@pytest.mark.parametrize(("seats", "variant"), [*product((2, 3, 4), range(5))])
def test_a_generated_board_keeps_the_rules(seats: int, variant: int) -> None:
    for seed in SEEDS:
        laid = generate(SHAPES, TILES_FOR[seats], variant, Rng(seed))
        assert plans.read(plans.write(list(laid), []), SHAPES, seats, variant)[0] == list(laid)


def test_generated_clearings_are_three_and_sometimes_a_double_one() -> None:
    found = set()
    for seed in SEEDS:
        laid = generate(SHAPES, 14, CLEARINGS, Rng(seed))
        found.add(tuple(sorted(Wood(SHAPES, laid).rooms())))
    assert found == {(1, 1, 1), (1, 1, 1, 2)}


def test_a_generated_mycorrhiza_has_places_for_four_trees() -> None:
    for seed in SEEDS:
        laid = generate(SHAPES, 11, MYCORRHIZA, Rng(seed))
        assert len(Wood(SHAPES, laid).bays(BAY, TURNS)) >= 4


def pairs() -> bytes:
    """A components file in which every tile is a pair: they never enclose a gap."""
    floor, trail, rest = COMPONENTS.read_text("utf-8").partition("[trail.1]")
    return (re.sub(r"(?m)^cells = .*$", "cells = [[0, 0], [1, 0]]", floor) + trail + rest).encode()


@pytest.mark.slow
def test_tiles_that_leave_no_gaps_end_with_a_clear_error(tmp_path: Path) -> None:
    """The generator went on for ever. So each runs in a process that can be stopped."""
    file = tmp_path / "pairs.toml"
    file.write_bytes(pairs())
    wished = {"clearings": "3 gaps", "mycorrhiza": "4 places for trees"}
    for variant, missing in wished.items():
        for command in (["simulate", "underwood", "--games", "1"], ["play", "underwood"]):
            options = ["--components", str(file), "--option", f"variant={variant}"]
            done = subprocess.run(
                [sys.executable, "-m", "spinney.cli", *command, *options],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
            )
            assert (done.returncode, done.stdout) == (2, "")
            assert done.stderr.startswith("spinney: ") and done.stderr.count("\n") == 1
            assert missing in done.stderr and variant in done.stderr


def test_such_tiles_can_still_be_laid_in_other_ways() -> None:
    game = GAME.reprint(pairs())
    for options in ({}, {"variant": "saplings"}, {"variant": "mycorrhiza", "layout": "built"}):
        state, rng = game.start(game.choose(options), 2, 1), Rng(1)
        while state.to_act:
            seat = lowest(state.to_act)
            moves = Moves().of(state, seat)
            state.apply(seat, moves[rng.below(len(moves))])


def test_the_same_dice_lay_the_same_board() -> None:
    assert list(generate(SHAPES, 17, 0, Rng(9))) == list(generate(SHAPES, 17, 0, Rng(9)))
    assert list(generate(SHAPES, 17, 0, Rng(9))) != list(generate(SHAPES, 17, 0, Rng(10)))


@pytest.mark.skipif(not build.compiled, reason="the promise is about the compiled search")
@pytest.mark.parametrize("variant", range(5))
def test_a_board_is_laid_in_less_than_three_milliseconds(variant: int) -> None:
    begin = process_time()
    for seed in range(100):
        generate(SHAPES, 17, variant, Rng(seed))
    assert (process_time() - begin) / 100 < 0.003


# -------------------------------------------------------------------------------- rolled again
def test_the_starter_may_keep_the_board_or_roll_another_one() -> None:
    table = new_game(5, 3, layout="rolled")
    assert table.turn == table.state.starter
    assert table.moves() == ["keep", "roll"]
    board = saved(table)
    table.do("keep")
    assert (table.phase, saved(table)) == ("starting", board)


def test_a_board_is_rolled_three_times_at_most() -> None:
    table = new_game(5, 3, layout="rolled")
    boards = [saved(table)]
    for left in (2, 1):
        table.do("roll")
        assert (table.phase, table.left) == ("rolling", left)
        boards.append(saved(table))
    table.do("roll")
    assert table.phase == "starting"
    assert len({*boards, saved(table)}) == 4


def test_a_roll_cannot_be_taken_back_for_chance_has_spoken() -> None:
    table = new_game(5, 2, layout="rolled")
    reveal_count = table.state.reveal_count
    assert table.do("roll").state.reveal_count > reveal_count


# ---------------------------------------------------------------------------------- built
def test_the_players_lay_the_tiles_in_turn_from_the_starter_on() -> None:
    table = new_game(2, 3, layout="built")
    order = []
    while table.phase == "laying":
        order.append(table.turn)
        table.do(table.moves()[0])
    first = table.state.starter
    assert order == [(first + i) % 3 for i in range(13)]  # of 14 tiles one lies there


def test_tiles_are_laid_in_the_order_drawn() -> None:
    table = new_game(2, 2, layout="built")
    bag = list(table.state.bag)
    table.do(table.moves()[3])
    assert tile_of(table.state.laid[1]) == bag[0]
    assert list(table.state.bag) == bag[1:]


def test_a_tile_must_touch_another_one() -> None:
    table = new_game(2, 2, layout="built")
    assert not table.may("lay q=9 r=9")
    assert table.refusal("lay q=9 r=9") == "the tile would not touch any other (R2)"


def test_a_tile_may_not_lie_on_another_one() -> None:
    table = new_game(2, 2, layout="built")
    assert not table.may("lay q=0 r=0")
    assert table.refusal("lay q=0 r=0").startswith("the tile would lie on another one")


def test_turns_that_look_alike_are_offered_once() -> None:
    table = new_game(3, 2, layout="built")
    table.state.bag = vec[i64]([0, *list(table.state.bag)])  # a pair: three turns
    assert {VERBS.to_json(VERBS.parse(w)).get("turn", "0") for w in table.moves()} == {
        "0",
        "60",
        "120",
    }


@pytest.mark.parametrize(("seats", "variant"), [*product((2, 3, 4), VARIANTS)])
def test_boards_laid_at_random_keep_the_rules_of_the_variant(seats: int, variant: str) -> None:
    for seed in range(3):
        table = new_game(seed, seats, layout="built", variant=variant)
        board = saved(played(table, "starting", Rng(seed)))
        laid, trees = plans.read(board, SHAPES, seats, VARIANTS.index(variant))
        assert (laid, trees) == (list(table.state.laid), list(table.state.trees))
        if variant == "mycorrhiza":
            holes = Wood(SHAPES, vec[i64](laid)).bays(TURNS, TURNS)
            assert set(holes) <= set(trees)


def test_the_second_ant_tile_is_laid_first_and_shares_one_or_two_edges() -> None:
    table = new_game(1, 2, layout="built", variant="ant_trail")
    assert (tile_of(table.state.laid[0]), table.state.bag[0]) == (TILES, TILES + 1)
    wood = Wood(SHAPES, table.state.laid)
    places = {wood.told(place) for place in wood.places(TILES + 1)}
    assert max(places) > 2, "there are places that share more"
    assert {wood.told(place) for place in join_trail(wood)} == {1, 2}
    assert len(table.moves()) == len(join_trail(wood))


def test_the_last_tile_of_clearings_closes_a_gap_if_there_is_none() -> None:
    """Ruling 19."""
    rng = Rng(1)
    asked = 0
    for seed in range(12):
        table = new_game(seed, 2, layout="built", variant="clearings")
        while len(table.state.bag) > 1:  # compact, so that no gap comes about
            state, seat = table.state, table.turn
            state.apply(seat, GAME.heuristics.quick_move(state, seat, moves_of(table), rng))
        if not Wood(SHAPES, table.state.laid).rooms():
            wood = Wood(SHAPES, table.state.laid)
            closing = [p for p in wood.places(table.state.bag[0]) if wood.parts(p) > 1]
            if not closing:
                continue  # then it may lie anywhere
            asked += 1
            assert len(table.moves()) == len(closing)
            table.do(table.moves()[0])
            assert Wood(SHAPES, table.state.laid).rooms()
    assert asked


def moves_of(table: Table) -> Moves:
    moves = Moves()
    table.state.legal(table.turn, moves)
    return moves


def test_mycorrhiza_trees_without_a_gap_are_planted_at_the_edge_by_the_starter() -> None:
    """Ruling 22."""
    boards = [generate(SHAPES, 11, 0, Rng(seed)) for seed in SEEDS]
    bays = [len(Wood(SHAPES, laid).bays(BAY, TURNS)) for laid in boards]
    sites = max(bays)
    laid = boards[bays.index(sites)]
    table = new_game(4, 2, variant="mycorrhiza", board=plans.write(list(laid), []))
    assert table.phase == "planting" and table.left == sites > 0
    assert table.turn == table.state.starter
    assert len(table.moves()) == sites
    while table.phase == "planting":
        table.do(table.moves()[0])
    assert len(table.state.trees) == sites, "the others stay in the box"


# ------------------------------------------------------------------------------------ ready-made
@pytest.mark.parametrize(
    ("layout", "seats", "variant"), [*product(("beechwood", "ravine"), (2, 3, 4), VARIANTS)]
)
def test_there_is_a_ready_board_for_everybody(layout: str, seats: int, variant: str) -> None:
    one, two = (new_game(seed, seats, layout=layout, variant=variant) for seed in (1, 2))
    assert saved(one).split("-T")[0] == saved(two).split("-T")[0]
    assert len(one.state.floor.tiles) == TILES_FOR[seats]


# -------------------------------------------------------------------------------------- as text
def test_a_board_that_was_played_can_be_played_again() -> None:
    table = played(new_game(7, 3, layout="built", variant="mycorrhiza"), "starting", Rng(7))
    again = new_game(8, 3, variant="mycorrhiza", board=saved(table))
    assert list(again.state.laid) == list(table.state.laid)
    assert set(again.state.trees) == set(table.state.trees)
    assert again.phase == "starting"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_saved_board_fits_into_an_option_of_the_server(variant: str) -> None:
    table = played(new_game(3, 4, layout="built", variant=variant), "starting", Rng(3))
    assert len(saved(table)) <= 200


GOOD = BOX.boards["beechwood_2_none"].text


@pytest.mark.parametrize(
    ("board", "seats", "variant", "why"),
    [
        ("nonsense", 2, "none", "'nonsense' is no tile and no tree"),
        (GOOD, 3, "none", "3 players need 14 tiles, not 11"),
        (GOOD.replace(GOOD[:4], "A990"), 2, "none", "lies nowhere on the table"),
        (GOOD[:-4] + GOOD[:4], 2, "none", "a tile lies there twice"),
        (GOOD, 2, "clearings", "there must be a gap"),
        (GOOD, 2, "ant_trail", "0 ant trail tiles"),
        (BOX.boards["beechwood_2_clearings"].text, 2, "none", "there is a gap"),
        (BOX.boards["beechwood_2_clearings"].text, 2, "mycorrhiza", "gaps of one space each"),
        (GOOD + "-Tyy", 2, "none", "only in variant mycorrhiza"),
        (GOOD + "-Taa", 2, "mycorrhiza", "a place of its own with 4 spaces"),
        (GOOD[:5] + "Caa0" + GOOD[9:], 2, "none", "overlap, do not touch"),
    ],
)
def test_a_board_that_breaks_the_rules_is_refused(
    board: str, seats: int, variant: str, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        new_game(1, seats, variant=variant, board=board)


def test_ant_tiles_that_share_too_many_edges_are_refused() -> None:
    text = BOX.boards["beechwood_2_ant_trail"].text
    rest = text.split("-")[2:]
    wood = Wood(SHAPES, vec[i64]([lying(TILES, MIDDLE, 0)]))
    close = max(wood.places(TILES + 1), key=wood.told)
    board = "-".join([plans.write([lying(TILES, MIDDLE, 0), close], []), *rest])
    with pytest.raises(ValueError, match="must share one or 2 edges"):
        plans.read(board, SHAPES, 2, ANT_TRAIL)


# --------------------------------------------------------------------------------- what is enclosed
def test_what_a_tile_touches_and_encloses_agrees_with_a_flood() -> None:
    """The rim of a tile tells the gaps it makes; looking at the whole table tells the same."""
    rng = Rng(3)
    for seed in range(6):
        wood = Wood(SHAPES, generate(SHAPES, 5 + seed, CLEARINGS if seed % 2 else 0, Rng(seed)))
        before = sorted(wood.rooms())
        for _ in range(60):
            tile = rng.below(TILES)
            places = wood.places(tile)
            place = places[rng.below(len(places))]
            told = wood.told(place)
            after = Wood(SHAPES, vec[i64]())
            after.grid, after.edge = wood.grid[:], wood.edge[:]
            after.lay(place)
            rooms = sorted(after.rooms())
            singles = rooms.count(1) - before.count(1)
            if singles >= 0 and len(rooms) >= len(before):
                assert told // SINGLE % 256 == singles
                assert told // DOUBLE % 256 == rooms.count(2) - before.count(2)
                assert (told < GAPLESS) == (rooms == before)
            assert wood.parts(place) == len(rooms) - len(before) + 1


def test_tiles_with_the_mark_of_others_do_not_take_their_place() -> None:
    """A table bears the mark of its tiles only, and marks can be made alike by skill."""

    def forms(*tiles: list[int]) -> Shapes:
        cells = vec[vec[i64]]([vec[i64](tile) for tile in tiles])
        return print_shapes(cells, vec[vec[i64]](), vec[vec[i64]]())

    one = forms([1, 2], [3])
    assert PRINTED[one.mark].cells == one.cells
    with pytest.raises(ValueError, match="too much like"):
        forms([1], [2, 3])
    assert PRINTED[one.mark].cells == one.cells
    again = forms([1, 2], [3])
    forget_shapes(one.mark)
    assert one.mark == again.mark and one.mark in PRINTED
    forget_shapes(one.mark)
    assert one.mark not in PRINTED


def test_tiles_are_forgotten_with_their_game() -> None:
    before = set(PRINTED)
    game = GAME.reprinted(pairs())
    assert game.start(game.choose({"variant": "saplings"}), 2, 1).check()
    assert len(PRINTED) == len(before) + 1
    del game
    gc.collect()
    assert set(PRINTED) == before
