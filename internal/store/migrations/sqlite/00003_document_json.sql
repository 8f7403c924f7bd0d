-- +goose Up
-- Documents as JSON, for those who ask in SQL. This step also created the row
-- tables; since step 5 they follow the program (store/rows.go).
CREATE VIEW IF NOT EXISTS document_json AS SELECT kind, key, CAST(value AS TEXT) AS value FROM document;
