UPDATE row_table SET digest = ''
