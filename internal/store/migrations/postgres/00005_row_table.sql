-- +goose Up
-- The tables of rows in the database, each with the digest of the definitions
-- that made them. Those of step 3 have none.
CREATE TABLE IF NOT EXISTS row_table (
    name   TEXT PRIMARY KEY,
    digest TEXT NOT NULL
);
INSERT INTO row_table (name, digest) VALUES
    ('player', ''), ('person', ''), ('name_key', ''), ('alike_key', ''), ('club', ''), ('membership', ''), ('report', ''),
    ('section', ''), ('entry', ''), ('game', ''), ('played', ''), ('state', ''), ('period', ''), ('list', ''),
    ('publication', ''), ('correction', ''), ('rating_band', ''), ('ranking', ''), ('movement', ''), ('stated_number', ''),
    ('action', '')
ON CONFLICT (name) DO NOTHING;
