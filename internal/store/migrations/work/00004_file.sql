-- A file that waits until its report is handed in. It is sealed, and in Base64.
CREATE TABLE work.file (
    draft   TEXT   NOT NULL, -- its ID
    number  BIGINT NOT NULL, -- from 0, in the order in which they came
    account TEXT   NOT NULL,
    name    TEXT   NOT NULL,
    data    TEXT   NOT NULL,
    size    BIGINT NOT NULL,
    made    BIGINT NOT NULL,
    PRIMARY KEY (draft, number)
);
CREATE INDEX file_account ON work.file (account);
