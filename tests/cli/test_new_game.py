"""spinney new-game: a folder that plays, is drawn and obeys the laws at once, in a copy of ours."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from spinney.cli import new_game
from spinney.core import shelf
from spinney.table import messages
from tests.server.living import Guest, Server

from .conftest import Run

ROOT = Path(__file__).parent.parent.parent
PARTS = ("src", "tests", "docs", "pyproject.toml", "setup.py", "Makefile", "README.md")
LEFT_OUT = ("*.so", "*.pyd", "__pycache__", "build.json", "client", "*.egg-info")
# Shared tests that are put to each game on the shelf by its name.
SHARED = (
    "tests/laws",
    "tests/core/test_shelf.py",
    "tests/players/test_players.py",
    "tests/players/test_levels.py",
    "tests/players/test_hints.py",
    "tests/server/test_rulebook.py",
    "tests/table/test_secrets.py",
    "tests/test_cases.py",
    "tests/test_order.py",
    "tests/test_docs.py",
    "tests/test_fuzz.py",
)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["Red-Squirrel"], "'Red-Squirrel' cannot be a game's name: small letters, digits and"),
        (["../hazel"], "'../hazel' cannot be a game's name"),
        (["1st"], "'1st' cannot be a game's name"),
        (["hazel_"], "'hazel_' cannot be a game's name"),
        (["lambda"], "'lambda' cannot be a game's name"),
        (["h" * 25], "is too long: a game's name has at most 24 letters"),
        (["state"], "'state' cannot be a game's name: src/spinney/"),
        (["hazel", "--seats", "0"], "--seats 0: a number from 2 to 4, or a range such as 2-4"),
        (["hazel", "--seats", "4-2"], "--seats 4-2: a number from 2 to 4"),
        (["hazel", "--seats", "2-9"], "--seats 2-9: a number from 2 to 4"),
        (["hazel", "--seats", "two"], "--seats two: a number from 2 to 4"),
        ([next(iter(shelf.games()))], "exists already"),
        ([], "arguments are required: NAME"),
    ],
)
def test_mistakes_are_told_in_one_line(spinney: Run, args: list[str], says: str) -> None:
    code, out, err = spinney("new-game", *args)
    assert (code, out) == (2, "")
    assert err.startswith("spinney: ") and err.count("\n") == 1 and says in err
    assert not (ROOT / "src" / "spinney" / "games" / "hazel").exists()


def test_without_a_source_checkout_there_is_nowhere_to_write(
    spinney: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(new_game, "ROOT", tmp_path)
    code, _, err = spinney("new-game", "hazel")
    assert code == 2 and "works only in a source checkout" in err


def test_every_line_that_differs_is_found_in_the_template() -> None:
    folders = (ROOT / "src/spinney/templates/game", ROOT / "tests/templates/game")
    files = [
        file for folder in folders for file in folder.rglob("*") if file.suffix in (".py", ".md")
    ]
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    for old in new_game.substitutions("hazel", range(2, 5)):
        assert old in text, old


# ------------------------------------------------------------------------------ in a copy of ours
InCopy = Callable[..., str]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source tree, with nothing compiled."""
    place = tmp_path_factory.mktemp("checkout")
    for part in PARTS:
        if (ROOT / part).is_dir():
            ignored = shutil.ignore_patterns(*LEFT_OUT)
            shutil.copytree(ROOT / part, place / part, ignore=ignored)
        else:
            shutil.copy(ROOT / part, place)
    return place


def environment(copy: Path) -> dict[str, str]:
    """Runs the modules of the copy, and not those that are installed."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "SPINNEY_"))}
    paths = [str(copy / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    return kept | {"PYTHONPATH": os.pathsep.join(paths), "SPINNEY_PURE": "1"}


@pytest.fixture(scope="module")
def run(copy: Path) -> InCopy:
    def run(*command: str, typed: str = "") -> str:
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=copy,
            env=environment(copy),
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=200,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="module")
def written(run: InCopy) -> str:
    """What the command printed. The name is the word that the template's rules use all the time."""
    return run("spinney.cli", "new-game", "acorn")


@pytest.mark.slow
def test_it_says_what_it_wrote_and_how_to_go_on(copy: Path, written: str) -> None:
    for folder in ("src/spinney/games/acorn", "tests/games/acorn"):
        assert f"{folder}/\n" in written and (copy / folder).is_dir()
    assert "rules.py" in written and "2-greedy.record" in written and "test_rules.py" in written
    steps = written.partition("\nNext:\n")[2].splitlines()
    wanted = (" play acorn", " serve --open", " tests/laws -k acorn")
    assert len(steps) == 3 and all(map(str.endswith, steps, wanted))
    for file in (copy / "src/spinney/games/acorn").rglob("*.py"):
        assert "templates" not in file.read_text(encoding="utf-8"), file.name


@pytest.mark.slow
@pytest.mark.usefixtures("written")
def test_its_tests_and_the_shared_ones_pass(run: InCopy) -> None:
    quiet = ("-q", "-p", "no:cacheprovider")
    out = run("pytest", *quiet, "-m", "not slow", "tests/games/acorn", *SHARED, "-k", "acorn")
    assert int(re.findall(r"(\d+) passed", out)[-1]) > 60


@pytest.mark.slow
@pytest.mark.usefixtures("written")
def test_it_is_formatted_as_everything_else(copy: Path, run: InCopy) -> None:
    long = "a_name_of_all_24_letters"
    run("spinney.cli", "new-game", long, "--seats", "3")
    try:
        folders = [
            f"{place}/games/{name}"
            for place in ("src/spinney", "tests")
            for name in ("acorn", long)
        ]
        run("ruff", "check", *folders)
        run("ruff", "format", "--check", *folders)
        listed = run("spinney.cli", "games")
        assert "A Name Of All 24 Letters" in listed and "3 players" in listed
    finally:
        for place in ("src/spinney", "tests"):
            shutil.rmtree(copy / place / "games" / long)


@pytest.mark.slow
@pytest.mark.usefixtures("written")
def test_it_is_played_in_the_terminal(run: InCopy) -> None:
    out = run("spinney.cli", "play", "acorn", "--seed", "1", "--seats", "3", typed="1\n" * 60)
    assert "Gather a" in out and "all nests were opened" in out


@pytest.mark.slow
@pytest.mark.usefixtures("written")
def test_it_is_played_over_the_wire(copy: Path, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.environment = environment(copy)
    try:
        server.start()
        ann = Guest(server, "Ann")
        assert "acorn" in [game.name for game in ann.get("/api/shelf", messages.Shelf).games]
        table = ann.lay("me", "greedy", game="acorn")
        with ann.sit(table.table, 0) as line:
            made = 0
            while not line.over:
                if line.scene.moves:
                    assert isinstance(line.move(line.scene.moves[-1].id), messages.Ack)
                    made += 1
                line.hear()
            assert made > 10 and line.scene.scores[0].rank in (1, 2)
    finally:
        server.end()


@pytest.mark.slow
def test_shared_tests_do_not_ask_how_long_a_game_is(copy: Path, run: InCopy) -> None:
    """A game of six moves for three or four players, on the same shelf. Luck decides it, so its
    quick policy may lose to chance.
    """
    run("spinney.cli", "new-game", "sprout", "--seats", "3-4")
    folders = [copy / "src/spinney/games/sprout", copy / "tests/games/sprout"]
    try:
        components = folders[0] / "components.toml"
        counts = iter((1, 1, 2, 2))
        few = re.sub(r"copies = \d+", lambda _: f"copies = {next(counts)}", components.read_text())
        components.write_text(few)
        shutil.rmtree(folders[0] / "examples")
        run("tests.laws.golden", "sprout")
        chosen = "sprout and not instinct_beats_chance"
        run("pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow", *SHARED, "-k", chosen)
    finally:
        for folder in folders:
            shutil.rmtree(folder)
