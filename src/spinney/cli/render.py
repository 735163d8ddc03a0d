"""Prints a position, moves, scores and rules in the terminal, in its colours and width."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, takewhile
from textwrap import wrap
from typing import Any

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from spinney.cli.console import OutputConsole, called
from spinney.cli.parse_move import Offer
from spinney.cli.rulebook import look_up, sections
from spinney.core.game import Game, Outcome
from spinney.core.rng import Rng
from spinney.drawing.origins import sentences
from spinney.players.hints import Hint

GAP = 4  # columns between the table and the moves next to it
MANY = 20  # with more moves than this, long groups are shortened
FEW = 6  # moves that are shown of such a group
MOST = 60  # the same when some moves are asked for by their words
HEADS = 16  # lines that a group may have instead, each for the moves that begin alike
MOST_FRESH = 0.75  # part of the table from which it is printed whole
REMARK = 24  # columns for the remark next to a move
LISTED = 12  # sections that are listed if a word is in many
TIE = "\N{NO-BREAK SPACE}"
COLOURS = ("green", "magenta", "yellow", "cyan", "blue", "red")
NUMBER = re.compile(r"=-?\d+$")
LABEL = re.compile(r"\s*\S+ {2,}|\s+\S+ ")  # a label such as 'Decay   ' or '  3 ', for indentation


class Screen:
    """Prints for one match: a game, and the names of the players."""

    def __init__(
        self, game: Game, names: Sequence[str], ask: Callable[[str], str] | None = None
    ) -> None:
        self.game = game
        self.names = list(names)
        self.console = OutputConsole()
        self.ask = ask  # for the next page; None: nobody is asked
        self.printed: set[str] = set()  # the parts of the table that were printed last

    def say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style))

    def command(self, words: Sequence[str]) -> None:
        """A command to copy: on one line, even if it is long."""
        self.console.print(Text(f"  {shlex.join([*called(), *words])}"), soft_wrap=True)

    def heading(self, text: str) -> None:
        self.console.print(Text(text, "bold green"))

    def line(self, text: str) -> None:
        """A horizontal line with a text."""
        self.console.print()
        self.console.rule(Text(text, "bold"), style="dim", align="left")

    # ------------------------------------------------------------------------------ position
    def position(
        self,
        view: Any,
        offered: Sequence[Offer],
        news: Sequence[str] = (),
        whole: bool = True,
    ) -> None:
        """The table and the moves, side by side if there is room; then scores, log lines and
        prompt.

        These come last, so that they are right above the input and visible in a small window.
        Unless the `whole` table is wanted, parts of it that did not change are left out.
        """
        text, left_out = self.news_of(self.game.words.text(view, self.names), whole)
        left = max(map(cell_len, text.splitlines()), default=0)
        right = self.console.width - left - GAP
        if left_out or right < self.breadth(offered):
            if text:
                self.console.print(self.drawn(text, self.console.width))
            if left_out:
                self.say("The rest of the table is as before; 'table' shows it.", "dim")
            self.console.print(Group(Text(), self.listing(offered, self.console.width)))
        else:
            grid = Table.grid(padding=(0, GAP, 0, 0))
            grid.add_column(width=left)
            grid.add_column(width=right)
            grid.add_row(self.drawn(text, left), self.listing(offered, right))
            self.console.print(grid)
        self.line(self.standing(view))
        self.news(news)
        self.say(self.game.words.prompt(view, self.names), "bold")

    def news_of(self, text: str, whole: bool) -> tuple[str, bool]:
        """The parts of the table that are not on the screen yet, and whether others are."""
        parts = text.split("\n\n")
        fresh = [part for part in parts if part not in self.printed]
        self.printed = set(parts)
        if whole or sum(map(len, fresh)) > len(text) * MOST_FRESH:
            return text, False
        return "\n\n".join(fresh), True

    def table(self, view: Any) -> None:
        text = self.game.words.text(view, self.names)
        self.console.print(self.drawn(text, self.console.width))
        self.reconstructed(view)

    def reconstructed(self, view: Any) -> None:
        """Say what is our reconstruction of all that is in sight."""
        for sentence in sentences(self.game.board.panels(view, self.names)):
            self.say(sentence, "dim")

    def drawn(self, text: str, width: int) -> Text:
        """The game's text of the table, wrapped with indentation, and coloured by its structure."""
        lines: list[Text] = []
        for line in text.splitlines():
            label = LABEL.match(line)
            hang = " " * (len(label.group()) if label else 2)
            parts = [Text(part) for part in broken(line, max(20, width), hang)]
            for part in parts:
                part.highlight_regex(r"\([^)]*\)", "dim")
            parts[0].highlight_regex(r"^\s+\w\S*", "cyan")
            parts[0].highlight_regex(r"^\w\S*(?= {2,})", "bold")
            for seat, name in enumerate(self.names):
                if line.startswith(f"{name}:"):
                    parts[0].stylize(f"bold {self.colour(seat)}", 0, len(name))
            lines += parts
        return Text("\n").join(lines)

    def colour(self, seat: int) -> str:
        return COLOURS[seat % len(COLOURS)]

    # --------------------------------------------------------------------------------- moves
    def breadth(self, offered: Sequence[Offer]) -> int:
        """The columns that the moves need, so that no sentence and few remarks are wrapped."""
        verb = max(len(offer.verb) for offer in offered)
        sentence = max(cell_len(offer.sentence) for offer in offered)
        remark = min(REMARK, max(cell_len(offer.gain) for offer in offered))
        return verb + len(str(len(offered))) + sentence + remark + 3 * 2

    def listing(self, offered: Sequence[Offer], width: int, whole: bool = False) -> RenderableType:
        """The numbered moves, a verb's name once. Long groups are cut short, very long ones even if
        the `whole` list is wanted.
        """
        name = max(len(offer.verb) for offer in offered)
        rows: list[tuple[str, str, str, str]] = []
        for verb in dict.fromkeys(offer.verb for offer in offered):
            group = [offer for offer in offered if offer.verb == verb]
            short = len(offered) > (MOST if whole else MANY) and len(group) > 2 * FEW
            lines = shortened(verb, group) if short else [line_of(offer) for offer in group]
            rows += [(verb if not i else "", *line) for i, line in enumerate(lines)]
        number = max(len(row[1]) for row in rows)
        room = width - name - number - 3 * 2
        sentence = min(max(cell_len(row[2]) for row in rows), max(room - REMARK, room // 2))
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(style="bold", width=name)
        grid.add_column(justify="right", style="cyan", width=number)
        grid.add_column(width=sentence)
        grid.add_column(style="dim", max_width=room - sentence)
        for row in rows:
            grid.add_row(*row)
        return grid

    def moves(self, offered: Sequence[Offer], whole: bool = False) -> None:
        self.paged(self.listing(offered, self.console.width, whole))

    def paged(self, what: RenderableType) -> None:
        """Print it; if it is longer than the window, a page at a time."""
        page = self.console.height - 2
        if self.ask is None or page < 5:
            return self.console.print(what)
        lines = self.console.render_lines(what, pad=False)
        for first in range(0, len(lines), page):
            for line in lines[first : first + page]:
                self.console.print(Text.assemble(*((s.text, s.style or "") for s in line)))
            left = len(lines) - first - page
            if left > 0 and self.ask(f"-- {left} more lines: Enter, or q to stop -- "):
                return None
        return None

    # --------------------------------------------------------------------------------- story
    def news(self, lines: Iterable[str]) -> None:
        """Each line; a line that comes several times in a row, once."""
        for line, same in groupby(lines):
            times = len(list(same))
            self.console.print(
                self.named(line).append(f" ({times} times)" if times > 1 else "", "dim")
            )

    def story(self, lines: Iterable[tuple[int, str]]) -> None:
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", style="dim")
        grid.add_column()
        for number, line in lines:
            grid.add_row(str(number), self.named(line))
        self.console.print(grid)

    def named(self, line: str) -> Text:
        """A log line with the player's name in colour."""
        text = Text(line)
        for seat, name in enumerate(self.names):
            if line.startswith(f"{name} "):
                text.stylize(self.colour(seat), 0, len(name))
        return text

    def coach(self, says: str, why: str = "", numbers: Sequence[int] = ()) -> None:
        """A step of the guide, with the numbers of its moves if they are few."""
        text = Text.assemble(("» ", "bold green"), (says, "bold green"))
        if 0 < len(numbers) <= FEW:
            text.append(f" ({' or '.join(map(str, numbers))})", "cyan")
        self.console.print(text)
        if why:
            self.console.print(Padding(Text(why, "green"), (0, 0, 0, 2)))

    # --------------------------------------------------------------------------------- score
    def outcome(self, view: Any) -> Outcome:
        """The score, as far as the viewer may know it."""
        table = self.game.state_from_view(view)
        table.determinize(Rng(0))
        return self.game.outcome(table)

    def standing(self, view: Any) -> str:
        scores = self.outcome(view).scores
        return " · ".join(f"{name} {score}" for name, score in zip(self.names, scores, strict=True))

    def score(self, outcome: Outcome) -> None:
        """The score lines of every seat, with the total."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column()
        grid.add_column(justify="right")
        for seat, name in enumerate(self.names):
            if seat:
                grid.add_row("", "")
            colour = f"bold {self.colour(seat)}"
            grid.add_row(Text(name, colour), Text(str(outcome.scores[seat]), colour))
            for line in outcome.lines[seat]:
                grid.add_row(f"  {line.text}", str(line.points))
            if not outcome.lines[seat]:
                grid.add_row(Text("  nothing", "dim"), "")
        self.console.print(grid)

    def victory(self, outcome: Outcome) -> None:
        """Who won, or who shares the victory."""
        first = [self.names[seat] for seat in outcome.winners]
        if outcome.verdict or not first:
            text = outcome.verdict or "Nobody wins."
        elif len(first) > 1:
            text = f"A tie: {', '.join(first[:-1])} and {first[-1]} share the victory."
        else:
            text = f"{first[0]} {'win' if first[0] == 'You' else 'wins'}."
        self.say(text, "bold")

    def hint(self, hint: Hint, offered: Sequence[Offer]) -> None:
        """The moves of a hint, the chances of each, and the reason for the first."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right")
        grid.add_column()
        grid.add_column(justify="right")
        grid.add_column(justify="right")
        grid.add_row("", "", Text("points" if hint.alone else "chance to win", "dim"))
        numbers = {offer.words: offer for offer in offered}
        for place, one in enumerate(hint.candidates):
            offer = numbers[one.move]
            sure = hint.proved and not place
            give = "proved" if sure else f"± {one.give:.{1 if hint.alone else 0}f}"
            promise = f"{one.promise:.1f}" if hint.alone else f"{one.promise:.0f} %"
            grid.add_row(str(offer.number), offer.sentence, promise, give)
        self.console.print(grid)
        if hint.because:
            self.say(hint.because)

    # --------------------------------------------------------------------------------- rules
    def rules(self, wanted: str) -> None:
        """The rule with a number, the sections with a word, or the list of all sections."""
        from rich.markdown import Markdown  # imported here: slow to load, and rarely needed

        if not wanted:
            for title in sections(self.game.rulebook):
                self.say(f"  {title}")
            self.say("'rules R1' shows a rule, 'rules WORD' finds one.", "dim")
            return
        found = look_up(self.game.rulebook, wanted)
        if not found:
            self.say(f"The rulebook has no {wanted!r}; 'rules' lists what it has.", "red")
        elif len(found) == 1:
            [(title, text)] = found.items()
            self.say(title, "bold")
            self.paged(Padding(Markdown(text), (0, 0, 0, 2)))
        else:
            for title in list(found)[:LISTED]:
                self.say(f"  {title}")
            if len(found) > LISTED:
                self.say(f"  … and {len(found) - LISTED} more")
            first = next(iter(found)).split(" ")[0]
            self.say(f"{wanted!r} is in all of these; 'rules {first}' shows the first.", "dim")


def line_of(offer: Offer) -> tuple[str, str, str]:
    return str(offer.number), offer.sentence, offer.gain


def words_of(offer: Offer) -> list[str]:
    return offer.sentence.split()


def shortened(verb: str, group: Sequence[Offer]) -> list[tuple[str, str, str]]:
    """A long group of moves: one line for all that begin alike, or the first few."""
    fields = [offer.words.split()[1:] for offer in group]
    same = len(list(takewhile(lambda column: len(set(column)) == 1, zip(*fields, strict=False))))
    heads: dict[str, list[Offer]] = {}
    for offer, parts in zip(group, fields, strict=True):
        heads.setdefault(" ".join(parts[: same + 1]), []).append(offer)
    if len(heads) > min(HEADS, len(group) // 2):
        cut = f"{len(group) - FEW} more", f"'moves {verb}' lists them"
        return [*map(line_of, group[:FEW]), ("…", *cut)]
    lines = []
    for head, some in heads.items():
        if len(some) == 1:
            lines.append(line_of(some[0]))
            continue
        first, last = some[0].number, some[-1].number
        number = f"{first}-{last}" if last - first == len(some) - 1 else f"{first}…"
        alike = takewhile(
            lambda column: len(set(column)) == 1, zip(*map(words_of, some), strict=False)
        )
        begins = " ".join(column[0] for column in alike).rstrip(",")
        wanted = " ".join(
            part if NUMBER.search(part) else part.partition("=")[2] for part in head.split()
        )
        lines.append((number, f"{begins} … ({len(some)} ways)", f"'moves {verb} {wanted}'"))
    return lines


def broken(line: str, width: int, hang: str) -> list[str]:
    """A line as several if it is too long, preferably wrapped between the items of a list."""
    if len(line) <= width:
        return [line]
    tied = re.sub(r"(?<=\S)(?<![,;:.]) (?=[^ (])", TIE, line)
    if max(map(len, tied.split(" "))) + len(hang) > width:
        tied = line
    return [part.replace(TIE, " ") for part in wrap(tied, width, subsequent_indent=hang)]
