INSERT INTO document (kind, key, value, checksum) SELECT * FROM unnest($1::text[], $2::bytea[], $3::bytea[], $4::bytea[])
ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value, checksum = excluded.checksum
