INSERT INTO document (kind, key, value) VALUES ($1, $2, $3)
ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value
