-- Components files of people's own: each once, who keeps which, and which tables are played with one.

CREATE TABLE components (
    game TEXT NOT NULL,
    file TEXT NOT NULL, -- SHA-256 of the text: the hash of its data may change with a new version, this cannot
    text TEXT NOT NULL, -- TOML
    created BIGINT NOT NULL,
    PRIMARY KEY (game, file)
);

CREATE TABLE kept_files (
    guest TEXT NOT NULL REFERENCES guests (id),
    game TEXT NOT NULL,
    file TEXT NOT NULL,
    name TEXT NOT NULL,
    components TEXT NOT NULL, -- hash of the data, when it was kept
    created BIGINT NOT NULL,
    PRIMARY KEY (guest, game, file)
);

ALTER TABLE tables ADD COLUMN file TEXT NOT NULL DEFAULT ''; -- of components; empty: the game's own

ALTER TABLE tables ADD COLUMN box TEXT NOT NULL DEFAULT ''; -- the name of the guest whose box it is

CREATE INDEX tables_of_file ON tables (file);

CREATE INDEX kept_of_file ON kept_files (file);
