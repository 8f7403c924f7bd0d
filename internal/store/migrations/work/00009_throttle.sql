-- How much of its tries somebody has used: a table of one size, of places that a hash of who they are leads to.
CREATE TABLE work.throttle (
    place BIGINT PRIMARY KEY,
    level DOUBLE PRECISION NOT NULL, -- tries that have failed, which drain
    at    BIGINT NOT NULL
);
