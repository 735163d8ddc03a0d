"""Lists: the tables of a guest, and the games that can be played."""

from __future__ import annotations

from collections import OrderedDict

from msgspec import Struct

from spinney.core import shelf
from spinney.core.game import Game
from spinney.core.options import choices
from spinney.core.rng import Rng
from spinney.players.levels import LEVELS
from spinney.table import messages
from spinney.table.archive import ArchivedTable
from spinney.table.errors import BadRequest
from spinney.table.own_files import OwnFiles
from spinney.table.room import Room
from spinney.table.store import GuestRow, StoreError
from spinney.table.tables import Tables

LISTED = 24  # tables of a guest


class TableSummary(Struct, frozen=True):
    """A table in a list. Scores are what each seat may know."""

    game: str
    title: str
    names: list[str]
    guests: list[str]
    over: bool
    awaited: list[int]
    scores: dict[int, list[int]]
    archived: bool = False

    def of(self, table: str, guest: str) -> messages.MyTable:
        mine = [seat for seat, owner in enumerate(self.guests) if owner == guest]
        return messages.MyTable(
            table=table,
            game=self.game,
            title=self.title,
            names=self.names,
            seats=mine,
            over=self.over,
            awaited=bool(set(mine) & set(self.awaited)),
            scores=self.scores.get(mine[0], []) if mine else [],
            archived=self.archived,
        )


class Listing:
    """The tables of guests. Summaries of tables that are not in memory are cached."""

    def __init__(self, tables: Tables, most: int) -> None:
        """`most`: the largest number of cached summaries."""
        self.tables, self.store, self.most = tables, tables.store, most
        self._summaries: OrderedDict[str, TableSummary] = OrderedDict()  # the last used at the end
        tables.forgetting = self._remember

    async def me(self, guest: GuestRow) -> messages.Me:
        tables = []
        for table in await self.store.tables_of(guest.id, LISTED):
            try:
                summary = await self._summary(table)
            except (StoreError, BadRequest):
                continue  # one table that cannot be opened now does not hide the others
            if summary is not None:
                tables.append(summary.of(table, guest.id))
        return messages.Me(guest.name, tables)

    async def _summary(self, table: str) -> TableSummary | None:
        if table not in self._summaries or table in self.tables.rooms:
            found = await self.tables.find(table)
            if found is None:
                return None
            self._keep(table, summarize(found))
        self._summaries.move_to_end(table)
        return self._summaries[table]

    def _keep(self, table: str, summary: TableSummary) -> None:
        """Cache a summary, and drop the least recently used if there are too many."""
        self._summaries[table] = summary
        self._summaries.move_to_end(table)
        while len(self._summaries) > self.most:
            self._summaries.popitem(last=False)

    def _remember(self, table: str, room: Room | None) -> None:
        """A room is unloaded, or (None) a table was removed from the store."""
        if room is None:
            self._summaries.pop(table, None)
        else:
            self._keep(table, summarize(room))


def summarize(room: Room | ArchivedTable) -> TableSummary:
    """A table for a list. Scores are made from the view of each seat, like everything else."""
    scores: dict[int, list[int]] = {}
    if isinstance(room, ArchivedTable):
        ended = [score.total for score in room.result.scores] if room.result else []
        return TableSummary(
            game=room.row.game,
            title=room.title,
            names=room.names,
            guests=[chair.guest for chair in room.chairs],
            over=room.row.over,
            awaited=[],
            scores={chair.seat: ended for chair in room.chairs},
            archived=True,
        )
    for chair in room.chairs:
        if chair.guest and not room.dealt:
            scores[chair.seat] = [0] * room.row.seats
        elif chair.guest:
            table = room.game.state_from_view(room.viewers[chair.seat].view)
            table.determinize(Rng(0))
            scores[chair.seat] = room.game.outcome(table).scores
    return TableSummary(
        game=room.game.name,
        title=room.game.title,
        names=room.names,
        guests=[chair.guest for chair in room.chairs],
        over=room.match.over,
        awaited=[] if room.not_started else room.awaited,
        scores=scores,
    )


# ----------------------------------------------------------------------------------- the shelf
def the_shelf(own_files: OwnFiles) -> messages.Shelf:
    return messages.Shelf(
        games=[own_files.card(card(game)) for game in shelf.games().values()],
        players=[
            messages.PlayerKind(f"level{number}", f"Level {number}", level.says)
            for number, level in LEVELS.items()
        ],
    )


def card(game: Game) -> messages.GameCard:
    return messages.GameCard(
        name=game.name,
        title=game.title,
        seats=list(game.seats),
        minutes=game.minutes,
        version=game.version,
        tagline=game.tagline,
        cover=game.board.cover,
        options=option_fields(game),
        guide=bool(game.guide or game.guides),
        guided=dict(game.guided),
        credits=game.origins.credits,
        reconstructed=game.origins.summary,
        reconstructed_in=game.origins.told_in if game.origins.summary else "",
    )


def option_fields(game: Game) -> list[messages.OptionField]:
    """A game's options as fields of a form (see core/options.py)."""
    return [
        messages.OptionField(
            name=one.name,
            title=one.title,
            kind=one.kind,
            values=[value.value for value in one.values],
            labels=[value.label for value in one.values],
            remarks=[value.says for value in one.values],
            default=one.default,
            says=one.says,
            least=one.least,
            most=one.most,
            longest=one.longest,
            seats=one.seats,
        )
        for one in choices(game)
    ]
