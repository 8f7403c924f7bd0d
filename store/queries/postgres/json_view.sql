CREATE OR REPLACE VIEW document_json AS SELECT kind, key, convert_from(value, 'UTF8')::json AS value FROM document
