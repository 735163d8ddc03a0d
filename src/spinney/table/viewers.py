"""What one viewer has seen of a match: a version number, log lines, and the last few positions.

Each seat is a viewer, and all spectators together are one. A viewer knows only its views. Its
version rises when its view has changed, or when its own seat has acted. So while several seats
decide at the same time, the hidden choices of others do not make a move stale, and neither the
version nor the numbers in the log reveal how many choices there were. Replaying the log gives the
same viewer again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Raw
from msgspec.structs import replace
from mypy_extensions import mypyc_attr

from spinney.core.game import Game
from spinney.core.match import MatchLog, Played, TakenBack
from spinney.drawing.builder import build_scene, cached_panels
from spinney.drawing.diff import changed
from spinney.drawing.panel_cache import CachedPanel
from spinney.drawing.scene import Counted, Scene
from spinney.table.connection import encode
from spinney.table.messages import Event, LogLine, PastPosition

KEPT: Final = 20  # moments that can be sent again
SPECTATOR: Final = -1
NONE: Final[list[Any]] = []  # one shared empty list, because there are many
ENCODER: Final = msgspec.json.Encoder()
TAKEN_BACK: Final = {
    "free": "took a move back",
    "agreed": "took a move back, and everybody agreed",
    "alone": "took a move back; only computer players saw it",
}


# Encoded changes of panels, shared by several viewers. Entries keep the panels, so that no address
# is used again.
Shared = dict[tuple[int, int], tuple[CachedPanel, CachedPanel, str | Raw]]


class Sentence:
    """A log line of this viewer: a move that was not undone, or an undo."""

    __slots__ = ("counted", "move", "seat", "text")

    def __init__(
        self, move: Played | None, seat: int, text: str, counted: list[Counted] = NONE
    ) -> None:
        self.move = move
        self.seat = seat
        self.text = text
        self.counted = counted


class Moment:
    """A version of a viewer, for clients that reconnect. It is small, because there are many. Its
    scene is drawn only if somebody needs it."""

    __slots__ = (
        *("awaited", "back", "line", "lines", "over", "redo"),
        *("secret", "seed", "shares", "text", "undo", "version", "view"),
    )

    def __init__(
        self,
        version: int,
        view: Any,
        line: LogLine,
        back: bool,
        lines: list[LogLine],
        undo: str,
        redo: bool,
        awaited: list[int],
        over: bool,
        secret: str,
        seed: int,
        shares: list[str],
    ) -> None:
        self.version = version
        self.view = view
        self.line = line
        self.back = back
        self.lines = lines
        self.undo = undo
        self.redo = redo
        self.awaited = awaited
        self.over = over
        self.secret = secret
        self.seed = seed
        self.shares = shares
        self.text = b""  # the encoded Event


def log_lines(story: Sequence[Sentence]) -> list[LogLine]:
    """Sentences, each with the number of the position after it."""
    at = 0
    lines = []
    for sentence in story:
        at += sentence.move is not None
        brief = [replace(step, sprites=[]) for step in sentence.counted]
        lines.append(LogLine(at, sentence.seat, sentence.text, brief))
    return lines


def encode_moment(moment: Moment, scene: Scene) -> bytes:
    """A moment as an encoded Event."""
    return encode(
        Event(
            version=moment.version,
            scene=scene,
            line=moment.line,
            back=moment.back,
            lines=moment.lines,
            undo=moment.undo,
            redo=moment.redo,
            over=moment.over,
            secret=moment.secret,
            seed=moment.seed,
            shares=moment.shares,
            awaited=moment.awaited,
        )
    )


@mypyc_attr(allow_interpreted_subclasses=True)
class Viewer:
    """`seat` is -1 for the spectators."""

    def __init__(self, match: MatchLog, seat: int) -> None:
        self.seat = seat
        self.version = 0
        self.view = match.view(seat)
        self.story: list[Sentence] = []
        self.at = 0  # the number of moves in it
        self.moments: deque[Moment] = deque(maxlen=KEPT)
        self._panels: list[CachedPanel] | None = None
        self._before: list[CachedPanel] | None = None  # of the version before, if it was drawn

    @property
    def seen(self) -> bytes:
        """The view as JSON, as bots get it."""
        return ENCODER.encode(self.view)

    # ------------------------------------------------------------------------------ after a move
    def played(self, match: MatchLog, names: Sequence[str], played: Played) -> bool:
        """Update after a move. Returns whether this viewer has seen anything of it."""
        before = self.view
        if not self._look(match, played.seat):
            return False
        self.at += 1
        words, what = match.game.words, (before, played.seat, played.move, self.view)
        counted = words.count(*what) if words.count else NONE
        text = f"{names[played.seat]} {words.tell(*what)}"
        self.story.append(Sentence(played, played.seat, text, counted))
        return True

    def taken_back(self, match: MatchLog, names: Sequence[str], entry: TakenBack) -> bool:
        """Update after an undo: drop the sentences of undone moves, and add one about the undo."""
        standing = set(map(id, match.moves))
        self.story = [s for s in self.story if s.move is None or id(s.move) in standing]
        self.at = sum(sentence.move is not None for sentence in self.story)
        if not self._look(match, entry.seat):
            return False
        how = "free" if match.seats == 1 else entry.how  # in solo games nobody has to agree
        text = f"{names[entry.seat]} {TAKEN_BACK[how]}"
        self.story.append(Sentence(None, entry.seat, text))
        return True

    def _look(self, match: MatchLog, acted: int) -> bool:
        view = match.view(self.seat)
        if acted != self.seat and view == self.view:
            return False
        self.view = view
        self.version += 1
        self._before, self._panels = self._panels, None
        return True

    # ------------------------------------------------------------------------------ what is sent
    def lines(self) -> list[LogLine]:
        """All sentences so far, each with the number of the position after it."""
        return log_lines(self.story)

    def last_line(self) -> LogLine:
        last = self.story[-1]
        return LogLine(self.at, last.seat, last.text, last.counted)

    def after(self, have: int) -> list[Moment] | None:
        """What happened after a version. None if that version is too old, or never existed."""
        missing = self.version - have
        if have < 0 or not 0 <= missing <= len(self.moments):
            return None
        return list(self.moments)[len(self.moments) - missing :]

    def event(self, game: Game, names: Sequence[str], moment: Moment) -> bytes:
        """A moment for a client that reconnects, with the whole scene. Only the newest one has
        moves."""
        if not moment.text:
            if moment.version == self.version:
                scene = self.scene(game, names)
            else:
                scene = replace(build_scene(game, moment.view, names, [moment.line.text]), moves=[])
            moment.text = encode_moment(moment, scene)
        return moment.text

    def news(self, game: Game, names: Sequence[str], shared: Shared) -> bytes:
        """The newest moment as changes, for those who have seen the one before."""
        old, now = self._before, self._drawn(game, names)
        self._before = None
        if old is None:
            return encode_moment(self.moments[-1], self.scene(game, names))
        panels: list[Any] = []
        for place, panel in enumerate(now):
            was = old[place] if place < len(old) else None
            if was is not None and was.bare is panel.bare:
                panels.append(panel.bare.id)
                continue
            name = panel.bare.id
            if was is None or was.bare.id != name:  # rare: panels nearly always keep their order
                was = next((other for other in old if other.bare.id == name), None)
            if was is None:
                panels.append(panel.panel())
                continue
            both = (id(was.bare), id(panel.bare))
            known = shared.get(both)
            if known is None:
                known = shared[both] = (was, panel, changed(was, panel))
            panels.append(known[2])
        return encode_moment(self.moments[-1], self._stage(game, names, panels))

    def scene(self, game: Game, names: Sequence[str], not_started: str = "") -> Scene:
        """The table as it is now. `not_started`: why nobody can move yet."""
        scene = self._stage(game, names, [one.panel() for one in self._drawn(game, names)])
        return replace(scene, prompt=not_started, moves=[]) if not_started else scene

    def _drawn(self, game: Game, names: Sequence[str]) -> list[CachedPanel]:
        if self._panels is None:
            self._panels = cached_panels(game, self.view, names)
        return self._panels

    def _stage(self, game: Game, names: Sequence[str], panels: list[Any]) -> Scene:
        news = [self.story[-1].text] if self.story else []
        return build_scene(game, self.view, names, news, panels)

    def redraw(self) -> None:
        """Drop what was drawn, because names have changed."""
        self._panels = None
        for moment in self.moments:
            moment.text = b""

    # -------------------------------------------------------------------------- earlier positions
    def position(self, match: MatchLog, names: Sequence[str], at: int) -> PastPosition | None:
        """The table after the first `at` moves that this viewer has seen, without undone moves."""
        seen = {id(s.move): s for s in self.story if s.move is not None}
        moves = [number for number, move in enumerate(match.moves, 1) if id(move) in seen]
        if not 0 <= at <= len(moves):
            return None
        game = match.game
        state = match.state_after(moves[at - 1] if at else 0)
        line = None
        if at:
            sentence = seen[id(match.moves[moves[at - 1] - 1])]
            line = LogLine(at, sentence.seat, sentence.text, sentence.counted)
        news = [line.text] if line else []
        scene = replace(build_scene(game, game.view(state, self.seat), names, news), moves=[])
        return PastPosition(at=at, of=len(moves), seat=self.seat, scene=scene, line=line)
