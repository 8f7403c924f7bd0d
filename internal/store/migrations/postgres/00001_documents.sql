-- +goose Up
-- All that a bureau keeps: documents by kind and key, whose bytes sort as bytes.
-- The checksum with which a document ends has a column of its own, so that a
-- document that is JSON can be read as JSON.
-- BYTEA is PostgreSQL's word; SQLite keeps whatever bytes it is given.
CREATE TABLE document (
    kind     TEXT  NOT NULL,
    key      BYTEA NOT NULL,
    value    BYTEA NOT NULL,
    checksum BYTEA NOT NULL,
    PRIMARY KEY (kind, key)
);

-- +goose Down
DROP TABLE document;
