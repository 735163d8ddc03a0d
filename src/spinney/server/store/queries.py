"""The statements of the store."""

from __future__ import annotations

from functools import cache

# One text for SQLite and PostgreSQL: `:name` is all that has to be rewritten.
ADD_TABLE = """
    INSERT INTO tables
        (id, game, version, components, options, seats, secret, created, finished, rematch,
        spinney, deal, file, box)
    VALUES
        (:id, :game, :version, :components, :options, :seats, :secret, :created, :over, :rematch,
        :spinney, :deal, :file, :box)
"""
ADD_CHAIR = """
    INSERT INTO chairs (table_id, seat, kind, name, guest, invite, share, colour)
    VALUES (:table, :seat, :kind, :name, :guest, :invite, :share, :colour)
"""
TABLE = """
    SELECT id, game, version, components, options, seats, secret, created, finished, rematch,
        spinney, deal, file, box
    FROM tables WHERE id = :table
"""
CHAIRS = """
    SELECT table_id, seat, kind, name, guest, invite, share, colour
    FROM chairs WHERE table_id = :table ORDER BY seat
"""
ENTRIES = """
    SELECT table_id, seq, client_id, kind, seat, body, hash
    FROM entries WHERE table_id = :table AND seq > :after ORDER BY seq
"""
APPEND = """
    INSERT INTO entries (table_id, seq, client_id, kind, seat, body, hash)
    SELECT :table, :seq, :client_id, :kind, :seat, :body, :hash
    WHERE :seq = (SELECT COALESCE(MAX(seq), 0) + 1 FROM entries WHERE table_id = :table)
    AND NOT EXISTS (SELECT 1 FROM entries WHERE table_id = :table AND client_id = :client_id)
    ON CONFLICT DO NOTHING
    RETURNING seq
"""
KNOWN = "SELECT seq FROM entries WHERE table_id = :table AND client_id = :client_id"
IDS = "SELECT client_id FROM entries WHERE table_id = :table"
TAKE_CHAIR = """
    UPDATE chairs
    SET kind = 'person', guest = :guest, name = :name, invite = '', share = :share, colour = :colour
    WHERE table_id = :table AND seat = :seat AND kind = 'open'
    RETURNING seat
"""
ADD_SHARE = """
    UPDATE chairs SET share = :share
    WHERE table_id = :table AND seat = :seat AND share = 'awaited'
    RETURNING seat
"""
GUEST = "SELECT id, name, created FROM guests WHERE id = :guest"
ADD_GUEST = """
    INSERT INTO guests (id, name, created) VALUES (:id, :name, :created) ON CONFLICT DO NOTHING
"""
RENAME = "UPDATE guests SET name = :name WHERE id = :guest"
TABLES_OF = """
    SELECT id FROM tables
    WHERE id IN (SELECT table_id FROM chairs WHERE guest = :guest)
    ORDER BY finished, created DESC, id LIMIT :limit
"""
SET_OVER = "UPDATE tables SET finished = 1 WHERE id = :table"
ADD_RESULT = """
    INSERT INTO results (table_id, body) VALUES (:table, :body) ON CONFLICT DO NOTHING
"""
RESULT = "SELECT body FROM results WHERE table_id = :table"
ADOPT = """
    UPDATE tables SET version = :version, components = :components, spinney = :spinney
    WHERE id = :table
"""
SET_HASH = """
    UPDATE entries SET hash = :hash WHERE table_id = :table AND seq = :seq AND hash = ''
"""
# Tables in the order of their ids, and whether something is missing that the present version
# writes: the result of a finished match, the hash of a running one.
OLDER = """
    SELECT id, CASE WHEN finished = 1
        THEN NOT EXISTS (SELECT 1 FROM results WHERE table_id = id)
        ELSE EXISTS (SELECT 1 FROM entries WHERE table_id = id AND kind <> 'chat')
            AND NOT EXISTS (SELECT 1 FROM entries WHERE table_id = id AND hash <> '')
        END
    FROM tables WHERE id > :after ORDER BY id LIMIT :limit
"""
SET_REMATCH = "UPDATE tables SET rematch = :next WHERE id = :table AND rematch = ''"
ADD_FILE = """
    INSERT INTO components (game, file, text, created) VALUES (:game, :file, :text, :created)
    ON CONFLICT DO NOTHING
"""
FILE = "SELECT game, file, text, created FROM components WHERE game = :game AND file = :file"
KEEP_FILE = """
    INSERT INTO kept_files (guest, game, file, name, components, created)
    VALUES (:guest, :game, :file, :name, :components, :created)
    ON CONFLICT (guest, game, file) DO UPDATE SET name = :name
"""
KEPT_FILES = """
    SELECT guest, game, file, name, components, created FROM kept_files
    WHERE guest = :guest ORDER BY created DESC, file
"""
COUNT_KEPT = """
    SELECT COUNT(*) FROM kept_files
    WHERE guest = :guest AND NOT (game = :game AND file = :file)
"""
DROP_KEPT = "DELETE FROM kept_files WHERE guest = :guest AND game = :game AND file = :file"
# What nobody keeps and no table is played with.
DROP_UNUSED = """
    DELETE FROM components
    WHERE NOT EXISTS (
        SELECT 1 FROM kept_files
        WHERE kept_files.game = components.game AND kept_files.file = components.file
    )
    AND NOT EXISTS (
        SELECT 1 FROM tables
        WHERE tables.game = components.game AND tables.file = components.file
    )
"""
UNTOUCHED = """
    SELECT id FROM tables WHERE created < :before
    AND NOT EXISTS (SELECT 1 FROM entries WHERE entries.table_id = tables.id)
"""
DROP_CHAIRS = "DELETE FROM chairs WHERE table_id = :table"
DROP_TABLE = "DELETE FROM tables WHERE id = :table"
FIELDS = ("table_id", "seq", "client_id", "kind", "seat", "body", "hash")  # of an entry
ROWS = (64, 16, 4, 1)  # the numbers of rows that one statement may write
TOUCH = "UPDATE schema_version SET number = number"


@cache
def insert(rows: int) -> str:
    """The statement that inserts this number of entries."""
    row = f"({', '.join('?' * len(FIELDS))})"
    return f"INSERT INTO entries ({', '.join(FIELDS)}) VALUES {', '.join([row] * rows)}"
