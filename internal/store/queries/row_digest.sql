SELECT COALESCE(MIN(digest), '') FROM row_table
