"""Logs: one line for each event, and no secret gets in."""

from __future__ import annotations

import io
import json
import logging
import secrets
from collections.abc import Iterator
from typing import Any

import pytest

from spinney.server import log
from spinney.table.log import log_event


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def told(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_an_event_is_a_line_of_json() -> None:
    stream = io.StringIO()  # no terminal
    log.setup("auto", stream)
    log_event("moved", table="t1", seat=1, milliseconds=4.5, version=None)
    log_event("odd", level=logging.WARNING)
    first, second = told(stream)
    assert str(first.pop("time")).endswith("Z")
    assert first == {
        "level": "info",
        "event": "moved",
        "table": "t1",
        "version": None,
        "seat": 1,
        "milliseconds": 4.5,
    }
    assert second["level"] == "warning"


def test_people_read_it_more_easily() -> None:
    stream = io.StringIO()
    log.setup("text", stream)
    log_event("moved", table="t1", seat=1)
    log_event("sat down\n\x1b[31m", error="two\nlines", level=logging.ERROR)
    one, two = stream.getvalue().splitlines()
    assert one.endswith(" moved  table=t1  seat=1")
    assert two.endswith(r" error: sat down\n\x1b[31m  error=two\nlines")


@pytest.mark.parametrize("format", ["json", "text"])
def test_no_secret_gets_into_a_log(format: str) -> None:
    canary = secrets.token_urlsafe(16)
    stream = io.StringIO()
    log.setup(format, stream)
    unknown: Any = {name: canary for name in ("token", "secret", "seed", "sight", "text", "name")}
    log_event("asked", table="t1", **unknown)
    log_event("asked", error=f"cookie spinney_guest={canary} is no good")
    log_event("asked", error={"hand": canary})
    try:
        raise ValueError(canary)
    except ValueError:
        log_event("failed", trouble=True)
        logging.getLogger("other").exception("while doing %s", canary)
    logging.getLogger("uvicorn.error").info("GET /join?x=%s", canary)
    logging.getLogger("other").warning("fields", extra={"fields": canary})
    text = stream.getvalue()
    assert canary not in text
    assert len(text.splitlines()) == 7
    assert "ValueError" in text and "test_log.py:" in text


def test_values_are_kept_short() -> None:
    stream = io.StringIO()
    log.setup("json", stream)
    log_event("asked", reason="a " * 1000)
    assert len(str(told(stream)[0]["reason"])) == log.LONGEST


def test_setting_up_twice_writes_once() -> None:
    first, second = io.StringIO(), io.StringIO()
    log.setup("json", first)
    log.setup("json", second)
    log_event("here")
    assert not first.getvalue() and len(told(second)) == 1
