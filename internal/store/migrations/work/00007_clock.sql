-- A turn that one process has at a time.
CREATE TABLE work.lease (
    name   TEXT PRIMARY KEY,
    holder TEXT   NOT NULL,
    until  BIGINT NOT NULL, -- by the machine's clock
    fence  BIGINT NOT NULL  -- grows with each holder: what an earlier one does late is refused
);
-- What the clock has done, and what came of it.
CREATE TABLE work.turn (
    task    TEXT   NOT NULL,
    due     BIGINT NOT NULL, -- the moment for which it was done
    began   BIGINT NOT NULL,
    ended   BIGINT NOT NULL DEFAULT 0,
    fence   BIGINT NOT NULL,
    outcome TEXT   NOT NULL DEFAULT '',
    PRIMARY KEY (task, due)
);
-- What somebody has to be told, once for each thing.
CREATE TABLE work.reminder (
    what    TEXT   NOT NULL,
    subject TEXT   NOT NULL, -- a reference
    club    TEXT   NOT NULL,
    made    BIGINT NOT NULL,
    PRIMARY KEY (what, subject)
);
