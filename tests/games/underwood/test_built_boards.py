"""Rulings #19 and #22: boards laid by the players have what their variant is about."""

from __future__ import annotations

from itertools import permutations

import pytest

from spinney.core.arrays import i64, vec
from spinney.core.rng import Rng
from spinney.core.state import Moves
from spinney.games.underwood import GAME
from spinney.games.underwood.components import BOX
from spinney.games.underwood.layout import FAR, GAPLESS, Prospect, Wood, draw_tiles
from spinney.games.underwood.pieces import (
    CLEARINGS,
    MIDDLE,
    TILES,
    VERBS,
    cell_of,
    lying,
)
from spinney.games.underwood.rules import Underwood, said
from spinney.games.underwood.view_types import View
from tests.games.underwood.built_boards import NAMES, TOLD, VARIANTS, build_board, faults
from tests.games.underwood.stories import Table, new_game
from tests.games.underwood.test_layout import moves_of, pairs

SHAPES = BOX.shapes()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("kind", ["greedy", "random"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_boards_have_gaps_or_trees(variant: str, kind: str, seats: int) -> None:
    """`python -m tests.games.underwood.built_boards` builds hundreds, by levels too."""
    for seed in range(6):
        board = build_board(kind, variant, seats, seed)
        assert board.faults == [] and not board.told, seed


def laid_until(left: int, variant: str, seed: int, seats: int = 2) -> Table:
    """Laid as close together as possible until so many tiles are left in the row."""
    table, rng = new_game(seed, seats, layout="built", variant=variant), Rng(seed)
    while len(table.state.bag) > left:
        state, seat = table.state, table.turn
        state.apply(seat, GAME.heuristics.quick_move(state, seat, moves_of(table), rng))
    return table


def refused(table: Table) -> set[str]:
    """The reasons for places where the tile fits, touches others, and may still not lie."""
    wood = Wood(SHAPES, table.state.laid)
    allowed = set(table.moves())
    found = set()
    for place in wood.places(table.state.bag[0]):
        words = VERBS.format(said(place))
        if words not in allowed:
            found.add(table.refusal(words))
    return found


def test_the_last_tile_must_close_a_gap() -> None:
    table = laid_until(1, "clearings", 1)
    assert not Wood(SHAPES, table.state.laid).rooms()
    assert refused(table) == {"there must be a gap when all tiles lie (R13.1)"}
    assert "there must be a gap in the end" in GAME.words.prompt(table.view(table.turn), NAMES)
    for words in table.moves():
        assert faults("clearings", new_board(table, words)) == []


def offered(state: Underwood) -> Moves:
    moves = Moves()
    state.legal(state.turn, moves)
    return moves


def new_board(table: Table, words: str) -> View:
    state = table.state.clone()
    state.apply(table.turn, VERBS.parse(words))
    seen: View = GAME.view(state, -1)
    return seen


def test_the_tile_before_the_last_must_leave_a_gap_to_close() -> None:
    """Exactly: what is offered leads to a gap, what is not offered leads to none."""
    asked = 0
    for seed in range(4):
        table = laid_until(2, "clearings", seed)
        allowed = set(table.moves())
        wood = Wood(SHAPES, table.state.laid)
        if wood.rooms():
            continue  # then anything goes
        for place in list(wood.places(table.state.bag[0]))[::4]:
            after = Wood(SHAPES, table.state.laid)
            after.lay(place)
            last = table.state.bag[1]
            can = bool(after.rooms()) or any(after.parts(p) > 1 for p in after.places(last))
            assert (VERBS.format(said(place)) in allowed) == can
        reasons = refused(table)
        assert reasons <= {"then the last tile could not close a gap (R13.1)"}
        asked += bool(reasons)
    assert asked


def test_never_more_trees_lack_a_place_than_tiles_are_left() -> None:
    for left in (4, 3, 2, 1):
        table = laid_until(left, "mycorrhiza", 3)
        sites = len(Wood(SHAPES, table.state.laid).bays(4, 6))
        assert 4 - sites <= left
        for words in table.moves():
            state = table.state.clone()
            state.apply(table.turn, VERBS.parse(words))
            wood = Wood(SHAPES, state.laid)
            assert 4 - len(wood.bays(4, 6)) <= left - 1
    assert "then 1 tree would have no place (R13.2)" in refused(table)
    assert "1 tree still needs a place" in GAME.words.prompt(table.view(table.turn), NAMES)
    three = refused(laid_until(3, "mycorrhiza", 3))
    assert (
        "then 3 trees would have no place, and 2 tiles are left to make one each (R13.2)" in three
    )


# ------------------------------------------------------------------------ what this rests upon
def gapless(size: int, style: str, rng: Rng) -> Wood:
    """So many tiles without a gap: close together, with few places for trees, or anyhow."""
    tiles = draw_tiles(TILES, rng)
    wood = Wood(SHAPES, vec[i64]([lying(tiles[0], MIDDLE, rng.below(6))]))
    for tile in tiles[1:size]:
        places = [place for place in wood.places(tile) if wood.told(place) < GAPLESS]
        if style == "close":
            wood.lay(max(places, key=lambda place: (wood.told(place), -FAR[cell_of(place)])))
        elif style == "poor":
            wood.lay(min(places, key=lambda place: (wood.made(place), -wood.told(place))))
        else:
            wood.lay(places[rng.below(len(places))])
    return wood


@pytest.mark.parametrize("style", ["close", "poor", "anyhow"])
def test_any_tile_can_make_a_place_for_a_tree(style: str) -> None:
    """So four tiles are enough for four trees, whatever lies there."""
    for size in (1, 2, 5, 8, 11, 14):
        wood = gapless(size, style, Rng(size))
        for tile in range(TILES):
            assert any(
                wood.made(place) > 0 for place in wood.places(tile) if wood.told(place) < GAPLESS
            )


@pytest.mark.slow
@pytest.mark.parametrize("style", ["close", "poor", "anyhow"])
def test_any_two_tiles_can_make_a_gap(style: str) -> None:
    for size in (9, 12, 15):
        wood = gapless(size, style, Rng(size))
        for one, two in permutations(range(TILES), 2):
            prospect = Prospect(wood, CLEARINGS, vec[i64]([one, two]))
            assert any(prospect.kept(place) for place in wood.places(one)), (one, two)


def test_places_for_trees_are_counted_right() -> None:
    rng = Rng(2)
    for size in (3, 7, 11):
        wood = gapless(size, "anyhow", rng)
        before = len(wood.bays(4, 6))
        for tile in range(TILES):
            for place in wood.places(tile):
                edge = len(wood.edge)
                made = wood.made(place)
                wood.lay(place)
                assert len(wood.bays(4, 6)) - before == made
                wood.take_up(place, edge)
                assert len(wood.bays(4, 6)) == before


def test_gaps_are_counted_right() -> None:
    rng = Rng(7)
    for _ in range(4):
        wood = Wood(SHAPES, vec[i64]([lying(TILES - 1, MIDDLE, 0)]))
        for tile in draw_tiles(TILES - 1, rng):
            places = wood.places(tile)
            closing = [place for place in places if wood.parts(place) != 1]
            edge, gaps = len(wood.edge), wood.gaps
            for place in [*closing[:2], places[rng.below(len(places))]]:
                wood.lay(place)
                assert wood.gaps == len(wood.rooms())
                wood.take_up(place, edge)
                assert wood.gaps == gaps == len(wood.rooms())
            wood.lay((closing or places)[0])


def test_tiles_that_cannot_make_it_may_lie_anywhere_and_the_players_are_told() -> None:
    """Pairs, of another components file, never close a gap: nobody is left without a move."""
    game = GAME.reprint(pairs())
    state, rng = game.start(game.choose({"variant": "clearings", "layout": "built"}), 2, 1), Rng(1)
    assert isinstance(state, Underwood)
    said_so = False
    while len(state.bag):
        seat = state.turn
        seen = game.view(state, seat)
        said_so = said_so or TOLD in game.words.prompt(seen, NAMES)
        state.apply(seat, game.heuristics.quick_move(state, seat, offered(state), rng))
    assert said_so or faults("clearings", game.view(state, -1)) == []


def test_games_that_were_begun_before_the_rulings_go_on_as_they_were() -> None:
    """Their options do not say where tiles may lie: anywhere."""
    then = GAME.options.restored({"variant": "clearings", "layout": "built"})
    assert then == GAME.choose({"variant": "clearings", "layout": "built", "laying": "free"})
    assert then.recorded() == {"variant": "clearings", "layout": "built", "board": ""}
    state, rng, refused = GAME.start(then, 2, 1), Rng(1), 0
    assert isinstance(state, Underwood) and not state.planned
    prospect = Underwood()
    while len(state.bag):
        prospect = state.clone()
        prospect.planned = 1
        refused += offered(state).count - offered(prospect).count
        state.apply(state.turn, GAME.heuristics.quick_move(state, state.turn, offered(state), rng))
    assert refused > 0
