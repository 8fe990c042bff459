ALTER TABLE tables ADD COLUMN pace TEXT NOT NULL DEFAULT 'untimed';  -- of host/clock.py
-- what happens when a turn's time is over
ALTER TABLE tables ADD COLUMN lapse TEXT NOT NULL DEFAULT 'wait' CHECK (lapse IN ('wait', 'stand-in', 'give-up'));
ALTER TABLE tables ADD COLUMN strikes INTEGER NOT NULL DEFAULT 3;    -- time-outs after which a seat is given up
ALTER TABLE tables ADD COLUMN seating TEXT NOT NULL DEFAULT 'joined' CHECK (seating IN ('joined', 'random'));
ALTER TABLE tables ADD COLUMN paused REAL;                           -- since when; NULL: the clocks run
ALTER TABLE tables ADD COLUMN ending TEXT NOT NULL DEFAULT '';       -- why it was over before the game was: agreed, idle, alone
ALTER TABLE tables ADD COLUMN wake REAL;                             -- when the house looks at this table for want of moves
ALTER TABLE tables ADD COLUMN warned INTEGER NOT NULL DEFAULT 0;     -- has the notice of its closing been given?
UPDATE tables SET wake = unixepoch() + 7 * 86400 WHERE status = 'open';
UPDATE tables SET wake = 0 WHERE status = 'running';                 -- the first look starts their clocks
CREATE INDEX tables_by_guild ON tables (guild, status);
CREATE INDEX tables_by_wake ON tables (wake) WHERE wake IS NOT NULL;

ALTER TABLE seats ADD COLUMN standing TEXT NOT NULL DEFAULT 'seated' CHECK (standing IN ('reserved', 'seated', 'gone'));
ALTER TABLE seats ADD COLUMN strikes INTEGER NOT NULL DEFAULT 0;     -- time-outs so far
ALTER TABLE seats ADD COLUMN former TEXT NOT NULL DEFAULT '';        -- whose seat it was before somebody else took it over
CREATE INDEX seats_by_person ON seats (person);

ALTER TABLE moves ADD COLUMN person INTEGER;                         -- who made it; 0: a stand-in; NULL: the dealer
ALTER TABLE moves ADD COLUMN began REAL;                             -- of the clock it stopped
ALTER TABLE moves ADD COLUMN rung INTEGER;                           -- reminders told by then
UPDATE moves SET person = (SELECT person FROM seats WHERE seats."table" = moves."table" AND seats.seat = moves.seat);

CREATE TABLE clocks (                    -- one for each seat that is to act
    "table" INTEGER NOT NULL REFERENCES tables,
    seat    INTEGER NOT NULL,
    began   REAL    NOT NULL,            -- when its turn began
    rung    INTEGER NOT NULL DEFAULT 0,  -- reminders told
    muted   INTEGER NOT NULL DEFAULT 0,  -- no more reminders in this turn
    due     REAL,                        -- NULL: untimed, or paused
    wake    REAL,                        -- when the next rung is reached
    shift   TEXT    NOT NULL DEFAULT '', -- what has moved the end: quiet, away
    nudged  REAL,                        -- when somebody last nudged it
    away    REAL,                        -- until when its person is away, if so
    PRIMARY KEY ("table", seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX clocks_by_wake ON clocks (wake) WHERE wake IS NOT NULL;

CREATE TABLE ballots (                   -- what the others at a table are asked to agree to
    id      INTEGER PRIMARY KEY,
    "table" INTEGER NOT NULL REFERENCES tables,
    kind    TEXT    NOT NULL,            -- of host/ballots.py
    subject TEXT    NOT NULL,            -- JSON, by kind
    asker   INTEGER NOT NULL,            -- person
    expires REAL    NOT NULL,
    outcome TEXT    NOT NULL DEFAULT '', -- agreed, declined, withdrawn, expired, void; empty while it is open
    wake    REAL    NOT NULL DEFAULT 0   -- when the house looks whether it is decided
) STRICT;
CREATE INDEX ballots_by_wake ON ballots (wake, "table") WHERE outcome = '';
CREATE INDEX ballots_by_table ON ballots ("table", kind);

CREATE TABLE votes (
    ballot INTEGER NOT NULL REFERENCES ballots,
    person INTEGER NOT NULL,
    yes    INTEGER NOT NULL,
    PRIMARY KEY (ballot, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE notices (                   -- what a place or a person is owed besides boards
    id      INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice, as it keeps a message from being sent twice
    "table" INTEGER REFERENCES tables,   -- NULL: of a server
    channel INTEGER,                     -- NULL: where the table's board is
    kind    TEXT    NOT NULL,            -- decides its buttons; see cogs/notice_message.py
    seat    INTEGER,                     -- whose move makes it pointless
    person  INTEGER,                     -- who is pinged
    direct  INTEGER NOT NULL DEFAULT 0,  -- as a direct message, if the person takes any
    text    TEXT    NOT NULL,            -- JSON
    ballot  INTEGER REFERENCES ballots,
    place   INTEGER,                     -- channel that its message is in
    message INTEGER,                     -- what paid it
    trouble TEXT    NOT NULL DEFAULT '',
    stale   INTEGER NOT NULL DEFAULT 0   -- sent, and pointless by now: its message is to be taken away
) STRICT;
CREATE INDEX notices_owed ON notices (id) WHERE message IS NULL;
CREATE INDEX notices_stale ON notices (id) WHERE stale;
CREATE INDEX notices_by_table ON notices ("table");
CREATE INDEX notices_by_ballot ON notices (ballot) WHERE ballot IS NOT NULL;

CREATE TABLE remarks (                   -- what happened around a table besides moves, for its log
    "table" INTEGER NOT NULL REFERENCES tables,
    seq     INTEGER NOT NULL,            -- of the table at that time
    at      REAL    NOT NULL,
    events  TEXT    NOT NULL             -- as those of moves
) STRICT;
CREATE INDEX remarks_by_table ON remarks ("table", seq);

-- What is of no use once it has been told.
DELETE FROM posts WHERE message IS NOT NULL AND seq < (SELECT max(seq) FROM posts newer WHERE newer."table" = posts."table");
UPDATE moves SET state = NULL WHERE undone_at IS NOT NULL AND "table" IN (SELECT id FROM tables WHERE status = 'over');
