-- Rows as large as these belong into tables that are ordered by the time of writing: pages fill up, and hardly any row overflows.
CREATE TABLE logged (
    "table"   INTEGER NOT NULL REFERENCES tables,
    seq       INTEGER NOT NULL,
    seat      INTEGER NOT NULL,          -- -1: the dealer
    path      TEXT    NOT NULL,
    events    TEXT    NOT NULL,
    version   INTEGER NOT NULL,          -- of the rules that made it: its state has their shape
    made      REAL    NOT NULL,
    undone_at REAL,
    person    INTEGER,                   -- who made it; 0: a stand-in; NULL: the dealer
    began     REAL,                      -- of the clock it stopped
    rung      INTEGER,                   -- reminders told by then
    PRIMARY KEY ("table", seq)
) STRICT;
INSERT INTO logged SELECT "table", seq, seat, path, events, version, made, undone_at, person, began, rung FROM moves ORDER BY made, seq;

CREATE TABLE states (                    -- after each move; when the table is over, only the last
    "table" INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    state   BLOB    NOT NULL,            -- JSON; see db/states.py
    PRIMARY KEY ("table", seq),
    FOREIGN KEY ("table", seq) REFERENCES moves
) STRICT;
INSERT INTO states SELECT "table", seq, CAST(state AS BLOB) FROM moves WHERE state IS NOT NULL ORDER BY made, seq;

DROP TABLE moves;
ALTER TABLE logged RENAME TO moves;

-- What is asked of tables that are not over never looks at those that are.
CREATE INDEX tables_living ON tables (guild, status, game) WHERE status IN ('open', 'running');
DROP INDEX tables_by_guild;
ALTER TABLE seats ADD COLUMN past INTEGER NOT NULL DEFAULT 0;  -- is its table closed?
UPDATE seats SET past = 1 WHERE "table" IN (SELECT id FROM tables WHERE status IN ('over', 'cancelled'));
CREATE INDEX seats_present ON seats (person) WHERE past = 0;
DROP INDEX seats_by_person;
