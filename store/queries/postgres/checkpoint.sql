VACUUM (FULL) document
