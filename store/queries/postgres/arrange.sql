-- Kinds sort by their bytes whatever the server's language is, and values are
-- kept as they are: most of them are packed or encrypted.
ALTER TABLE document ALTER COLUMN kind TYPE TEXT COLLATE "C", ALTER COLUMN value SET STORAGE EXTERNAL
