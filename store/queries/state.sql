SELECT MAX(version_id), EXISTS (SELECT 1 FROM document) FROM goose_db_version
