SELECT key, value, checksum FROM document WHERE kind = $1 AND key = ANY (SELECT convert_to(k, 'UTF8') FROM unnest($2::text[]) AS k)
