-- +goose Up
-- From here on the log is as verify reads it. No table changes: what was logged
-- otherwise cannot be made again.
SELECT 1;
