-- The colour that was chosen for a chair, by the seat that has it as printed; -1: none was.

ALTER TABLE chairs ADD COLUMN colour INTEGER NOT NULL DEFAULT -1;
