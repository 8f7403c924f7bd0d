SELECT COUNT(value) FROM document
