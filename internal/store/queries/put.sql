INSERT INTO document (kind, key, value, checksum) VALUES ($1, $2, $3, $4)
ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value, checksum = excluded.checksum
