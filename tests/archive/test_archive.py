"""What earlier releases wrote is read by this one: law 11 across releases."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import spinney
from spinney.core import record, shelf
from spinney.core.rng import Rng
from spinney.table import messages
from tests.archive.make import ARCHIVE
from tests.archive.stores import RELEASES, known, lay
from tests.server.living import Guest, Line, serving

ROOT = Path(__file__).parents[2]
RECORDS = sorted(ARCHIVE.glob("*/records/*/*.record"))


def test_every_release_is_in_the_archive() -> None:
    """Those of the changelog, and the first one: its name is in the stores that have no other."""
    told = re.findall(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert {"0.1.0", *told} <= set(RELEASES)
    assert all(order(release) <= order(spinney.__version__) for release in RELEASES)


def order(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


@pytest.mark.parametrize("release", RELEASES)
def test_the_archive_has_all_games_and_numbers_of_players(release: str) -> None:
    there = {(file.parent.name, int(file.name[0])) for file in RECORDS if file.parts[-4] == release}
    if release == "0.1.0":
        assert len(there) == 16
    for game in shelf.games().values():
        seats = {count for name, count in there if name == game.name}
        assert not seats or set(game.seats) <= seats


@pytest.mark.slow
@pytest.mark.parametrize("release", RELEASES)
def test_law_11_holds_across_releases(release: str) -> None:
    """A record of the same rules and pieces replays to the same bytes. If the rules have changed,
    the version must be higher, and the record is refused with that reason."""
    for file in RECORDS:
        if file.parts[-4] != release:
            continue
        text = file.read_text("utf-8")
        head = re.search(r"^game: (\w+) (\d+)\ncomponents: (\w+)$", text, re.M)
        assert head, file
        name, version, components = head.group(1), int(head.group(2)), head.group(3)
        game = shelf.games().get(name)
        if game and (game.version, game.components) == (version, components):
            again = record.read(text)
            assert again.match.over, file
            continue
        assert game is None or version < game.version, f"{file}: raise the version of {name}"
        with pytest.raises(record.RecordError, match=r"line \d: (played|no game)"):
            record.read(text)


def test_a_change_of_the_rules_without_a_new_version_is_noticed() -> None:
    text = next(file for file in RECORDS if file.parent.name == "morels").read_text("utf-8")
    game = shelf.games()["morels"]
    other = replace(game, setup=lambda options, seats, rng: game.setup(options, seats, Rng(5)))
    with pytest.raises(record.RecordError, match="line"):
        record.read(text, game=other)
    newer = replace(other, version=game.version + 1)
    with pytest.raises(record.RecordError, match=f"here is version {newer.version}"):
        record.read(text, game=newer)


@pytest.mark.slow
@pytest.mark.parametrize("release", RELEASES)
def test_a_store_of_a_release_opens_and_goes_on(release: str, tmp_path: Path) -> None:
    """Every table of it is there, with its story and its chat; a move is made at each."""
    found = lay(release, tmp_path)
    seen = set()
    with serving(tmp_path) as server:
        ann, ben = known(server, found.ann), known(server, found.ben)
        listed = {table.table: table for table in ann.me().tables}
        for kept in found.tables:
            with ann.sit(kept.table, 0) as line:
                shown = line.heard[0]
                assert isinstance(shown, messages.FullTable | messages.Archive), kept
                assert len(shown.chat) == kept.chat and shown.game == kept.game
                assert shown.over == (kept.kind == "finished")
                if kept.table in listed:
                    assert listed[kept.table].archived == isinstance(shown, messages.Archive)
                if isinstance(shown, messages.Archive):
                    assert shown.why != "log" and shown.spinney
                    continue
                seen.add((kept.game, kept.kind))
                assert (shown.log[-1].at if shown.log else 0) == kept.moves
                assert [score.total for score in shown.scene.scores] == kept.scores
                if kept.kind == "running":
                    move_once(line, ben, shown)
        unchanged = {
            game.name
            for game in shelf.games().values()
            if (game.version, game.components) in versions(release, game.name)
        }
        kinds = {(name, kind) for name in unchanged for kind in ("running", "finished", "open")}
        assert kinds <= seen
        assert '"level": "error"' not in server.log.read_text()


def versions(release: str, game: str) -> set[tuple[int, str]]:
    """Rules and pieces with which a game was played in the store of a release."""
    text = (ARCHIVE / release / "store.sql").read_text("utf-8")
    return {
        (int(version), components)
        for version, components in re.findall(rf"'{game}',(\d+),'(\w+)'", text)
    }


def move_once(line: Line, ben: Guest, shown: messages.FullTable) -> None:
    """A move by Ann, or by Ben if she is not to move."""
    table = shown.table
    if line.scene.moves:
        assert isinstance(line.move(line.scene.moves[0].id), messages.Ack)
        return
    seat = next(seat for seat in shown.awaited if seat != line.seat)
    with ben.sit(table, seat) as other:
        assert isinstance(other.move(other.scene.moves[0].id), messages.Ack)
