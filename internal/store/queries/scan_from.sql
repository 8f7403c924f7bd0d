SELECT key, value, checksum FROM document WHERE kind = $1 AND key >= $2 ORDER BY key
