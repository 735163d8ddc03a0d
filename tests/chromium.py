"""Finds a Chromium for the browser tests. As a script, it installs one if there is none.

The order: $CHROMIUM, a browser in the path, Playwright's own; to install, apt-get if root,
otherwise `playwright install`. Without a browser the browser tests are skipped with a warning, or
fail with SPINNEY_BROWSER=1.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ADVICE = """\
browser tests: SKIPPED, for no Chromium was found and none could be installed.
    Install Chromium or Chrome (Debian: `apt-get install chromium`), or name one:
    CHROMIUM=/path/to/chrome make test"""


def find() -> str | None:
    """The first that runs: Ubuntu's chromium-browser, for one, is only a note about snap."""
    named = [os.environ.get("CHROMIUM"), *map(shutil.which, NAMES)]
    return next((path for path in named if path and runs(path)), None) or of_playwright()


def runs(path: str) -> bool:
    try:
        asked = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.returncode == 0


def of_playwright() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install() -> str | None:
    own = [sys.executable, "-m", "playwright", "install", "chromium"]
    attempts = [own]
    if os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        attempts = [
            ["apt-get", "-qq", "update"],
            ["apt-get", "-qq", "install", "-y", "--no-install-recommends", "chromium"],
            [*own, "--with-deps"],
        ]
    for attempt in attempts:
        print("browser tests: no Chromium yet, trying", " ".join(attempt), flush=True)
        try:
            subprocess.run(attempt, timeout=600, capture_output=True, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            print(f"browser tests: {error}")
        if path := find():
            return path
    return None


def main() -> int:
    path = find() or install()
    print(f"browser tests: {path}" if path else ADVICE)
    return 1 if path is None and os.environ.get("SPINNEY_BROWSER") == "1" else 0


if __name__ == "__main__":
    sys.exit(main())
