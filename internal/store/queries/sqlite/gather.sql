SELECT d.key, d.value, d.checksum FROM json_each($2) AS wanted CROSS JOIN document AS d ON d.kind = $1 AND d.key = CAST(wanted.value AS BLOB)
