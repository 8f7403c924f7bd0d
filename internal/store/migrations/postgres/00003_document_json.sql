-- +goose Up
-- Documents as JSON, for those who ask in SQL. This step also created the row
-- tables; since step 5 they follow the program (store/rows.go).
CREATE OR REPLACE VIEW document_json AS SELECT kind, key, convert_from(value, 'UTF8')::json AS value FROM document;
