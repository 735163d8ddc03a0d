"""Errors that are sent to a client."""

from __future__ import annotations


class RequestRefused(Exception):
    """A request at a table that is not granted. `rule` names the rule that forbids it."""

    def __init__(self, text: str, reason: str = "illegal", rule: str = "") -> None:
        super().__init__(text)
        self.text, self.reason, self.rule = text, reason, rule


class BadRequest(Exception):
    """A call to the lobby that is not granted. `status` is the HTTP status of the answer."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


class NotFound(BadRequest):
    """It does not exist, or it is not for this guest. The answer is the same for both."""

    def __init__(self) -> None:
        super().__init__(404, "There is nothing here.")
