"""Prints a position, moves, scores and rules in the terminal, in its colours and width."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
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
from spinney.players.hints import Hint

GAP = 4  # columns between the table and the moves next to it
MANY = 40  # with more moves than this, long groups are shortened
FEW = 6  # moves that are shown of such a group
REMARK = 24  # columns for the remark next to a move
LISTED = 12  # sections that are listed if a word is in many
TIE = "\N{NO-BREAK SPACE}"
COLOURS = ("green", "magenta", "yellow", "cyan", "blue", "red")
LABEL = re.compile(r"\s*\S+ {2,}|\s+\S+ ")  # a label such as 'Decay   ' or '  3 ', for indentation


class Screen:
    """Prints for one match: a game, and the names of the players."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.game = game
        self.names = list(names)
        self.console = OutputConsole()

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
    def position(self, view: Any, offered: Sequence[Offer], news: Sequence[str] = ()) -> None:
        """The table and the moves, side by side if there is room; then scores, log lines and
        prompt.

        These come last, so that they are right above the input and visible in a small window.
        """
        lines = self.game.words.text(view, self.names).splitlines()
        left = max(map(cell_len, lines), default=0)
        right = self.console.width - left - GAP
        if right < self.breadth(offered):
            moves = self.listing(offered, self.console.width)
            self.console.print(Group(self.drawn(view, self.console.width), Text(), moves))
        else:
            grid = Table.grid(padding=(0, GAP, 0, 0))
            grid.add_column(width=left)
            grid.add_column(width=right)
            grid.add_row(self.drawn(view, left), self.listing(offered, right))
            self.console.print(grid)
        self.line(self.standing(view))
        self.news(news)
        self.say(self.game.words.prompt(view, self.names), "bold")

    def table(self, view: Any) -> None:
        self.console.print(self.drawn(view, self.console.width))

    def drawn(self, view: Any, width: int) -> Text:
        """The game's text of the table, wrapped with indentation, and coloured by its structure."""
        lines: list[Text] = []
        for line in self.game.words.text(view, self.names).splitlines():
            label = LABEL.match(line)
            hang = " " * (len(label.group()) if label else 2)
            parts = [Text(part) for part in broken(line, max(20, width), hang)]
            for part in parts:
                part.highlight_regex(r"\([^)]*\)", "dim")
            parts[0].highlight_regex(r"^\s+\S+", "cyan")
            parts[0].highlight_regex(r"^\S+(?= {2,})", "bold")
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

    def listing(self, offered: Sequence[Offer], width: int, only: str = "") -> RenderableType:
        """The numbered moves. Each verb is printed once. Long groups are shortened, except
        `only`."""
        shown = [offer for offer in offered if only in ("", offer.verb)]
        name = max(len(offer.verb) for offer in shown)
        number = len(str(len(offered)))
        room = width - name - number - 3 * 2
        sentence = min(max(len(offer.sentence) for offer in shown), max(room - REMARK, room // 2))
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(style="bold", width=name)
        grid.add_column(justify="right", style="cyan", width=number)
        grid.add_column(width=sentence)
        grid.add_column(style="dim", max_width=room - sentence)
        for verb in dict.fromkeys(offer.verb for offer in shown):
            group = [offer for offer in shown if offer.verb == verb]
            cut = FEW if len(shown) > MANY and len(group) > 2 * FEW and not only else len(group)
            for offer in group[:cut]:
                first = verb if offer is group[0] else ""
                grid.add_row(first, str(offer.number), offer.sentence, offer.gain)
            if cut < len(group):
                grid.add_row("", "…", f"{len(group) - cut} more", f"'moves {verb}' lists them")
        return grid

    def moves(self, offered: Sequence[Offer], verb: str = "") -> None:
        self.console.print(self.listing(offered, self.console.width, verb))

    # --------------------------------------------------------------------------------- story
    def news(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.console.print(self.named(line))

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
            self.console.print(Padding(Markdown(text), (0, 0, 0, 2)))
        else:
            for title in list(found)[:LISTED]:
                self.say(f"  {title}")
            if len(found) > LISTED:
                self.say(f"  … and {len(found) - LISTED} more")
            first = next(iter(found)).split(" ")[0]
            self.say(f"{wanted!r} is in all of these; 'rules {first}' shows the first.", "dim")


def broken(line: str, width: int, hang: str) -> list[str]:
    """A line as several if it is too long, preferably wrapped between the items of a list."""
    if len(line) <= width:
        return [line]
    tied = re.sub(r"(?<=\S)(?<![,;:.]) (?=[^ (])", TIE, line)
    if max(map(len, tied.split(" "))) + len(hang) > width:
        tied = line
    return [part.replace(TIE, " ") for part in wrap(tied, width, subsequent_indent=hang)]
