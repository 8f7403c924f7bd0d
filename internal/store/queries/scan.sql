SELECT key, value, checksum FROM document WHERE kind = $1 AND key >= $2 AND key < $3 ORDER BY key
