INSERT INTO document (kind, key, value) SELECT * FROM unnest($1::text[], $2::bytea[], $3::bytea[])
ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value
