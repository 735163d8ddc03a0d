"""The README and the handbook say what is true."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import spinney.cli
from spinney.core import shelf
from spinney.core.game import Game

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("**/*.md"))]
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


@GAMES
def test_the_picture_is_the_board_of_today(game: Game) -> None:
    committed = (ROOT / "docs" / "pictures" / f"{game.name}.svg").read_text(encoding="utf-8")
    assert gather().picture(game) == committed, "run docs/gather.py"


@GAMES
def test_every_game_gets_a_page(game: Game) -> None:
    page = gather().page(game)
    assert game.rulebook in page and all(f"`{verb}`" in page for verb in game.verbs.names)


def test_every_decision_is_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    index = (folder / "index.md").read_text()
    for page in folder.glob("*.md"):
        assert page.name == "index.md" or f"]({page.name})" in index
