"""A real browser, a server to look at, and axe to ask about what is seen.

The browser belongs to this folder, not to the whole session: while Playwright drives it, no other
test of the same process may run an event loop of its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from spinney.core import build
from tests import chromium
from tests.browser.dealt import Dealt, dealing
from tests.browser.pages import Pages

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    if path is None:
        if os.environ.get("SPINNEY_BROWSER") == "1":
            pytest.fail("no Chromium: run `make browser`, or set CHROMIUM")
        pytest.skip("no Chromium: run `make browser`, or set CHROMIUM")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        args = ["--no-sandbox"] if root else []
        browser = playwright.chromium.launch(executable_path=path, args=args)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dealt]:
    """One server for all tests that do not harm theirs."""
    if not (build.PACKAGE / "client" / "index.html").exists():
        pytest.fail("there is no client to look at: run `make build`")
    with dealing(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(autouse=True)
def deal(request: pytest.FixtureRequest) -> None:
    """A test is dealt the same cards every time: a red one is red again."""
    if "server" in request.fixturenames:
        request.getfixturevalue("server").deal(request.node.nodeid)


@pytest.fixture
def page_factory(browser: Browser) -> Iterator[Pages]:
    pages = Pages(browser)
    yield pages
    assert pages.close() == []


@pytest.fixture
def accessible() -> Callable[[Page], None]:
    """Asks axe about a page as it is now."""

    def ask(page: Page) -> None:
        results = Axe().run(page, options={"runOnly": RULES, "resultTypes": ["violations"]})
        faults = [
            f"{fault['id']}: {fault['help']}\n    "
            + "\n    ".join(n["html"] for n in fault["nodes"])
            for fault in results.response["violations"]
        ]
        assert not faults, "\n".join(faults)

    return ask
