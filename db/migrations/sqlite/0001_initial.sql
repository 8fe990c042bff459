CREATE TABLE tables (
    id       INTEGER PRIMARY KEY,
    game     TEXT    NOT NULL,
    version  INTEGER NOT NULL,
    variants TEXT    NOT NULL,           -- words, separated by spaces
    size     INTEGER NOT NULL,           -- seats wanted
    status   TEXT    NOT NULL CHECK (status IN ('open', 'running', 'over', 'cancelled')),
    host     INTEGER NOT NULL,           -- person
    guild    INTEGER NOT NULL,
    channel  INTEGER NOT NULL,           -- where it was opened
    place    INTEGER NOT NULL,           -- where its board is: a thread, or the channel
    seq      INTEGER NOT NULL DEFAULT 0, -- rises with everything that makes older buttons stale
    board    INTEGER,                    -- the message with the living buttons
    opened   REAL    NOT NULL
) STRICT;
CREATE INDEX tables_by_channel ON tables (channel, status);
CREATE INDEX tables_by_place ON tables (place, status);

CREATE TABLE seats (
    "table" INTEGER NOT NULL REFERENCES tables,
    seat    INTEGER NOT NULL,
    person  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    PRIMARY KEY ("table", seat),
    UNIQUE ("table", person)
) STRICT, WITHOUT ROWID;

CREATE TABLE moves (
    "table"   INTEGER NOT NULL REFERENCES tables,
    seq       INTEGER NOT NULL,
    seat      INTEGER NOT NULL,          -- -1: the dealer
    path      TEXT    NOT NULL,
    events    TEXT    NOT NULL,
    state     TEXT,                      -- after the move; dropped when the table is over, but for the last
    made      REAL    NOT NULL,
    undone_at REAL,
    PRIMARY KEY ("table", seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE drafts (
    "table" INTEGER NOT NULL REFERENCES tables,
    person  INTEGER NOT NULL,
    seq     INTEGER NOT NULL,            -- of the table it was begun at
    path    TEXT    NOT NULL,            -- the answers so far, separated by spaces
    PRIMARY KEY ("table", person)
) STRICT, WITHOUT ROWID;

CREATE TABLE posts (
    "table"  INTEGER NOT NULL REFERENCES tables,
    seq      INTEGER NOT NULL,
    story    TEXT    NOT NULL,           -- the public events that this post has to tell
    message  INTEGER,                    -- what paid it
    trouble  TEXT    NOT NULL DEFAULT '', -- why it could not be paid when last tried
    PRIMARY KEY ("table", seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX posts_owed ON posts ("table") WHERE message IS NULL;

CREATE TABLE guilds (
    id       INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT;

CREATE TABLE persons (
    id       INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT;

CREATE TABLE answered (
    interaction INTEGER PRIMARY KEY,
    at          REAL NOT NULL
) STRICT;
CREATE INDEX answered_by_time ON answered (at);
