SELECT what || ' ' || name || ' ON ' || c.relname
FROM (SELECT 'trigger' AS what, tgname AS name, tgrelid AS of FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT 'rule', rulename, ev_class FROM pg_rewrite
  UNION ALL SELECT 'policy', polname, polrelid FROM pg_policy) f
JOIN pg_class c ON c.oid = f.of
WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
