-- +goose Up
-- Kinds sort by their bytes whatever the server's language is, and values are
-- kept as they are: most of them are packed or encrypted. A ticket stays for a
-- day from each update that was kept.
ALTER TABLE document ALTER COLUMN kind TYPE TEXT COLLATE "C", ALTER COLUMN value SET STORAGE EXTERNAL;
CREATE TABLE IF NOT EXISTS ticket (id TEXT PRIMARY KEY, at TIMESTAMPTZ NOT NULL DEFAULT now());
