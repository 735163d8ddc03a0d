"""What the store must hold after a disturbance, compared with what it holds.

`audit` reads the database file directly. It plays every log once more from the secret of the table
and compares the positions with those that the players saw.
"""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.chaos.party import Party, Person
from tests.server.stubborn import replayed

MADE_BY_THE_SERVER = ("bot-", "redo-")  # how the ids of its own entries begin


@dataclass
class Tally:
    """Counts over one stage. It is clean if nothing was lost, doubled or wrong."""

    acknowledged: int = 0
    stored: int = 0
    lost: int = 0  # acknowledged, but not in the log
    doubled: int = 0  # more than once in the log
    wrong: int = 0  # refused but written, gaps, another order, another position, damage
    tables: int = 0
    finished: int = 0
    positions: int = 0  # that players saw and that were compared
    by_computers: int = 0  # moves of computer players
    notes: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        return self.lost == self.doubled == self.wrong == 0

    def add(self, what: str, count: int, note: str) -> None:
        """Count a fault of one kind, if there is any, and remember a line about it."""
        if count:
            setattr(self, what, getattr(self, what) + count)
            self.notes.append(f"{what}: {note} ({count})")

    def take(self, other: Tally) -> None:
        """Add the counts of another tally."""
        for name in ("acknowledged", "stored", "lost", "doubled", "wrong"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("tables", "finished", "positions", "by_computers"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.notes += other.notes


def intact(database: Path) -> bool:
    with closing(sqlite3.connect(database)) as db:
        return bool(db.execute("PRAGMA integrity_check").fetchall() == [("ok",)])


def logs(database: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every log, by table: (seq, client id, kind, seat, body) in order."""
    found: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        for table, *entry in db.execute(
            "SELECT table_id, seq, client_id, kind, seat, body FROM entries ORDER BY table_id, seq"
        ):
            found[table].append(tuple(entry))
    return found


def audit(database: Path, party: Party) -> Tally:
    """Compare the store with everything the players were promised, refused and shown."""
    tally = Tally()
    tally.add("wrong", 0 if intact(database) else 1, "the file fails integrity_check")
    with closing(sqlite3.connect(database)) as db:
        tables = {row[0] for row in db.execute("SELECT id FROM tables")}
        taken = set(db.execute("SELECT table_id, seat FROM chairs WHERE kind = 'person'"))
        shares = set(db.execute("SELECT table_id, seat, share FROM chairs"))
    promised = {(one.table, one.seat, one.share) for one in party.players if one.shared}
    tally.add("lost", len(promised - shares), "shares in the deal")
    tally.add("lost", len(party.laid - tables), "tables")
    tally.add("lost", len(party.claimed - taken), "seats")
    stored = logs(database)
    people: dict[str, list[Person]] = defaultdict(list)
    for player in party.players:
        people[player.table].append(player)
    for table, players in people.items():
        _audit_table(tally, database, table, stored[table], players)
    tally.tables = len(people)
    tally.stored = sum(len(stored[table]) for table in people)
    tally.acknowledged = party.acknowledged
    tally.finished = party.finished
    tally.by_computers = sum(
        entry[1].startswith("bot-") for table in people for entry in stored[table]
    )
    return tally


def _audit_table(
    tally: Tally, database: Path, table: str, log: list[tuple[Any, ...]], players: list[Person]
) -> None:
    gap = [entry[0] for entry in log] != list(range(1, len(log) + 1))
    tally.add("wrong", gap, f"{table}: its log has a gap")
    ids = [entry[1].rpartition("/")[2] for entry in log]
    tally.add("doubled", len(ids) - len(set(ids)), f"{table}: ids")
    lines = Counter(entry[4] for entry in log if entry[2] == "chat")
    tally.add("doubled", sum(count - 1 for count in lines.values()), f"{table}: lines of chat")
    places = {key: place for place, key in enumerate(ids)}
    asked = set().union(*(player.asked for player in players))
    unknown = [key for key in ids if key not in asked and not key.startswith(MADE_BY_THE_SERVER)]
    tally.add("wrong", len(unknown), f"{table}: entries that nobody asked for")
    for player in players:
        missing = [key for key in player.promised if key not in places]
        tally.add("lost", len(missing), f"{table}: acknowledged entries")
        written = [refusal for refusal in player.refused if refusal.id in places]
        tally.add("wrong", len(written), f"{table}: refused, but written")
        order = [places[key] for key in player.order if key in places]
        tally.add("wrong", order != sorted(order), f"{table}: another order")
    try:
        replay = replayed(database, table)
    except (AssertionError, ValueError) as error:
        return tally.add("wrong", 1, f"{table}: its log cannot be replayed: {error}")
    for player in players:
        seen = replay.saw[player.seat]
        other = [
            version
            for version, picture in player.saw.items()
            if not (version < len(seen) and seen[version] == picture)
        ]
        tally.add("wrong", len(other), f"{table}: seat {player.seat} saw another table {other[:3]}")
        tally.positions += len(player.saw)
