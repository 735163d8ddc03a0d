"""The command on a real terminal: keys go in, and what comes out is kept."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
from time import monotonic
from types import TracebackType

from .conftest import command

PATIENCE = 30.0
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()=>][A-B0]?|\x07")


class PtyTerminal:
    """A window of a size, and what is written in it, without colours."""

    def __init__(
        self, *args: object, term: str = "xterm", rows: int = 24, columns: int = 80
    ) -> None:
        self.parent, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = {**os.environ, "TERM": term}
        for name in ("LINES", "COLUMNS"):  # readline sets them; the window has a size of its own
            environment.pop(name, None)
        self.process = subprocess.Popen(
            command(*args),
            stdin=child,
            stdout=child,
            stderr=child,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(child)
        self.raw = ""
        self.read_until = 0

    def __enter__(self) -> PtyTerminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.parent)

    def expect(self, pattern: str) -> str:
        """Wait until this is written, and return all since the last time."""
        until = monotonic() + PATIENCE
        while True:
            text = ESCAPES.sub("", self.raw).replace("\r", "")[self.read_until :]
            found = re.search(pattern, text)
            if found:
                self.read_until += found.end()
                return text[: found.end()]
            assert monotonic() < until, f"no {pattern!r} in {text!r}"
            if select.select([self.parent], [], [], 0.1)[0]:
                try:
                    self.raw += os.read(self.parent, 65536).decode("utf-8", "replace")
                except OSError:  # the process has closed its side
                    assert re.search(pattern, text), f"ended without {pattern!r}: {text!r}"

    def type(self, keys: str) -> None:
        os.write(self.parent, keys.encode())

    def prompt(self) -> str:
        return self.expect(r"\n> (?=$|[^\n]*$)")

    def end(self) -> int:
        self.type("\x04")
        return self.process.wait(PATIENCE)
