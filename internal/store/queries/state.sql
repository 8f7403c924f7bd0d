SELECT MAX(version_id), EXISTS (SELECT 1 FROM document), COALESCE((SELECT MIN(LENGTH(checksum)) FROM document WHERE kind = 'settings'), 0) FROM goose_db_version
