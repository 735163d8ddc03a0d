"""Exact endings: always the best result, never more steps than allowed, and no answer where there
is none.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from spinney.core import build, shelf
from spinney.core.game import Game
from spinney.core.rng import Rng, script_finished, script_outcomes, scripted
from spinney.core.state import Moves, State
from spinney.players.endings import LOOK, Endgame, all_see, hopeful, laid_open, only_world
from spinney.players.levels import choose, prove
from spinney.players.search import SURE, Search
from tests.laws.playthroughs import Case, cases, cases_of, duel, playthrough
from tests.players.endings import look, positions, suites
from tests.players.pig import HOLD, THROW, Pig, choices, dealt
from tests.players.plain import Chance, Plain, TooLarge
from tests.players.suites import Suite
from tests.toy import BRAMBLE

NUMBER, STEPS, LIMIT = (30, 40_000, 6_000) if build.compiled else (5, 1_000, 300)
ENDINGS = pytest.mark.parametrize(
    ("game", "suite"), suites(), ids=[f"{game.name}-{suite.seats}" for game, suite in suites()]
)


# --------------------------------------------------------------------------------- the best result
@ENDINGS
def test_an_ending_is_as_good_as_plain_search_says(game: Game, suite: Suite) -> None:
    tally = look(game, suite, NUMBER, STEPS, LIMIT)
    assert tally.best == tally.compared >= NUMBER // 5
    assert tally.looked == NUMBER


@ENDINGS
def test_a_level_makes_the_proved_move(game: Game, suite: Suite) -> None:
    """Whoever can win wins, and by as much as can be."""
    looked = 0
    for state, seat in positions(game, suite, 12):
        view = game.view(state, seat)
        proved = prove(game, view, 150)
        if proved is None or not proved.exact or len(Moves().of(state, seat)) == 1:
            continue
        try:
            told = dict(Plain(3_000, suite.remember).moves(state.clone()))
        except (TooLarge, Chance):
            continue
        chosen = [choose(number, game, view, Rng(1)) for number in (3, 4)]
        assert all(told[move][seat] == max(r[seat] for r in told.values()) for move in chosen)
        looked += 1
    assert looked


ALONE = [(game, suite) for game, suite in suites() if game.heuristics.upper_bound is not None]


@pytest.mark.parametrize(("game", "suite"), ALONE, ids=[game.name for game, _ in ALONE])
def test_a_bound_only_saves_steps(game: Game, suite: Suite) -> None:
    steps = [0, 0]
    for state, seat in positions(game, suite, NUMBER):
        table = laid_open(game, game.view(state, seat))
        assert table is not None
        ways = [
            Endgame(
                table, seat, game.heuristics.quick_move, partial(all_see, game), STEPS, most=most
            )
            for most in (None, game.heuristics.upper_bound)
        ]
        proved = [way.prove() for way in ways]
        if all(proved):
            assert ways[0].gain == ways[1].gain
            steps = [sum(pair) for pair in zip(steps, [way.steps for way in ways], strict=True)]
        assert proved[1] or not proved[0]
    assert 0 < steps[1] <= steps[0]
    assert 2 * steps[1] < steps[0] or not build.compiled  # where it looks at larger ones


# --------------------------------------------------------------------------- proofs within a tree
TWO = pytest.mark.parametrize(
    ("game", "suite"),
    [(game, suite) for game, suite in suites() if suite.seats == 2],
    ids=[game.name for game, suite in suites() if suite.seats == 2],
)


@TWO
def test_what_a_tree_proves_is_true(game: Game, suite: Suite) -> None:
    solved = 0
    for state, seat in positions(game, suite, NUMBER):
        search = Search(game.state_from_view(game.view(state, seat)), seat, None, Rng(5))
        search.solve()
        search.run(2_000 if build.compiled else 100)
        try:
            told = dict(Plain(LIMIT, suite.remember).moves(state.clone()))
        except (TooLarge, Chance):
            continue
        best = max(result[seat][0] for result in told.values())
        tree = search.tree
        node = tree.child[0]
        while node >= 0:
            if tree.proved[node] >= 0:
                assert tree.proved[node] == told[tree.move[node]][seat][0] * SURE
            node = tree.sibling[node]
        if search.solved:
            assert tree.proved[0] == best * SURE and told[search.best()][seat][0] == best
            solved += 1
    assert solved


def test_a_proof_ends_the_search_and_shuns_what_loses() -> None:
    game, suite = next((game, suite) for game, suite in suites() if suite.seats == 2)
    for state, seat in positions(game, suite, NUMBER):
        search = Search(game.state_from_view(game.view(state, seat)), seat, None, Rng(5))
        search.solve()
        search.run(20_000)
        if search.solved and search.tree.proved[0] == SURE:
            rounds = search.tree.visits[0]
            search.run(100)
            assert search.tree.visits[0] == rounds < 20_000
            return
    raise AssertionError("nobody could win")


def test_where_chance_speaks_a_tree_proves_nothing() -> None:
    """That two who throw no dice end up with the same is proved, and no more."""
    search = Search(Pig(2, 1), 0, None, Rng(1))
    search.solve()
    search.run(300)
    tree = search.tree
    found = {(tree.move[node], tree.proved[node]) for node in range(1, len(tree.move))}
    assert found == {(THROW, -1), (HOLD, -1), (HOLD, SURE // 2)} and not search.solved


# ------------------------------------------------------------------------------------------- steps
@ENDINGS
def test_a_search_keeps_to_its_steps_and_says_that_it_gave_up(game: Game, suite: Suite) -> None:
    gave_up = 0
    for state, seat in positions(game, suite, 5):
        table = laid_open(game, game.view(state, seat))
        assert table is not None
        needed = Endgame(table, seat, None, partial(all_see, game), 2_000)
        needed.prove()
        for budget in (0, needed.steps // 2, needed.steps - 1):
            endgame = Endgame(table, seat, None, partial(all_see, game), budget)
            proved = endgame.prove()
            assert endgame.steps <= budget + 1 + LOOK
            assert proved is (endgame.exact and not endgame.stuck) or not endgame.exact
            gave_up += not proved
    assert gave_up


def test_the_clock_ends_a_search_too() -> None:
    endgame = Endgame(Pig(2, 6), 0, None, lambda state: True, 1_000_000, until=1e-9)
    assert not endgame.prove() and endgame.steps <= 256 + 2 * LOOK


# ------------------------------------------------------------------------------------------ hidden
@pytest.mark.parametrize("case", [*cases(), *cases_of(BRAMBLE, "tests.toy.table")], ids=str)
def test_where_another_table_is_possible_nothing_is_proved(case: Case) -> None:
    """If what a seat cannot know can be changed, there is no best move to be proved."""
    for moment in list(playthrough(case, 2))[:: 9 if build.compiled else 40]:
        state, seat = moment.before, moment.seat
        apart = {
            case.resample_hidden(state.clone(), seat, Rng(number)).hash_key() for number in range(6)
        } - {state.hash_key()}
        if apart:
            assert prove(case.game, case.game.view(state, seat), 200) is None


def test_blanks_that_can_be_dealt_in_one_way_only_are_no_secret() -> None:
    worlds = Counter[bool]()
    for seed in range(6):
        for moment in playthrough(cases_of(BRAMBLE, "tests.toy.table")[0], seed):
            table = BRAMBLE.state_from_view(BRAMBLE.view(moment.before, moment.seat))
            worlds[only_world(table) is not None] += 1
    assert worlds[False] and BRAMBLE.start(BRAMBLE.options(), 2, 1).hash_key() == -1


def test_several_seats_at_once_are_left_to_the_search() -> None:
    pig = Pig(2, 2)
    pig.to_act = 3
    assert not Endgame(pig, 0, None, lambda state: True, 1000).prove()


# ------------------------------------------------------------------------------------------ chance
def test_told_dice_say_everything_once() -> None:
    """Even if what is asked next depends on what was said."""
    said = Counter[tuple[int, ...]]()
    weight = 0.0
    line, lines = 0, 1
    while line < lines:
        rng = Rng(0)
        rng.word = scripted(line)
        eyes = [rng.below(3)]
        if eyes[0] == 1:
            eyes.append(rng.below(4))
        if eyes[0] == 2:
            eyes += [rng.below(1), rng.below(2)]
        lines = max(lines, script_outcomes(rng.word))
        if script_finished(rng.word):
            said[tuple(eyes)] += 1
            weight += 1 / script_outcomes(rng.word)
        line += 1
    assert set(said.values()) == {1} and abs(weight - 1) < 1e-9
    assert set(said) == {(0,), (1, 0), (1, 1), (1, 2), (1, 3), (2, 0, 0), (2, 0, 1)}


def test_told_dice_count_no_further_than_they_can() -> None:
    rng = Rng(0)
    rng.word = scripted(0)
    for _ in range(20):
        rng.below(50)
    assert script_outcomes(rng.word) == 2**30 - 1 and rng.fork() == scripted(0)


@pytest.mark.parametrize("seats", [1, 2])
def test_chance_is_weighed(seats: int) -> None:
    """Against the whole tree in fractions; the best move, and what it is worth."""
    bold = Counter[int]()
    for seed in range(30 if build.compiled else 8):
        pig = dealt(Pig(seats, 2), seed % 6, Rng(seed))
        if not pig.to_act or len(Moves().of(pig, pig.seat())) < 2:
            continue
        seat = pig.seat()
        endgame = Endgame(pig, seat, None, lambda state: True, 4_000_000)
        assert endgame.prove() and endgame.exact
        worth = endgame.gain / SURE if seats == 1 else (endgame.gain / 4096 / SURE + 1) / 2
        told = choices(pig.turns, pig.pot, tuple(pig.kept), seat)
        assert abs(worth - max(told.values())) < 1e-5
        assert told[endgame.choice] >= max(told.values()) - 1e-5
        bold[endgame.choice] += 1
    assert len(bold) == 2 or not build.compiled


def test_what_chance_shows_to_one_alone_is_not_weighed() -> None:
    assert not Endgame(Pig(2, 2), 0, None, lambda state: False, 100_000).prove()


def test_an_end_out_of_reach_is_not_tried() -> None:
    assert hopeful(Pig(2, 1), None, 100) and not hopeful(Pig(2, 40), None, 100)


# -------------------------------------------------------------------------------------------- keys
@pytest.mark.parametrize("case", cases(), ids=str)
def test_tables_with_one_key_go_on_alike(case: Case) -> None:
    met: dict[int, object] = {}
    for seed in (1, 2) if build.compiled else (2,):
        for moment in playthrough(case, seed):
            state = moment.before
            key = state.hash_key()
            assert key == state.clone().hash_key()
            if key >= 0:
                assert met.setdefault(key, shown(state)) == shown(state)
    assert len(met) > 1 or moment.before.hash_key() == -1


def shown(state: State) -> object:
    legal = [Moves().of(state, s) for s in range(state.seats) if state.to_act >> s & 1]
    return state.to_act, legal, [state.points(seat) for seat in range(state.seats)]


def test_most_games_have_keys() -> None:
    """Without, an ending is searched, but nothing is remembered."""
    games = shelf.games().values()
    assert sum(game.start(game.options(), duel(game), 1).hash_key() >= 0 for game in games) >= 4
