VACUUM (FULL) document, person, name_key, alike_key
