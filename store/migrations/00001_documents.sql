-- +goose Up
-- All that a bureau keeps: documents by kind and key, whose bytes sort as bytes.
-- BYTEA is PostgreSQL's word; SQLite keeps whatever bytes it is given.
CREATE TABLE document (
    kind  TEXT  NOT NULL,
    key   BYTEA NOT NULL,
    value BYTEA NOT NULL,
    PRIMARY KEY (kind, key)
);

-- +goose Down
DROP TABLE document;
