CREATE VIEW IF NOT EXISTS document_json AS SELECT kind, key, CAST(value AS TEXT) AS value FROM document
