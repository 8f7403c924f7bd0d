SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = current_schema()
