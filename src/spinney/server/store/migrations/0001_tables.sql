-- Tables, who sits at them, and everything that was ever said or done there.
-- Only what SQLite and PostgreSQL both understand. Times are seconds since 1970; 0 and 1 are no and yes.

CREATE TABLE guests (
    id TEXT NOT NULL PRIMARY KEY, -- hash of the token in the guest's cookie; the token is nowhere
    name TEXT NOT NULL,
    created BIGINT NOT NULL
);

CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    version INTEGER NOT NULL, -- of the rules
    components TEXT NOT NULL, -- hash of what is printed on the pieces
    options TEXT NOT NULL, -- JSON
    seats INTEGER NOT NULL,
    secret TEXT NOT NULL, -- the seed follows from it: told to nobody while the game runs
    created BIGINT NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0,
    rematch TEXT NOT NULL DEFAULT '' -- the table where it goes on
);

CREATE TABLE chairs (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL, -- person, open, or the kind of a computer player
    name TEXT NOT NULL,
    guest TEXT NOT NULL DEFAULT '',
    invite TEXT NOT NULL DEFAULT '', -- hash of the token in the link, while the chair is open
    PRIMARY KEY (table_id, seat)
);

CREATE INDEX chairs_of_guest ON chairs (guest);

-- The log. Nothing in it is ever changed.
CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seq INTEGER NOT NULL, -- 1, 2, 3 … at each table
    client_id TEXT NOT NULL,
    kind TEXT NOT NULL, -- move, back, chat
    seat INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, seq),
    UNIQUE (table_id, client_id)
);
