"""Answers in JSON, and who asked."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response


def address(asking: HTTPConnection) -> str:
    return asking.client.host if asking.client else ""


def answer(
    body: Any, status: int = 200, cookie: str = "", headers: dict[str, str] | None = None
) -> Response:
    fields = {"cache-control": "no-store"} | (headers or {})
    response = Response(msgspec.json.encode(body), status, fields, "application/json")
    if cookie:
        response.headers.append("set-cookie", cookie)
    return response
