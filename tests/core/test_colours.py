"""Chosen colours: who gets which, and that nothing but presentation knows them."""

from __future__ import annotations

import re

import pytest

from spinney.core import record, shelf
from spinney.core.colours import NAMES, arrange, as_printed, coloured, wished
from spinney.core.game import Game
from spinney.core.match import MatchLog
from spinney.core.record import Player, RecordError
from spinney.core.rng import Rng
from spinney.core.snapshot import state_hash
from spinney.core.state import Moves
from spinney.drawing.builder import build_scene
from spinney.drawing.svg import palette, scene_to_svg

GAMES = list(shelf.games().values())
PEOPLE = ["Ann", "Ben", "Cleo", "Dora"]
OTHER = (1, 2, 3, 0)  # nobody has the printed colour


@pytest.mark.parametrize(
    ("wishes", "colours"),
    [
        ([], ()),
        ([-1, -1], ()),
        ([0, -1], ()),
        ([0, 1, 2, 3], ()),
        ([1, -1], (1, 0, 2, 3)),
        ([3, -1], (3, 1, 2, 0)),
        ([-1, 0], (1, 0, 2, 3)),
        ([2, 3], (2, 3, 0, 1)),
        ([-1, -1, -1, 1], (0, 3, 2, 1)),
        ([-1] * 6, ()),
    ],
)
def test_wishes_come_first_then_the_printed_colours(
    wishes: list[int], colours: tuple[int, ...]
) -> None:
    assert arrange(wishes) == colours
    assert arrange(arrange(wishes)) == colours, "arranged once, it stays"


@pytest.mark.parametrize("wishes", [[1, 1], [4], [-2, 0], [0, -1, -1, -1, -1]])
def test_what_nobody_can_wish(wishes: list[int]) -> None:
    with pytest.raises(ValueError, match="colour"):
        arrange(wishes)


def test_wishes_by_name() -> None:
    assert wished(["Blue"], 2) == (1, 0, 2, 3)
    assert wished(["", "green"], 2) == (1, 0, 2, 3)
    assert wished([], 4) == ()
    with pytest.raises(ValueError, match="no colour 'pink'"):
        wished(["pink"], 2)
    with pytest.raises(ValueError, match="2 seats, but 3 colours"):
        wished(["", "", "red"], 2)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_same_game_in_other_colours(game: Game) -> None:
    """Rules, views, hashes, moves and drawings are equal; words and the scene's list differ."""
    other = coloured(game, OTHER)
    assert coloured(game, OTHER) is other and coloured(other, ()) is game
    assert as_printed(other) is game and as_printed(game) is game
    assert other.components == game.components and other.version == game.version
    seats = game.seats[-1]
    names = PEOPLE[:seats]
    plain = MatchLog(game, game.options(), seats, 7)
    match = MatchLog(other, other.options(), seats, 7)
    rng = Rng(3)
    for turn in range(60):
        if match.over:
            break
        seat = match.seats_to_act[0]
        assert state_hash(match.state) == state_hash(plain.state)
        if turn % 6 == 0:
            view = match.view(seat)
            assert view == plain.view(seat)
            scenes = [build_scene(one, view, names) for one in (game, other)]
            assert scenes[0].colours == [] and scenes[1].colours == list(OTHER)
            for a, b in zip(*(scene.panels for scene in scenes), strict=True):
                assert [(s.id, s.art, s.x, s.y, s.spot) for s in a.sprites] == [
                    (s.id, s.art, s.x, s.y, s.spot) for s in b.sprites
                ]
            assert [move.id for move in scenes[0].moves] == [move.id for move in scenes[1].moves]
            assert exchanged(game, game.words.text(view, names)) == other.words.text(view, names)
        moves = Moves()
        match.state.legal(seat, moves)
        move = game.heuristics.quick_move(match.state, seat, moves, rng)
        before = match.view(seat)
        plain.act(seat, move)
        match.act(seat, move)
        after = match.view(seat)
        assert exchanged(game, game.words.move(before, move)) == other.words.move(before, move)
        assert exchanged(game, game.words.gain(before, move)) == other.words.gain(before, move)
        told = (before, seat, move, after)
        assert exchanged(game, game.words.tell(*told)) == other.words.tell(*told)
    labels = [
        [s.label for panel in one.board.panels(match.view(0), names) for s in panel.sprites]
        for one in (game, other)
    ]
    assert [exchanged(game, label) for label in labels[0]] == labels[1]


def exchanged(game: Game, text: str) -> str:
    """A text as it should be in the other colours: full names, and the letters of a map of sets.
    Only a game that can be recoloured names any."""
    if game.recolour is None:
        return text

    def other(found: re.Match[str]) -> str:
        name = found.group()
        new = NAMES[OTHER[NAMES.index(name.lower())]]
        return new.capitalize() if name[0].isupper() else new

    sets = "spores" in text  # then the letters of the map stand for sets
    text = re.sub(r"\b(Green|Blue|Red|Yellow|green|blue|red|yellow)\b(?!-)", other, text)
    letters = {name[0].upper(): NAMES[OTHER[i]][0].upper() for i, name in enumerate(NAMES)}
    cells = re.compile(r"\b([GBRY])(?=[1-6SFR][1-5]?( |$))")
    lines = text.split("\n")
    return "\n".join(
        cells.sub(lambda found: letters[found.group(1)], line) if sets and ":" not in line else line
        for line in lines
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_record_keeps_the_colours(game: Game) -> None:
    seats = game.seats[-1]
    match = MatchLog(coloured(game, OTHER), game.options(), seats, 7)
    for _ in range(5):
        seat = match.seats_to_act[0]
        match.act(seat, match.legal(seat)[0])
    people = [Player("person", name) for name in PEOPLE[:seats]]
    text = record.write(match, people)
    assert "colours: 1 2 3 0\n" in text
    again = record.read(text)
    assert again.match.game.colours == OTHER
    assert record.write(again.match, again.players) == text
    assert again.at(2).game.colours == OTHER
    plain = MatchLog(game, game.options(), seats, 7)
    for entry in match.log:
        record.enter(plain, entry)
    assert "colours" not in record.write(plain, people)
    assert state_hash(plain.state) == state_hash(match.state)


@pytest.mark.parametrize("line", ["0 1 2 3", "1 1 2 3", "1 0", "4 0 1 2", "a b", ""])
def test_colours_of_a_record_are_checked(line: str) -> None:
    game = GAMES[0]
    match = MatchLog(coloured(game, OTHER), game.options(), 2, 7)
    body = record.write(match, [Player("person", "Ann"), Player("greedy", "Ben")])
    body = body.rpartition("sum: ")[0].replace("colours: 1 2 3 0", f"colours: {line}")
    with pytest.raises(RecordError, match="line"):
        record.read(body + f"sum: {record.checksum(body)}\n")


def test_pictures_follow() -> None:
    game = next(game for game in GAMES if 2 in game.seats)
    view = game.view(game.start(game.options(), 2, 3), 0)
    scene = build_scene(coloured(game, (2, 1, 0, 3)), view, PEOPLE[:2])
    plain = scene_to_svg(build_scene(game, view, PEOPLE[:2]), game.board.sheet())
    picture = scene_to_svg(scene, game.board.sheet())
    colours = palette("light")
    assert colours["seat-0"] in plain and colours["seat-2"] not in plain
    assert colours["seat-2"] in picture and colours["seat-0"] not in picture
