"""The README and the handbook say what is true."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

import spinney.cli
from spinney.core import shelf
from spinney.core.game import Game
from spinney.lab import arena

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("**/*.md"))]
STRENGTH = ROOT / "docs" / "strength"
PICTURES = sorted((ROOT / "docs" / "pictures").glob("*.svg"))
GAMES = pytest.mark.parametrize("game", shelf.games().values(), ids=lambda game: game.name)


def gather() -> ModuleType:
    spec = spec_from_file_location("gather", ROOT / "docs" / "gather.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), link


def test_the_python_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    assert code
    names: dict[str, Any] = {}
    exec(code.group(1), names)
    assert capsys.readouterr().out.strip() == str(names["match"].outcome().scores)
    assert names["match"].over


def test_the_readme_names_every_command() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for command in spinney.cli.COMMANDS:
        assert f"`spinney {command}" in text, command


def test_the_makefile_explains_its_targets() -> None:
    text = (ROOT / "Makefile").read_text()
    targets = re.search(r"^\.PHONY: (.*)$", text, re.M)
    assert targets
    explained = set(re.findall(r"^# make (\w+)", text, re.M))
    assert set(targets.group(1).split()) - {"help", "again"} == explained


def test_the_published_dice_are_the_tested_ones() -> None:
    page = (ROOT / "docs" / "dice.md").read_text()
    for line in (ROOT / "tests" / "core" / "vectors.txt").read_text().splitlines():
        if line[0].isdigit():
            seed, word, *draws = line.split()
            assert f"| {seed} | {word} | {' '.join(draws)} |" in page


@pytest.mark.parametrize("file", PICTURES, ids=lambda file: file.stem)
def test_the_picture_is_the_board_of_today(file: Path) -> None:
    """`make docs` draws one of every game; a game need not have one before."""
    drawn = gather().picture(shelf.find(file.stem))
    assert drawn == file.read_text(encoding="utf-8"), "run docs/gather.py"


@GAMES
def test_every_game_gets_a_page(game: Game) -> None:
    page = gather().page(game)
    assert game.rulebook in page and all(f"`{verb}`" in page for verb in game.verbs.names)


def test_every_decision_is_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    index = (folder / "index.md").read_text()
    for page in folder.glob("*.md"):
        assert page.name == "index.md" or f"]({page.name})" in index


@pytest.mark.parametrize(
    "file", sorted(STRENGTH.glob("reports/*.json")), ids=lambda file: file.stem
)
def test_strength_is_what_the_arena_found(file: Path) -> None:
    """Each report is of the game as it is now, and its page has its figures and its command."""
    report = msgspec.json.decode(file.read_bytes(), type=arena.ArenaReport)
    setting, rate = report.setting, report.pairings[0].rate
    game = shelf.games()[setting.game]
    assert (report.version, report.components) == (game.version, game.components)
    page = (STRENGTH / f"{game.name}.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in page if f"(reports/{file.name})" in line]
    low, high = f"{rate.low:.1%}"[:-1], f"{rate.high:.1%}"[:-1]
    found = f"{rate.value:.1%}"[:-1] + f" % ({low} … {high})" if rate.low < 1 else "all games"
    assert rows and all(f"| {found} | {report.games} | {setting.seed} |" in row for row in rows)
    planned = setting.deals * len(arena.ways_round(setting.seats))
    assert any(line.startswith(arena.command(setting, planned)) for line in page)
