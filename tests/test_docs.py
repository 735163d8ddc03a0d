"""The README and the handbook say what is true."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

import spinney
import spinney.cli
from spinney.core import shelf
from spinney.core.game import Game
from spinney.lab import arena

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted(DOCS.glob("**/*.md")),
]
STRENGTH = DOCS / "strength"
PICTURES = [file for file in sorted(DOCS.glob("pictures/*.svg")) if file.stem != "imports"]
GAMES = pytest.mark.parametrize("game", shelf.games().values(), ids=lambda game: game.name)


def tool(file: Path) -> ModuleType:
    """A script of the repository that is not part of a package."""
    spec = spec_from_file_location(file.stem, file)
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def gather() -> ModuleType:
    return tool(DOCS / "gather.py")


@cache
def generated() -> dict[str, str]:
    """The pages that are made for the site only, by their place in docs/."""
    found: dict[str, str] = gather().uncommitted()
    return found


def anchors(text: str) -> set[str]:
    """The ids that headings get, on GitHub and on the site."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"```.*?```", "", text, flags=re.S), re.M)
    plain = [re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings]
    return {heading.strip().replace(" ", "-") for heading in plain}


def broken(page: Path, text: str) -> list[str]:
    """The links of a page that lead nowhere, in the repository or in the generated pages."""
    found = []
    text = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.S)
    for link, anchor in re.findall(r"\]\(([^)#:\s]*)(?:#([^)]*))?\)", text):
        target = (page.parent / link).resolve() if link else page
        made = generated().get(str(target.relative_to(DOCS)) if DOCS in target.parents else "")
        if not target.exists() and made is None:
            found.append(link)
        elif anchor and target.suffix == ".md":
            there = made or (text if target == page else target.read_text(encoding="utf-8"))
            found += [f"{link}#{anchor}"] * (anchor not in anchors(there))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    assert broken(page, page.read_text(encoding="utf-8")) == []


def test_broken_links_are_noticed() -> None:
    page = DOCS / "index.md"
    good = "[a](laws.md) [b](wire.md#hello) [c](games/index.md) [d](https://example.org)"
    assert broken(page, good) == []
    assert broken(page, "`vec[i64](items)`") == []
    assert broken(page, "[a](lawn.md) [b](wire.md#bye)") == ["lawn.md", "wire.md#bye"]


def test_the_python_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    assert code
    names: dict[str, Any] = {}
    exec(code.group(1), names)
    assert capsys.readouterr().out.strip() == str(names["match"].scores())
    assert not names["match"].to_act()


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


def test_the_published_random_numbers_are_the_tested_ones() -> None:
    page = (DOCS / "rng.md").read_text()
    for line in (ROOT / "tests" / "core" / "vectors.txt").read_text().splitlines():
        if line[0].isdigit():
            seed, word, *draws = line.split()
            assert f"| {seed} | {word} | {' '.join(draws)} |" in page


@pytest.mark.parametrize("file", PICTURES, ids=lambda file: file.stem)
def test_the_picture_is_the_board_of_today(file: Path) -> None:
    """`make docs` draws one of every game; a game need not have one before."""
    drawn = gather().picture(shelf.find(file.stem))
    assert drawn == file.read_text(encoding="utf-8"), "run docs/gather.py"


def test_the_import_graph_is_that_of_the_code() -> None:
    committed = (DOCS / "pictures" / "imports.svg").read_text(encoding="utf-8")
    assert gather().drawn(gather().imports()) == committed, "run docs/gather.py"


def test_an_import_cycle_is_noticed() -> None:
    assert gather().layers({"a": {"b"}, "b": set()}) == [["a"], ["b"]]
    with pytest.raises(ValueError, match="a, b"):
        gather().layers({"a": {"b"}, "b": {"a"}, "c": set()})


def test_the_picture_leaves_out_what_follows_from_other_arrows() -> None:
    graph = {"a": {"b", "c"}, "b": {"c"}, "c": set()}
    assert gather().direct(graph) == [("a", "b"), ("b", "c")]


def test_the_figures_are_those_of_the_benchmark() -> None:
    numbers = msgspec.json.decode((DOCS / "figures.json").read_bytes())
    committed = (DOCS / "figures.md").read_text(encoding="utf-8")
    assert gather().figures(numbers) == committed, "run docs/gather.py"
    assert set(numbers) <= set(shelf.games())


def test_the_speed_of_the_build_is_in_one_place() -> None:
    """Everything else says "many times" and refers to docs/figures.md."""
    files = [
        page for page in PAGES if page.name != "figures.md" and page.parent.name != "decisions"
    ]
    files += [ROOT / "Makefile", ROOT / "setup.py", *(ROOT / "src").rglob("*.py")]
    claims = [
        f"{file.relative_to(ROOT)}: {claim}"
        for file in files
        for claim in re.findall(r"\d+ times (?:faster|slower)", file.read_text(encoding="utf-8"))
    ]
    assert claims == []


def test_the_reference_has_the_docstrings() -> None:
    page = generated()["reference/core.md"]
    assert "### class MatchLog" in page and "#### MatchLog.undo" in page
    assert all(f"]({name})" in generated()["reference/index.md"] for name in ("core.md", "lab.md"))


def test_examples_in_docstrings_become_code_blocks() -> None:
    source = '"""What.\n\n>>> 1 < 2\nTrue\n\nMore <b>.\n"""'
    text = "\n".join(gather().text_of(gather().ast.parse(source)))
    assert "```pycon\n>>> 1 < 2\nTrue\n```\n" in text and "More &lt;b&gt;." in text


def test_every_page_is_in_the_navigation() -> None:
    """Those at the top, and the index of every folder."""
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    named = set(re.findall(r": (\S+\.md)$", config, re.M))
    pages = {page.name for page in DOCS.glob("*.md")} | {
        f"{folder}/index.md" for folder in ("games", "reference", "strength", "decisions")
    }
    assert named == pages


@pytest.mark.slow
def test_the_site_is_built_and_a_broken_link_stops_it(tmp_path: Path) -> None:
    shutil.copytree(DOCS, tmp_path / "docs")
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    for name, text in {**gather().committed(), **generated()}.items():
        (tmp_path / "docs" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "docs" / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    site = tmp_path / "site"
    assert (site / "reference" / "core.html").exists() and (site / "search.json").exists()
    assert not list(site.rglob("*.py"))
    with (tmp_path / "docs" / "laws.md").open("a", encoding="utf-8") as page:
        page.write("\n[lost](lawn.md)\n")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode and "laws.md" in done.stdout + done.stderr


def test_a_release_is_refused_unless_everything_agrees(tmp_path: Path) -> None:
    inspect = tool(ROOT / "tools" / "release.py").inspect

    def git(*arguments: str) -> None:
        who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    def state(changes: str, package: str = "1.2.3") -> list[str]:
        (tmp_path / "src" / "spinney").mkdir(parents=True, exist_ok=True)
        (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n')
        (tmp_path / "src/spinney/__init__.py").write_text(f'__version__ = "{package}"\n')
        (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## {changes}\n")
        git("add", "-A")
        git("commit", "-m", "state", "--allow-empty")
        version, problems = inspect(tmp_path)
        assert version == "1.2.3"
        return list(problems)

    git("init")
    assert state("1.2.3 (2026-01-31)") == []
    (tmp_path / "new").touch()
    assert "uncommitted" in inspect(tmp_path)[1][0]
    assert "CHANGELOG" in state("Unreleased (1.2.3)")[0]
    assert "CHANGELOG" in state("1.2.2 (2026-01-31)")[0]
    assert "__init__" in state("1.2.3 (2026-01-31)", "1.2.2")[0]
    assert state("1.2.3 (2026-01-31)") == []
    git("tag", "v1.2.3")
    assert "exists" in state("1.2.3 (2026-01-31)")[0]


@GAMES
def test_every_game_gets_a_page(game: Game) -> None:
    page = gather().page(game)
    assert game.rulebook in page and all(f"`{verb}`" in page for verb in game.verbs.names)


def test_every_decision_is_listed() -> None:
    folder = DOCS / "decisions"
    index = (folder / "index.md").read_text()
    for page in folder.glob("*.md"):
        assert page.name == "index.md" or f"]({page.name})" in index


@pytest.mark.parametrize(
    "file", sorted(STRENGTH.glob("reports/*.json")), ids=lambda file: file.stem
)
def test_strength_is_what_the_arena_found(file: Path) -> None:
    """Each report is of the game as it is now, or its page says which version of the rules it is
    of and what has changed since; the page has its figures and its command.
    """
    report = msgspec.json.decode(file.read_bytes(), type=arena.ArenaReport)
    setting, rate = report.setting, report.pairings[0].rate
    game = shelf.games()[setting.game]
    assert report.version <= game.version and report.components == game.components
    text = (STRENGTH / f"{game.name}.md").read_text(encoding="utf-8")
    assert f"Components `{report.components}`, version {report.version}." in text
    for version in range(report.version + 1, game.version + 1):
        assert re.search(rf"\bVersion {version} changed \w+", text), f"what is new in {version}?"
    page = text.splitlines()
    rows = [line for line in page if f"(reports/{file.name})" in line]
    low, high = f"{rate.low:.1%}"[:-1], f"{rate.high:.1%}"[:-1]
    found = f"{rate.value:.1%}"[:-1] + f" % ({low} … {high})" if rate.low < 1 else "all games"
    assert rows and all(f"| {found} | {report.games} | {setting.seed} |" in row for row in rows)
    planned = setting.deals * len(arena.ways_round(setting.seats))
    assert any(line.startswith(arena.command(setting, planned)) for line in page)
