"""The browser tests of this folder use the tools of tests/browser."""

from tests.browser.conftest import browser, deal, page_factory, server

__all__ = ["browser", "deal", "page_factory", "server"]
