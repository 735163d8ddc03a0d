"""The course of whole games: undo, sets that must agree with the piles, and a sensible player."""

from __future__ import annotations

import pytest

from spinney import players
from spinney.core.match import MatchLog
from spinney.core.rng import Rng
from spinney.core.state import Moves
from spinney.games.underwood import GAME
from spinney.games.underwood.pieces import VARIANTS
from tests.games.underwood.stories import new_game, underwood


def test_variants_are_one_option_so_they_cannot_be_combined() -> None:
    """Ruling 15."""
    with pytest.raises(ValueError, match="variant"):
        GAME.choose({"variant": "saplings,clearings"})


def test_a_move_can_be_taken_back_until_somebody_else_acts() -> None:
    match = MatchLog(GAME, GAME.options(), 2, 3)
    seat = match.seats_to_act[0]
    match.act(seat, match.legal(seat)[0])
    assert match.can_undo(seat) == "free"
    other = match.seats_to_act[0]
    match.act(other, match.legal(other)[0])
    assert match.can_undo(seat) == "agreed"


def test_random_games_end_and_the_last_player_really_has_no_move() -> None:
    for seed in range(20):
        table = new_game(seed, 2 + seed % 3, variant=VARIANTS[seed % 5])
        rng = Rng(seed)
        while not table.over:
            moves = Moves().of(table.state, table.turn)
            table.state.apply(table.turn, moves[rng.below(len(moves))])
            assert max(table.state.supply) <= 24 and table.state.check()
        assert Moves().of(table.state, table.turn) == []


def test_sound_notices_a_lost_token_and_a_wrong_set() -> None:
    for fault in ("supply", "held", "free", "roots", "piles"):
        table = new_game(1, 3)
        while table.phase == "starting":
            table.do(table.moves()[0])
        assert table.state.check()
        array = getattr(table.state, fault)
        array[1] += 1
        assert not table.state.check(), fault


def test_sound_notices_a_lost_tree() -> None:
    table = new_game(1, 2, variant="saplings")
    table.do(*[table.moves()[0]])
    assert table.state.check()
    table.state.left -= 1
    assert not table.state.check()


def test_the_sensible_player_beats_chance() -> None:
    wins = 0
    for seed in range(50):
        state = GAME.start(GAME.choose({"variant": VARIANTS[seed % 5]}), 2, seed)
        rng = Rng(seed)
        while state.to_act:
            seat = 0 if state.to_act & 1 else 1
            player = players.greedy if seat == seed % 2 else players.at_random
            state.apply(seat, player(GAME, GAME.view(state, seat), rng))
        wins += state.rank_key(seed % 2) > state.rank_key(1 - seed % 2)
    assert wins >= 40, wins


def test_the_score_is_told_tile_by_tile() -> None:
    table = underwood(
        """
        A A B B
         A T B C
        """,
        """
        a A - b
         -   b -
        """,
        variant="mycorrhiza",
        supply=[5, 0],
        won=[2, 0],
        turn=1,
    )
    assert table.over
    assert table.score(0) == {
        "Tree between 2, 3, 5 and 6": 3,
        "Tile 1 (pair)": 3,
        "7 tokens in the supply": 3,
    }
    assert table.score(1) == {"Tile 2 (pair)": 3, "0 tokens in the supply": 0}
    steps = GAME.words.count and GAME.words.count(table.view(0), 0, 0, table.view(0))
    assert [(step.seat, step.text, step.points) for step in steps or []] == [
        (0, "the tree between 2, 3, 5 and 6", 3),
        (0, "tile 1 (pair)", 3),
        (1, "tile 2 (pair)", 3),
        (0, "7 tokens in the supply", 3),
        (1, "0 tokens in the supply", 0),
    ]
    assert [table.points(0), table.points(1)] == table.outcome().scores == [9, 3]
