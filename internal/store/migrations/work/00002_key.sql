-- When a program last used its key. The key itself is in the account.
CREATE TABLE work.usage (
    key     TEXT PRIMARY KEY, -- its number
    account TEXT   NOT NULL,
    used    BIGINT NOT NULL   -- to five minutes
);
