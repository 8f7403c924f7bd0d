SELECT 'trigger ' || name || ' ON ' || tbl_name FROM sqlite_schema WHERE type = 'trigger'
