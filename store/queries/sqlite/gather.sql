SELECT key, value, checksum FROM document WHERE kind = $1 AND key IN (SELECT CAST(value AS BLOB) FROM json_each($2))
