"""Lines that a person types: edited, remembered and completed where the terminal can do that.

On a pipe, and on a terminal that says it is dumb, a line is read as it is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

KEPT: Final = 500  # lines of the history


class LineInput:
    """Reads lines. `phrases` are whole lines that make sense now; Tab completes words of them."""

    def __init__(self, phrases: Callable[[], Iterable[str]], history: Path) -> None:
        self.phrases = phrases
        self.history = history
        self.echo = not sys.stdin.isatty()  # so that a transcript shows what was typed
        self.edited = not self.echo and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        self._found: list[str] = []
        if self.edited:
            self._begin()

    def _begin(self) -> None:
        try:
            import readline
        except ImportError:  # there is none for some systems
            self.edited = False
            return
        readline.set_completer(self._complete)
        readline.set_completer_delims(" ")
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
        if not libedit:
            readline.parse_and_bind("set show-all-if-ambiguous on")
            readline.parse_and_bind("set completion-ignore-case on")
            readline.parse_and_bind("set enable-bracketed-paste off")
        readline.set_history_length(KEPT)
        readline.clear_history()
        with suppress(OSError):
            readline.read_history_file(self.history)

    def read(self, prompt: str = "> ") -> str:
        """The next line. EOFError if there is none."""
        line = input(prompt).strip()
        if self.echo:
            print(line)
        return line

    def ask(self, prompt: str) -> str:
        """A line that is not remembered."""
        answer = input(prompt).strip()
        if self.edited and answer:
            import readline

            readline.remove_history_item(readline.get_current_history_length() - 1)
        return answer

    def close(self) -> None:
        """Remember the lines for the next game."""
        if self.edited:
            import readline

            with suppress(OSError):
                self.history.parent.mkdir(parents=True, exist_ok=True)
                readline.write_history_file(self.history)

    def _complete(self, word: str, number: int) -> str | None:
        import readline

        if number == 0:
            before = readline.get_line_buffer()[: readline.get_begidx()]
            self._found = completions(before, word, self.phrases())
        return self._found[number] if number < len(self._found) else None


def completions(before: str, word: str, phrases: Iterable[str]) -> list[str]:
    """The words that may follow, in the order of the phrases. Capitals do not matter."""
    place, begun = len(before.split()), [part.casefold() for part in before.split()]
    found: dict[str, None] = {}
    for phrase in phrases:
        words = phrase.split()
        if len(words) > place and [part.casefold() for part in words[:place]] == begun:
            if words[place].casefold().startswith(word.casefold()):
                # Capitals stay as they were typed, or words would not be seen as the same.
                rest = words[place][len(word) :]
                found.setdefault(f"{word}{rest}{' ' if len(words) > place + 1 else ''}")
    return list(found)
