"""What a game says of its reconstructions: in its declaration, and on the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from spinney.core import shelf
from spinney.core.game import Game
from spinney.core.options import choices
from spinney.core.origins import Origins, Reconstruction, fits, reconstructed
from spinney.core.rng import Rng
from spinney.core.state import Moves, seats_to_act
from spinney.drawing.builder import cached_panels
from spinney.drawing.origins import marked_board
from spinney.drawing.scene import Panel
from spinney.games import __path__ as folders

GAMES = list(shelf.games().values())
NAMES = ["Ann", "Ben", "Cleo", "Dora"]


def components(game: Game) -> bytes:
    return (Path(folders[0]) / game.name / "components.toml").read_bytes()


def panels(game: Game) -> Iterator[tuple[int, list[Panel]]]:
    """The panels that everybody sees in a game of each kind of table, now and then."""
    for options, seats in tables(game):
        state = game.start(game.choose(options), seats, 11)
        rng, played = Rng(5), 0
        while state.to_act and played < 120:
            if played % 10 == 0:
                for seat in range(-1, seats):
                    yield seats, game.board.panels(game.view(state, seat), NAMES[:seats])
            seat = seats_to_act(state)[0]
            moves = Moves()
            state.legal(seat, moves)
            state.apply(seat, game.heuristics.quick_move(state, seat, moves, rng))
            played += 1


def tables(game: Game) -> Iterator[tuple[dict[str, str], int]]:
    """The usual table for every number of players, and one for every value of an option."""
    for seats in game.seats:
        yield {}, seats
    for option in choices(game):
        values = [value.value for value in option.values] or ["true"] * (option.kind == "switch")
        for value in values:
            if value != option.default:
                yield {option.name: value}, (option.seats or list(game.seats))[-1]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_reconstruction_of_the_components_is_told(game: Game) -> None:
    told = game.origins.reconstructions
    for entry in reconstructed(components(game)):
        meant = [one for one in told if any(fits(pattern, entry) for pattern in one.entries)]
        assert meant, f"{entry} is a reconstruction, and nobody is told"
        places = [place for one in meant for place in (*one.art, *one.notes, *one.panels)]
        assert places, f"{entry} is told nowhere on the table"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_declared_is_a_reconstruction(game: Game) -> None:
    entries = reconstructed(components(game))
    for one in game.origins.reconstructions:
        for pattern in one.entries:
            assert any(fits(pattern, entry) for entry in entries), pattern


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_table_says_so(game: Game) -> None:
    """Every piece that shows a reconstruction carries its sentence, no other piece carries one, and
    each declaration is seen somewhere."""
    told = game.origins.reconstructions
    seen: set[str] = set()
    for _, drawn in panels(game):
        for panel in drawn:
            whole = [one.sentence for one in told if any(fits(p, panel.id) for p in one.panels)]
            assert panel.reconstructed == " ".join(whole)
            seen |= set(whole)
            for sprite in panel.sprites:
                says = {s.sentence for s in told if any(fits(p, sprite.art) for p in s.art)}
                if sprite.label or sprite.spot:
                    assert sprite.reconstructed in (says or {""}), (sprite.id, sprite.art)
                    seen.add(sprite.reconstructed)
                else:
                    assert not sprite.reconstructed, "scenery cannot be asked about"
            for note in panel.notes:
                says = {s.sentence for s in told if any(fits(p, note.title) for p in s.notes)}
                assert note.reconstructed in (says or {""}), note.title
                seen.add(note.reconstructed)
    assert seen >= {one.sentence for one in told}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_symbols_that_are_named_exist(game: Game) -> None:
    """A pattern that fits no symbol would mark nothing. (Notes and panels are seen in play.)"""
    symbols = re.findall(r'<symbol id="([\w-]+)"', game.board.sheet())
    for one in game.origins.reconstructions:
        found = [p for p in one.art if any(fits(p, symbol) for symbol in symbols)]
        assert found or one.notes or one.panels, one.art


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_cached_panels_are_marked_alike(game: Game) -> None:
    state = game.start(game.options(), game.seats[-1], 3)
    for seat in (-1, 0):
        view, names = game.view(state, seat), NAMES[: game.seats[-1]]
        drawn = game.board.panels(view, names)
        assert [one.panel() for one in cached_panels(game, view, names)] == drawn
        assert game.board.panels(view, names) == drawn


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_an_owner_who_corrects_the_box_sees_no_signs(game: Game) -> None:
    corrected = components(game).replace(b'"reconstruction"', b'"fact"')
    corrected = re.sub(rb',? *doubt = "[^"]*"', b"", corrected)
    assert b'status = "fact"' in corrected
    mine = game.reprint(corrected)
    assert mine.origins.summary == "" and not mine.origins.reconstructions
    assert mine.origins.credits == game.origins.credits
    state = mine.start(mine.options(), mine.seats[0], 3)
    drawn = mine.board.panels(mine.view(state, 0), NAMES[: mine.seats[0]])
    assert not any(panel.reconstructed for panel in drawn)
    assert not any(sprite.reconstructed for panel in drawn for sprite in panel.sprites)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_shelf_says_who_made_it_and_what_is_ours(game: Game) -> None:
    origins = game.origins
    assert game.title in origins.credits and "designed by" in origins.credits
    if not origins.summary:
        return
    assert origins.summary.startswith("Our reconstruction: ") and origins.summary.endswith(".")
    heading = re.escape(origins.told_in)
    assert re.search(rf"^#+ {heading}\b", game.rulebook, re.M), "the rulebook has no such place"


def test_a_game_without_reconstructions_is_left_alone() -> None:
    board = GAMES[0].board
    assert marked_board(board, ()) is board
    assert Origins().summary == ""


def test_summary_lists_each_thing_once() -> None:
    made = [
        Reconstruction(entries=("a.b",), what="the sun"),
        Reconstruction(entries=("a.c",), what="the sun"),
        Reconstruction(entries=("a.d",), what="the moon", says="The moon is ours."),
    ]
    origins = Origins(reconstructions=tuple(made))
    assert origins.summary == "Our reconstruction: the sun and the moon."
    text = b'[a.b]\nstatus = "fact"\n[a.c]\nstatus = "reconstruction"\n[a.d]\nstatus = "fact"\n'
    assert reconstructed(text) == ["a.c"]
    assert origins.of(text).reconstructions == (made[1],)
    assert made[0].sentence == "Our reconstruction: the sun."
    assert made[2].sentence == "The moon is ours."
