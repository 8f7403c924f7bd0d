-- A letter, and what became of it. One that follows from an entry of the log has no text: that is made of
-- the log when the letter is sent or shown.
CREATE TABLE work.letter (
    id       TEXT PRIMARY KEY, -- of the entry, the receiver and the kind; the Message-ID begins with it
    entry    BIGINT NOT NULL,  -- its number; 0: it follows from none
    receiver TEXT   NOT NULL,  -- "account A0007", "club C0004", "follower " and its ID, "ask " and its hash
    kind     TEXT   NOT NULL,
    made     BIGINT NOT NULL,
    state    TEXT   NOT NULL,  -- waits, handed, sent, by-hand, refused, void
    tries    BIGINT NOT NULL DEFAULT 0,
    due      BIGINT NOT NULL,  -- not before then it is tried
    holder   TEXT   NOT NULL DEFAULT '', -- who is about to send it
    changed  BIGINT NOT NULL,
    code     BIGINT NOT NULL DEFAULT 0   -- with which a server has refused it
);
CREATE INDEX letter_state ON work.letter (state, due);
CREATE INDEX letter_receiver ON work.letter (receiver);
-- What a letter of no entry asks: whether an address is somebody's. Of the link only the hash is here
-- once the letter was sent.
CREATE TABLE work.ask (
    hash     TEXT PRIMARY KEY, -- of the token in the link
    token    TEXT   NOT NULL,  -- until the letter was sent; then empty
    kind     TEXT   NOT NULL,
    address  TEXT   NOT NULL,
    language TEXT   NOT NULL,
    path     TEXT   NOT NULL,  -- of the page to which the link leads
    subject  TEXT   NOT NULL,  -- what is confirmed
    fields   TEXT   NOT NULL,  -- what the letter mentions besides, as JSON
    made     BIGINT NOT NULL,
    expires  BIGINT NOT NULL
);
CREATE INDEX ask_address ON work.ask (address);
-- Up to which entry letters were made of the log.
CREATE TABLE work.cursor (
    name  TEXT PRIMARY KEY,
    entry BIGINT NOT NULL,
    hash  TEXT   NOT NULL -- of that entry: another log goes on elsewhere
);
-- An address whose owner has said that it is theirs.
CREATE TABLE work.address (
    address   TEXT PRIMARY KEY, -- folded
    confirmed BIGINT NOT NULL
);
-- An address that is told of a player, a club or an event.
CREATE TABLE work.follower (
    id       TEXT PRIMARY KEY,
    address  TEXT   NOT NULL,
    language TEXT   NOT NULL,
    subject  TEXT   NOT NULL, -- "player N00000001", "club C0004", "event 2024-10-0006"
    since    BIGINT NOT NULL,
    UNIQUE (address, subject)
);
CREATE INDEX follower_subject ON work.follower (subject);
-- What a receiver wishes of letters: "no" to a kind of them, or their language.
CREATE TABLE work.wish (
    receiver TEXT NOT NULL,
    name     TEXT NOT NULL, -- the kind, or "language"
    value    TEXT NOT NULL,
    PRIMARY KEY (receiver, name)
);
-- By which links in letters are known that need nothing kept.
CREATE TABLE work.secret (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
