"""Checks, builds, tries and tags a release. `make release` runs it.

    TESTS=no   skip `make check` and `make test`
    TAG=no     stop before the tag

The wheel is built from the sdist and tried in a clean environment, so both are known to be
complete. Nothing is pushed or uploaded.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
PIP = ["-m", "pip", "--disable-pip-version-check", "-q"]


def main() -> int:
    version, problems = inspect(ROOT)
    if problems:
        print("\n".join(f"release: {problem}" for problem in problems), file=sys.stderr)
        return 1
    if os.environ.get("TESTS") != "no":
        run("make", "check")
        run("make", "test")
    with tempfile.TemporaryDirectory() as folder:
        wheel = build(version, Path(folder))
        attempt(wheel, version, Path(folder))
    if os.environ.get("TAG") == "no":
        print(f"release: {version} is ready; it was not tagged")
    else:
        run("git", "tag", "-a", f"v{version}", "-m", f"Spinney {version}")
        print(f"release: tagged v{version}; push it with `git push origin v{version}`")
    return 0


def inspect(root: Path) -> tuple[str, list[str]]:
    """The version, and what is wrong with the tree. It can be released if that is nothing."""
    version = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    package = (root / "src" / "spinney" / "__init__.py").read_text("utf-8")
    changes = (root / "CHANGELOG.md").read_text("utf-8")
    problems = []
    if f'__version__ = "{version}"' not in package:
        problems.append(f"src/spinney/__init__.py does not have version {version}")
    newest = re.search(r"^## (.*)$", changes, re.M)
    dated = rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)"
    if not newest or not re.fullmatch(dated, newest[1]):
        problems.append(f"CHANGELOG.md does not begin with a section '{version} (YYYY-MM-DD)'")
    if git(root, "status", "--porcelain"):
        problems.append("there are uncommitted changes or new files")
    if git(root, "tag", "--list", f"v{version}"):
        problems.append(f"the tag v{version} already exists")
    return version, problems


def build(version: str, folder: Path) -> Path:
    """The sdist of this tree, and the wheel of that sdist, both in dist/."""
    DIST.mkdir(exist_ok=True)
    ask = "import sys, setuptools.build_meta as build; build.build_sdist(sys.argv[1])"
    run(sys.executable, "-c", ask, str(DIST))
    sdist = DIST / f"spinney-{version}.tar.gz"
    venv.create(folder / "venv", with_pip=True)
    python = str(folder / "venv" / "bin" / "python")
    run(python, *PIP, "install", "--require-hashes", "--no-deps", "-r", str(ROOT / "lock/play.txt"))
    options = ["--no-build-isolation", "--no-deps", "-w", str(folder)]
    run(python, *PIP, "wheel", *options, str(sdist), cwd=folder)
    (wheel,) = folder.glob("spinney-*.whl")
    return Path(shutil.copy(wheel, DIST))


def attempt(wheel: Path, version: str, folder: Path) -> None:
    """Install the wheel where there is nothing else of ours, list the games, play one."""
    binaries = folder / "venv" / "bin"
    run(str(binaries / "python"), *PIP, "install", "--no-deps", str(wheel), cwd=folder)
    ask = "import spinney, sys; print(spinney.__version__, spinney.__file__, spinney.compiled)"
    said = output(str(binaries / "python"), "-c", ask, cwd=folder).split()
    if said[0] != version or not Path(said[1]).is_relative_to(folder):
        sys.exit(f"release: the installed package is {' '.join(said)}")
    print(f"release: {wheel.name}, compiled: {said[2]}")
    spinney = str(binaries / "spinney")
    listed = output(spinney, "games", cwd=folder)
    games = sorted(path.parent.name for path in (ROOT / "src/spinney/games").glob("*/rules.py"))
    missing = [name for name in games if name not in listed]
    if missing:
        sys.exit(f"release: `spinney games` does not list {', '.join(missing)}")
    run(spinney, "simulate", games[0], "--games", "1", "--players", "greedy", cwd=folder)


def run(*command: str, cwd: Path = ROOT) -> None:
    print("release:", *command, flush=True)
    if subprocess.run(command, cwd=cwd, env=environment()).returncode:
        sys.exit(f"release: failed: {' '.join(command)}")


def output(*command: str, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, env=environment(), capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"release: failed: {' '.join(command)}\n{done.stderr}")
    return done.stdout


def environment() -> dict[str, str]:
    """Our environment, without variables that make Python import this tree instead of the wheel."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
