"""What may not be on somebody's page."""

from __future__ import annotations

import html
from collections.abc import Mapping

from msgspec import json
from playwright.sync_api import Page

from spinney.drawing.scene import Scene

WATCHER = -1

# everything on the page but the sheet of drawings, which is the same for everybody
SEEN = """() => {
  const page = document.body.cloneNode(true)
  page.querySelectorAll("svg:has(> symbol)").forEach(sheet => sheet.remove())
  return document.title + page.innerHTML
}"""


def seen(page: Page) -> str:
    """All that could be read from a page, by whatever means."""
    return html.unescape(page.evaluate(SEEN))


def untold(scenes: Mapping[int, Scene], stories: Mapping[int, str]) -> dict[int, set[str]]:
    """By viewer: what a seat is shown of its own things, and this viewer was never told."""
    shown = set().union(*(printed(scene) for scene in scenes.values()))
    told = {eyes: json.encode(scene).decode() + stories[eyes] for eyes, scene in scenes.items()}
    return {eyes: {name for name in shown if name not in told[eyes]} for eyes in scenes}


def printed(scene: Scene) -> set[str]:
    """The drawings of one's own things, and their names: the beginnings of labels."""
    own = [panel for panel in scene.panels if panel.seat == scene.me != WATCHER]
    pieces = [piece for panel in own for piece in panel.sprites]
    return {piece.art for piece in pieces} | {piece.label.split(",")[0] for piece in pieces} - {""}
