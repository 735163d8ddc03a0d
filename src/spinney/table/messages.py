"""All messages between a client and a table, as types (docs/wire.md explains the protocol).

A client sends a hello with the version it has, and gets what happened since, or the whole table.
Every request has an id that the client chooses. A request that is sent twice is answered twice and
done once. A move also names the version that it replies to. What a client gets is built for one
viewer, from that viewer's view.

The names of these classes are used only in Python. Messages contain tags and field names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from spinney.core.components import LARGEST, Difference
from spinney.core.fairness import SHARE
from spinney.core.options import LONGEST, Kind
from spinney.drawing.scene import Counted, Panel, Scene, Score, Sprite, Step

PROTOCOL = 3  # rises when clients must understand something new; older ones get Reload
OLDEST = 2  # still accepted: everything of 3 except the archive

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Words = Annotated[str, Meta(min_length=1, max_length=200)]
Seat = Annotated[int, Meta(ge=-1, le=7)]  # -1 is a spectator
Colour = Annotated[int, Meta(ge=-1, le=3)]  # -1: any


# ---------------------------------------------------------------------------- messages of a client
class ClientMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Something that a client sends."""


class Hello(ClientMessage, frozen=True, tag="hello"):
    """The first message on every connection. `have` is the newest version the client has, or -1."""

    protocol: int
    table: Id
    seat: Seat = -1  # whose view to show: a seat of this guest, or -1
    have: int = -1


class DoMove(ClientMessage, frozen=True, tag="move"):
    id: Id
    seat: Seat
    move: Words
    version: int


class DoUndo(ClientMessage, frozen=True, tag="undo"):
    """Take my last move back. If others must agree, they are asked first."""

    id: Id
    seat: Seat


class DoRedo(ClientMessage, frozen=True, tag="redo"):
    id: Id
    seat: Seat


class Answer(ClientMessage, frozen=True, tag="answer"):
    """Yes or no to somebody who wants to take a move back."""

    id: Id
    seat: Seat
    yes: bool


class Say(ClientMessage, frozen=True, tag="say"):
    """A line of chat."""

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Why(ClientMessage, frozen=True, tag="why"):
    """Why is this not a legal move now?"""

    id: Id
    seat: Seat
    move: Words


class AskHint(ClientMessage, frozen=True, tag="hint"):
    """Which moves are good for my seat?"""

    id: Id
    seat: Seat


class Share(ClientMessage, frozen=True, tag="share"):
    """What my browser adds to the deal: random digits, sent after it got the commitment."""

    id: Id
    seat: Seat
    value: Annotated[str, Meta(pattern=SHARE)]


class Ping(ClientMessage, frozen=True, tag="ping"):
    pass


FromClient = Hello | DoMove | DoUndo | DoRedo | Answer | Say | Why | AskHint | Share | Ping


# ---------------------------------------------------------------------------- messages to a client
class ServerMessage(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """Something that a client receives."""


class Chair(Struct, frozen=True, omit_defaults=True):
    """A seat, as everybody may see it. No secrets, no tokens."""

    seat: int
    kind: str  # "person", "open", or the kind of bot
    name: str
    mine: bool = False  # belongs to the guest who receives this
    here: bool = False  # somebody is connected there
    done: bool = False  # has finished in a phase in which several seats decide
    sharing: bool = False  # its share is awaited; the table is not dealt before


class ChatLine(Struct, frozen=True):
    number: int
    name: str
    seat: int  # -1: a spectator
    text: str


class LogLine(Struct, frozen=True, omit_defaults=True, gc=False):
    """One sentence of the history, as this viewer may read it. `at` is the position after it."""

    at: int
    seat: int
    text: str
    counted: list[Counted] = []  # how points were counted; without the pieces in a whole log


class Pieces(Struct, frozen=True, omit_defaults=True):
    """A components file that a table is played with instead of the game's own."""

    components: str  # the hash of its data, as in records
    box: str = ""  # whose box it was corrected by; empty: whoever runs the server


class FullTable(ServerMessage, frozen=True, tag="table"):
    """The whole table for one viewer: the answer to hello, and to a stale move."""

    table: str
    game: str
    title: str
    seat: int
    version: int
    chairs: list[Chair]
    options: dict[str, str | int | bool]
    commitment: str  # hash of the secret the seed comes from
    scene: Scene
    log: list[LogLine]
    chat: list[ChatLine] = []
    undo: str = ""  # "", "free", "agreed", "alone": what an undo by this seat would need
    redo: bool = False
    asking: int = -1  # the seat that wants to undo and waits for answers
    over: bool = False
    secret: str = ""  # sent when the match is over: the deal follows from it and the shares
    seed: int = -1  # of a table that was dealt from a seed, before there were shares
    rematch: str = ""  # the table of the rematch
    awaited: list[int] = []
    dealt: bool = True  # False until all chairs are taken and all shares have arrived
    shares: list[str] = []  # sent when the match is over: what each seat added to the deal
    guide: list[Step] = []  # for people who play this for the first time
    pieces: Pieces | None = None  # if it is played with a components file of somebody's own


def like(struct: type[Struct], name: str, **other: Any) -> Any:
    """A struct with the same fields, some of them with other types."""
    fields: list[Any] = []
    for field in msgspec.structs.fields(struct):
        kind = other.get(field.name, field.type)
        if field.required:
            fields.append((field.name, kind))
        elif field.default is not msgspec.NODEFAULT:
            fields.append((field.name, kind, field.default))
        else:
            fields.append((field.name, kind, msgspec.field(default_factory=field.default_factory)))
    made = {"module": __name__, "frozen": True, "omit_defaults": True, "gc": False}
    return msgspec.defstruct(name, fields, **made)  # type: ignore[arg-type]


if TYPE_CHECKING:
    Redrawn = Panel
    Change = Scene
else:
    # A panel of an event. Sprites that have not changed since the message before are not sent
    # again: two numbers stand for a run of them, its start in the earlier panel and its length.
    Redrawn = like(Panel, "Redrawn", sprites=list[Sprite | tuple[int, int]])
    # The scene of an event. For a panel that has not changed only the id is sent.
    Change = like(Scene, "Change", panels=list[Redrawn | str])


def whole(change: Change, before: Scene | None) -> Scene:
    """The whole scene, from a change and the scene of the message before."""
    old = {panel.id: panel for panel in before.panels} if before else {}
    panels: list[Panel] = []
    sent: list[Any] = change.panels
    for panel in sent:
        if isinstance(panel, str):
            panels.append(old[panel])
            continue
        sprites: list[Sprite] = []
        for one in panel.sprites:
            if isinstance(one, tuple):
                sprites += old[panel.id].sprites[one[0] : one[0] + one[1]]
            else:
                sprites.append(one)
        panels.append(Panel(**msgspec.structs.asdict(panel) | {"sprites": sprites}))
    return Scene(**msgspec.structs.asdict(change) | {"panels": panels})


class Event(ServerMessage, frozen=True, tag="event"):
    """Something happened that this viewer can see: one sentence, and the table after it."""

    version: int
    scene: Change
    line: LogLine | None = None
    back: bool = False  # a move was taken back; `lines` is the whole log as it is now
    lines: list[LogLine] = []
    undo: str = ""
    redo: bool = False
    over: bool = False
    secret: str = ""
    seed: int = -1
    shares: list[str] = []
    awaited: list[int] = []


class Ack(ServerMessage, frozen=True, tag="ack"):
    """The request is done, and stored."""

    id: str
    version: int


class RefusalMessage(ServerMessage, frozen=True, tag="refused"):
    """The request was refused. Nothing has changed."""

    id: str
    text: str
    rule: str = ""
    stale: bool = False  # the table has changed; a FullTable follows


class AdviceCandidate(Struct, frozen=True, omit_defaults=True):
    """A good move with its chance to win in per cent (in solo games its points). `give` is half of
    the 95 % interval."""

    move: str
    words: str
    promise: float
    give: float = 0.0
    gain: str = ""


class Advice(ServerMessage, frozen=True, tag="hint"):
    """The best move, a few others, and a reason."""

    id: str
    move: str
    words: str
    gain: str = ""
    candidates: list[AdviceCandidate] = []  # the best one first
    because: str = ""
    alone: bool = False  # a solo game: the figures are points
    proved: bool = False  # no move is better than the first


class Chat(ServerMessage, frozen=True, tag="chat"):
    line: ChatLine


class Chairs(ServerMessage, frozen=True, tag="chairs"):
    """Somebody took a seat, left, came back, or finished deciding."""

    chairs: list[Chair]
    asking: int = -1
    rematch: str = ""
    awaited: list[int] = []


class Pong(ServerMessage, frozen=True, tag="pong"):
    pass


class Reload(ServerMessage, frozen=True, tag="reload"):
    """The client speaks an older protocol than the server, and must load the page again."""

    protocol: int


class Gone(ServerMessage, frozen=True, tag="gone"):
    """There is no such table, or it is not for this guest. The message is the same for both.

    With a text, the table exists but cannot be opened now. The text says why.
    """

    text: str = ""


class Archive(ServerMessage, frozen=True, tag="archive"):
    """A table that can only be read, because this server cannot replay its log. No other message
    follows. While the match is not over it contains only what this viewer may know."""

    table: str
    game: str
    title: str
    seat: int
    chairs: list[Chair]
    options: dict[str, str | int | bool]
    commitment: str
    # The reason: the rules or components have changed, the game is unknown, the log is damaged.
    why: Literal["rules", "shelf", "log"]
    version: int  # of the rules it was played with
    spinney: str  # the last version of Spinney that could replay it
    log: list[LogLine]  # first `told` sentences, then moves as text
    told: int
    chat: list[ChatLine] = []
    over: bool = False
    scores: list[Score] = []  # of a game that is over, if they were stored
    verdict: str = ""
    won: bool = True
    pieces: Pieces | None = None
    colours: list[int] = []  # as in a scene


FromServer = (
    FullTable
    | Event
    | Ack
    | RefusalMessage
    | Advice
    | Chat
    | Chairs
    | Pong
    | Reload
    | Gone
    | Archive
)


# ------------------------------------------------------------------------------------- plain HTTP
class PlayerKind(Struct, frozen=True):
    """A kind of bot that can be given a seat."""

    kind: str
    name: str  # "Greedy"
    says: str  # one sentence about it


class OptionField(Struct, frozen=True, omit_defaults=True):
    """One option of a game, as a field of a form."""

    name: str
    title: str
    default: str
    kind: Kind = "choice"  # a switch is "false" or "true"
    values: list[str] = []  # of a choice
    labels: list[str] = []  # their names, "" if they have none
    remarks: list[str] = []  # a sentence about each, or ""
    says: str = ""
    least: int | None = None  # of a number
    most: int | None = None
    longest: int = 0  # letters of a text
    seats: list[int] = []  # the numbers of players that have it; empty: all


class GameCard(Struct, frozen=True, omit_defaults=True):
    """A game on the shelf."""

    name: str
    title: str
    seats: list[int]
    minutes: int
    version: int
    tagline: str
    cover: str  # a symbol of the game's sheet
    options: list[OptionField]
    guide: bool = False  # there is a guided first game
    guided: dict[str, str] = {}  # … with these options
    pieces: Pieces | None = None  # what it is played with here, if not with its own components
    file: bool = False  # there is a components file to correct
    credits: str = ""  # who made the box
    reconstructed: str = ""  # a sentence about what is our reconstruction, if anything is
    reconstructed_in: str = ""  # where the rules tell of it: the number of a rule, or a heading


class Shelf(Struct, frozen=True):
    games: list[GameCard]
    players: list[PlayerKind]


class MyTable(Struct, frozen=True, omit_defaults=True):
    """A match of mine that can be resumed or looked at again."""

    table: str
    game: str
    title: str
    names: list[str]
    seats: list[int]  # mine
    over: bool
    awaited: bool  # it is my turn
    scores: list[int]
    archived: bool = False  # it can only be read


class Me(Struct, frozen=True):
    name: str
    tables: list[MyTable]


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=200)]


SeatRequest = Literal["me", "open"] | Annotated[str, Meta(max_length=40)]


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`seats` has one entry for each seat: "me", "open", or a kind of bot."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[str], Meta(min_length=1, max_length=8)]
    options: dict[
        Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=LONGEST)]
    ] = {}
    shares: bool = False  # my browser will add a share to the deal
    # A components file of mine to play with; empty: the game's own.
    file: Annotated[str, Meta(pattern=r"\A([0-9a-f]{64})?\Z")] = ""
    # The colour of each seat, by the seat that has it as printed; -1 where nobody minds. Empty: as
    # printed.
    colours: Annotated[list[Colour], Meta(max_length=8)] = []


class Opened(Struct, frozen=True):
    """A table was created. `invites` are tokens for its open seats; each works once."""

    table: str
    seats: list[int]  # mine
    invites: dict[int, str]  # by seat


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    invite: Annotated[str, Meta(min_length=10, max_length=64)]
    shares: bool = False  # my browser will add a share to the deal
    colour: Colour = -1  # one of the free ones, or any


class FreeColours(Struct, frozen=True):
    """The colours that somebody who sits down at a table may choose."""

    game: str
    free: list[int]
    mine: int  # the one to get without a wish; -1 if that depends on the seat


class Invitation(Struct, frozen=True, omit_defaults=True):
    """What a table is, before one sits down."""

    table: str
    game: str
    title: str
    names: list[str]  # of those who sit there; empty: a free chair
    pieces: Pieces | None = None


class NewFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A components file, to be checked or kept."""

    game: Annotated[str, Meta(max_length=40)]
    text: Annotated[str, Meta(max_length=LARGEST)]
    name: Annotated[str, Meta(max_length=200)] = ""


class Checked(Struct, frozen=True):
    """A components file that can be played with."""

    components: str  # the hash of its data
    changes: list[Difference]  # from the game's own file; only the first ones


class KeptFile(Struct, frozen=True):
    """A components file that a guest keeps."""

    file: str  # its id
    game: str
    name: str
    components: str
    created: int  # seconds since 1970


class KeptFiles(Struct, frozen=True):
    files: list[KeptFile]  # the newest first
    most: int  # that one may keep
    file: str = ""  # the one that was just kept


class Seated(Struct, frozen=True):
    table: str
    seat: int


class WrittenMove(Struct, frozen=True):
    """A move as text, as in the log. "back free" and the like are undos."""

    seat: int
    move: str


class Transcript(Struct, frozen=True):
    """The download of a table that can only be read. While the match is not over it has no secret,
    and only the moves of the reader's own seats."""

    table: str
    commitment: str
    secret: str  # "" while the game is not over
    shares: list[str]  # what the seats added to the deal; empty while the game is not over
    spinney: str  # the last version that could replay it
    game: str
    version: int
    components: str
    options: dict[str, str | int | bool]
    players: list[tuple[str, str]]  # kind and name
    over: bool
    moves: list[WrittenMove]
    story: list[str]


class PastPosition(Struct, frozen=True):
    """An earlier position of a match, for the log and the replay slider."""

    at: int
    of: int
    seat: int
    scene: Scene
    line: LogLine | None = None


class Span(Struct, frozen=True, omit_defaults=True):
    text: str
    strong: bool = False
    em: bool = False
    code: bool = False
    href: str = ""


class Block(Struct, frozen=True, omit_defaults=True):
    """A block of the rulebook. Markup is never sent to the page."""

    kind: Literal["h1", "h2", "h3", "p", "ul", "ol", "table"]
    spans: list[Span] = []
    items: list[list[Span]] = []  # of a list
    rows: list[list[list[Span]]] = []  # of a table; the first is its head
    rule: str = ""  # "R3.1", where a heading numbers a rule


class Rulebook(Struct, frozen=True):
    title: str
    blocks: list[Block]


class ErrorBody(Struct, frozen=True, omit_defaults=True):
    """The body of every HTTP answer that is not a success."""

    error: str
    # Of a components file: the entry, the field, what is wrong there, and the line of the file.
    entry: str = ""
    field: str = ""
    what: str = ""
    line: int = 0
