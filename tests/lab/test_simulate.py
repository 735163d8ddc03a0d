from __future__ import annotations

import json
from statistics import mean, stdev

import pytest

from spinney.core import shelf
from spinney.core.match import MatchLog
from spinney.lab.simulate import Plan, SimulationSummary, check, play, results, wilson
from spinney.players.seeding import player_rng

PLAN = Plan(game="morels", seats=2, players=["greedy", "random"], games=9, seed=3)
FIELDS = "game version components options seats seed players moves scores ranks lines"


def test_a_line_has_everything_and_can_be_replayed() -> None:
    for number in range(PLAN.games):
        line = json.loads(play(PLAN, number).line)
        assert list(line) == FIELDS.split()
        game = shelf.find(line["game"])
        assert (line["version"], line["components"]) == (game.version, game.components)
        match = MatchLog(game, game.choose(line["options"]), line["seats"], line["seed"])
        for said in line["moves"]:
            match.act(said["seat"], game.verbs.parse(said["move"]))
        assert match.over
        outcome = match.outcome()
        assert (line["scores"], line["ranks"]) == (outcome.scores, outcome.ranks)
        for score, lines in zip(line["scores"], line["lines"], strict=True):
            assert score == sum(part["points"] for part in lines)
            assert all(set(part) == {"text", "points", "about"} for part in lines)


def test_as_many_processes_as_one_likes_give_the_same_games() -> None:
    assert list(results(PLAN, jobs=1)) == list(results(PLAN, jobs=2))


def test_seeds_are_counted_up() -> None:
    later = Plan(game="morels", seats=2, players=["greedy", "random"], games=1, seed=5)
    assert play(later, 0) == play(PLAN, 2)


def test_rotated_players_change_seats_and_keep_their_sums() -> None:
    plan = Plan(game="morels", seats=2, players=["greedy", "random"], games=4, seed=3, rotate=True)
    for number in range(4):
        result = play(plan, number)
        line = json.loads(result.line)
        turned = number % 2 == 1
        assert line["players"] == (["random", "greedy"] if turned else ["greedy", "random"])
        assert result.scores == (line["scores"][::-1] if turned else line["scores"])


def test_without_lines_the_games_are_the_same() -> None:
    short = Plan(game="morels", seats=2, players=["greedy", "random"], games=9, seed=3, lines=False)
    assert play(short, 4).line == b""
    assert play(short, 4).scores == play(PLAN, 4).scores


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"players": ["greedy"]}, "there are 2 seats, and players for 1"),
        ({"players": ["greedy", "deep"]}, "no computer player 'deep'"),
        ({"seats": 3}, "morels is for 2 players, not 3"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"options": {"starter": "me"}}, "Invalid enum value 'me'"),
        ({"seed": (1 << 62) - 1}, "too large"),
    ],
)
def test_a_plan_that_cannot_be_played(change: dict[str, object], says: str) -> None:
    from msgspec.structs import replace

    with pytest.raises(ValueError, match=says):
        check(replace(PLAN, **change))


def test_the_dice_of_seats_games_and_turns_differ() -> None:
    streams = {
        player_rng(seed, seat, turn).below(1 << 29)
        for seed in range(10)
        for seat in range(4)
        for turn in range(5)
    }
    assert len(streams) == 200
    assert player_rng(7, 1, 3).below(1 << 29) == player_rng(7, 1, 3).below(1 << 29)


def test_sums() -> None:
    summary = SimulationSummary(PLAN.players)
    games = list(results(PLAN, jobs=1))
    for game in games:
        summary.add(game)
    scores = [game.scores[0] for game in games]
    tally = summary.tallies[0]
    assert tally.mean == pytest.approx(mean(scores))
    assert tally.spread == pytest.approx(stdev(scores))
    assert summary.decisions == sum(game.length for game in games)
    assert sum(tally.won for tally in summary.tallies) == pytest.approx(len(games))


def test_wilsons_interval_as_published() -> None:
    """Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    cases = {
        (81, 263): (0.2553, 0.3662),
        (15, 148): (0.0624, 0.1605),
        (0, 20): (0.0, 0.1611),
        (1, 29): (0.0061, 0.1718),
    }
    for (won, games), bounds in cases.items():
        assert wilson(won, games) == pytest.approx(bounds, abs=0.0001)
