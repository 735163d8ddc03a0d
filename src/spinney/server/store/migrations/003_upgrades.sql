-- What a later version needs to go on with a table, or to show it if it cannot.

-- The hash of the state after a move, an undo or a redo: whoever replays the log can see whether the rules still lead
-- to the same place. Entries of older versions have none.
ALTER TABLE entries ADD COLUMN hash TEXT NOT NULL DEFAULT '';

-- The last version of Spinney that could replay the log. Tables of older stores were laid by 0.1.0.
ALTER TABLE tables ADD COLUMN spinney TEXT NOT NULL DEFAULT '0.1.0';

-- How a game ended, in words: shown even if no rules can replay it any more. Written when the game ends.
CREATE TABLE results (
    table_id TEXT NOT NULL PRIMARY KEY REFERENCES tables (id),
    body TEXT NOT NULL -- JSON
);
