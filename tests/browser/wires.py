"""The line between a page and the server, in the hands of a test."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, WebSocketRoute


class Wire:
    """All that goes over the WebSockets of a page. It can be cut, or made deaf."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []
        self.deaf = False  # what the server says is lost
        self.down = False  # no new line either
        self.lines: list[WebSocketRoute] = []
        page.route_web_socket("**/ws", self._opened)

    def _opened(self, line: WebSocketRoute) -> None:
        if self.down:
            line.close(code=1013)
            return
        self.lines.append(line)
        server = line.connect_to_server()

        def up(message: str | bytes) -> None:
            self.sent.append(json.loads(message))
            server.send(message)

        def back(message: str | bytes) -> None:
            if not self.deaf:
                line.send(message)

        line.on_message(up)
        server.on_message(back)

    def cut(self) -> None:
        for line in self.lines:
            line.close(code=1013)
        self.lines.clear()

    @property
    def wishes(self) -> list[dict[str, Any]]:
        """The moves that were asked for."""
        return [said for said in self.sent if said["type"] == "move"]
