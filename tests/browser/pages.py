"""Pages that tell on their own errors."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
PATIENCE = 15_000  # ms, for anything
# What a browser adds to the deal is always the same here: a test is dealt the same cards each time.
SAME_SHARE = """
    const draw = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (array) => array.length === 32 ? array.fill(7) : draw(array);
"""
expect.set_options(timeout=PATIENCE)


class Pages:
    """Opens pages, each for a guest of its own; at the end none may have had an error."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []
        self.forgiven: list[str] = []

    def __call__(self, address: str = "", *, theme: str = "light", **options: Any) -> Page:
        """A page of a new guest. `**PHONE` makes it a phone; theme is light or dark."""
        wishes = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
        context = self.browser.new_context(**{"color_scheme": theme, **wishes, **options})
        context.set_default_timeout(PATIENCE)
        context.add_init_script(SAME_SHARE)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.errors.append(f"uncaught: {error}"))
        if address:
            page.goto(address)
        return page

    def forgive(self, part: str) -> None:
        """Errors with these words are part of the test, as when its server dies."""
        self.forgiven.append(part)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.type}: {message.text}")

    def close(self) -> list[str]:
        for context in self.contexts:
            context.close()
        return [e for e in self.errors if not any(part in e for part in self.forgiven)]
