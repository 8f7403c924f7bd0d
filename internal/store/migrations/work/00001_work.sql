-- What passes, for sessions, forms and jobs; and the log of looks. Times are Unix seconds. Of tokens
-- and codes only the SHA-256 is here.
CREATE TABLE work.session (
    hash    TEXT PRIMARY KEY, -- of the token
    account TEXT   NOT NULL,
    epoch   BIGINT NOT NULL,  -- of the account when it began
    made    BIGINT NOT NULL,
    seen    BIGINT NOT NULL,  -- last used, to five minutes
    expires BIGINT NOT NULL,  -- whatever happens
    idle    BIGINT NOT NULL,  -- seconds after which it ends unless it is used
    factor  BIGINT NOT NULL,  -- when a second factor was last shown; 0: never
    browser TEXT   NOT NULL,
    ended   BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX session_account ON work.session (account);
-- A ceremony of a passkey that has begun.
CREATE TABLE work.ceremony (
    hash    TEXT PRIMARY KEY,
    purpose TEXT   NOT NULL,
    account TEXT   NOT NULL,
    data    TEXT   NOT NULL,
    expires BIGINT NOT NULL
);
-- A browser from which an account was signed in to: guessing elsewhere does not lock it out.
CREATE TABLE work.device (
    hash    TEXT PRIMARY KEY, -- of the token and the account
    account TEXT   NOT NULL,
    seen    BIGINT NOT NULL
);
-- The last time step whose code was used.
CREATE TABLE work.step (
    account TEXT PRIMARY KEY,
    step    BIGINT NOT NULL
);
-- A recovery code that was used.
CREATE TABLE work.spent (
    account TEXT NOT NULL,
    hash    TEXT NOT NULL,
    PRIMARY KEY (account, hash)
);
-- The counter and the flags of a passkey when it was last used.
CREATE TABLE work.passkey (
    id      TEXT PRIMARY KEY,
    account TEXT   NOT NULL,
    data    TEXT   NOT NULL,
    used    BIGINT NOT NULL
);
-- The text of a form that was sent after its session had ended.
CREATE TABLE work.kept (
    hash    TEXT PRIMARY KEY,
    owner   TEXT   NOT NULL,
    path    TEXT   NOT NULL,
    fields  TEXT   NOT NULL,
    expires BIGINT NOT NULL
);
-- A form that somebody is filling in.
CREATE TABLE work.draft (
    id      TEXT PRIMARY KEY,
    account TEXT   NOT NULL,
    path    TEXT   NOT NULL,
    fields  TEXT   NOT NULL,
    version BIGINT NOT NULL,  -- counts what was written: two tabs notice each other
    changed BIGINT NOT NULL
);
CREATE INDEX draft_account ON work.draft (account);
-- A long act, and how far it is.
CREATE TABLE work.job (
    id      TEXT PRIMARY KEY,
    account TEXT   NOT NULL,
    what    TEXT   NOT NULL,
    made    BIGINT NOT NULL,
    beat    BIGINT NOT NULL,  -- when somebody last worked on it
    done    BIGINT NOT NULL,
    total   BIGINT NOT NULL,  -- -1: not known
    ended   BIGINT NOT NULL DEFAULT 0,
    outcome TEXT   NOT NULL DEFAULT ''
);
-- Who has looked at what is not public.
CREATE TABLE work.look (
    at      BIGINT NOT NULL,
    account TEXT   NOT NULL,
    what    TEXT   NOT NULL,
    PRIMARY KEY (at, account, what)
);
