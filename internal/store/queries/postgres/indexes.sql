-- The B-trees of this schema and of that of the work database, if the extension that checks them is there.
SELECT c.oid::bigint, c.relname FROM pg_catalog.pg_index i
JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
JOIN pg_catalog.pg_am a ON a.oid = c.relam AND a.amname = 'btree'
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace AND n.nspname IN (current_schema(), $1)
WHERE EXISTS (SELECT FROM pg_catalog.pg_extension WHERE extname = 'amcheck')
ORDER BY c.relname
