SELECT name FROM row_table
