VACUUM (FULL) document, person, name_key, alike_key, stated_number
