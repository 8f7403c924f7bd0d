-- A mail that has come to the mailbox. What it says is sealed, and in Base64.
CREATE TABLE work.mail (
    id      TEXT PRIMARY KEY, -- of its message and of who is certain to have sent it
    arrived BIGINT NOT NULL,  -- when the server received it
    kept    BIGINT NOT NULL,
    state   TEXT   NOT NULL,  -- new, report, notice, waits, left, nothing
    why     TEXT   NOT NULL DEFAULT '',
    ref     TEXT   NOT NULL DEFAULT '', -- of the report that it became
    entry   BIGINT NOT NULL DEFAULT 0,  -- of the log, by which it did
    account TEXT   NOT NULL DEFAULT '', -- of whoever is certain to have sent it; empty: none
    decided TEXT   NOT NULL DEFAULT '', -- the account of the officer who decided; empty: nobody had to
    about   TEXT   NOT NULL,  -- who sent it, and what is answered
    data    TEXT   NOT NULL,  -- all of it; empty: it is not needed any more
    size    BIGINT NOT NULL
);
CREATE INDEX mail_state ON work.mail (state, arrived);
CREATE INDEX mail_entry ON work.mail (entry);
CREATE INDEX mail_account ON work.mail (account);
-- Up to where a mailbox was read.
CREATE TABLE work.mailbox (
    name     TEXT PRIMARY KEY,
    validity BIGINT NOT NULL, -- UIDVALIDITY: another one numbers the mails anew
    uid      BIGINT NOT NULL, -- of the last one
    asked    BIGINT NOT NULL  -- when it was last asked
);
