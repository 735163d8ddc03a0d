"""A test that hangs is ended, and the others go on."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
HANGS = """
def test_that_hangs():
    while True:
        pass

def test_after_it():
    pass
"""


def test_every_test_has_a_time_limit() -> None:
    options = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
    assert 0 < options["timeout"] <= 600


def test_a_test_that_hangs_is_ended(tmp_path: Path) -> None:
    (tmp_path / "test_endless.py").write_text(HANGS)
    options = ("-q", "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml"), "--timeout=1")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *options, f"--rootdir={tmp_path}", str(tmp_path)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "1 failed, 1 passed" in ran.stdout, ran.stdout + ran.stderr
    assert "test_that_hangs" in ran.stdout and "Timeout" in ran.stdout
