-- How a table was dealt, and what each person added to the deal.

ALTER TABLE tables ADD COLUMN deal TEXT NOT NULL DEFAULT 'seed'; -- seed: from the secret alone; key: from secret and shares

ALTER TABLE chairs ADD COLUMN share TEXT NOT NULL DEFAULT ''; -- 64 hexadecimal digits; awaited until they have come
