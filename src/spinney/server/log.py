"""The log of the server: events with named fields, one line each.

Only fields on a list are logged, so tokens, secrets, seeds, views and chat cannot get into a log by
mistake. Anything that looks like a token in the text of other libraries is masked. An exception is
logged with its type and place, never with its text.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from spinney.table.log import NAME

FIELDS = (
    "table",
    "game",
    "version",
    "seat",
    "seats",
    "connection",
    "connections",
    "tables",
    "player",
    "kind",
    "reason",
    "code",
    "status",
    "method",
    "address",
    "host",
    "port",
    "path",
    "count",
    "milliseconds",
    "error",
)
TOKEN = re.compile(r"[A-Za-z0-9_-]{20,}")
LONGEST = 300  # characters of a value


def setup(format: str = "auto", stream: TextIO | None = None, level: int = logging.INFO) -> None:
    """Write everything that any library logs to the stream, as JSON or as text for people."""
    stream = stream or sys.stderr
    people = format == "text" or (format == "auto" and stream.isatty())
    handler = logging.StreamHandler(stream)
    handler.setFormatter(PlainLines() if people else JsonLines())
    handler.addFilter(redact)
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level)
    for name in ("asyncio", "uvicorn", "uvicorn.error", "uvicorn.access"):
        other = logging.getLogger(name)
        other.handlers.clear()
        other.propagate = True
    logging.getLogger("uvicorn.access").setLevel(logging.WARNING)  # addresses of people's tables


def redact(record: logging.LogRecord) -> bool:
    """Remove everything from a record that must not be logged."""
    given = getattr(record, "fields", None)
    given = given if isinstance(given, dict) else {}
    kept = {name: harmless(name, given[name]) for name in FIELDS if name in given}
    if record.exc_info and record.exc_info[0] is not None:
        kind, _, trace = record.exc_info
        kept["error"] = kind.__name__
        kept["trace"] = " < ".join(places(trace))
    record.exc_info = record.exc_text = record.stack_info = None
    record.fields = kept
    text = record.getMessage()
    record.msg = text if record.name == NAME else blot(text)
    record.args = None
    return True


def harmless(name: str, value: Any) -> str | int | float | bool | None:
    if value is None or isinstance(value, bool | int | float):
        return value
    text = str(value)
    # A table's id looks like a token, but operators search for it.
    return (text if name in ("table", "connection") else blot(text))[:LONGEST]


def blot(text: str) -> str:
    return TOKEN.sub("***", text)[: 10 * LONGEST]


def places(trace: TracebackType | None) -> Iterator[str]:
    """The places of a traceback, the innermost first."""
    frames = []
    while trace is not None:
        code = trace.tb_frame.f_code
        frames.append(f"{Path(code.co_filename).name}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return reversed(frames[-8:])


class JsonLines(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": f"{moment(record)}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.msg,
        }
        if record.name != NAME:
            line["from"] = record.name
        return json.dumps(line | getattr(record, "fields", {}))


class PlainLines(logging.Formatter):
    """Time, event, then the fields."""

    def format(self, record: logging.LogRecord) -> str:
        fields = getattr(record, "fields", {}).items()
        shown = "".join(f"  {name}={plain(value)}" for name, value in fields)
        level = "" if record.levelno <= logging.INFO else f"{record.levelname.lower()}: "
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        return f"{at} {level}{plain(record.msg)}{shown}"


def moment(record: logging.LogRecord) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))


def plain(value: Any) -> str:
    """A value without line breaks and escape sequences, which must not reach a terminal."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in str(value))
