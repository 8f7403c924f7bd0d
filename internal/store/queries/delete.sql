DELETE FROM document WHERE kind = $1 AND key = $2
