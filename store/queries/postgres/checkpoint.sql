VACUUM (FULL) document, person, name_key
