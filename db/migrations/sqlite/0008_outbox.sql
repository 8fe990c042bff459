CREATE TABLE outbox (                    -- what Discord is owed, and what was sent and may have to be changed once more
    id            INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice, as it keeps a message from being sent twice
    "table"       INTEGER REFERENCES tables,  -- NULL: of a server
    guild         INTEGER,
    kind          TEXT    NOT NULL,      -- who pays it; see cogs/channel/payer.py
    subject       TEXT    NOT NULL DEFAULT '', -- of a notice: decides its buttons; see cogs/channel/notice_message.py
    queue         TEXT,                  -- what is paid one after another, in the order of the ids; NULL: waits for nothing
    seq           INTEGER,               -- board: of the table
    seat          INTEGER,               -- notice: whose move makes it pointless
    person        INTEGER,               -- notice: who is pinged
    ballot        INTEGER REFERENCES ballots,  -- notice: the question that it puts
    target        INTEGER,               -- the row whose message is to be changed
    payload       TEXT    NOT NULL DEFAULT '{}', -- JSON, by kind; see host/outbox.py
    not_before    REAL    DEFAULT 0,     -- when it is tried next; NULL: given up
    tries         INTEGER NOT NULL DEFAULT 0,
    claimed_by    TEXT,                  -- the process that tries it, or tried it last
    claimed_until REAL,                  -- after that, that process is taken for dead; NULL: nobody tries it now
    attempted     REAL,                  -- since when there may be a message nobody knows of; NULL: surely none was sent
    failing       REAL,                  -- since when it could not be paid
    trouble       TEXT    NOT NULL DEFAULT '', -- why not, when last tried
    place         INTEGER,               -- the channel its message is in, or is to be sent to
    message       INTEGER,               -- what paid it; NULL: it is owed
    shown         TEXT    NOT NULL DEFAULT '' -- JSON: what of its message cannot be made again, to edit it without asking for it
) STRICT;
CREATE INDEX outbox_due ON outbox (not_before, id) WHERE message IS NULL;
CREATE INDEX outbox_by_queue ON outbox (queue, id) WHERE message IS NULL;
CREATE UNIQUE INDEX outbox_waiting ON outbox (queue) WHERE message IS NULL AND attempted IS NULL;  -- a newer one takes its place
CREATE INDEX outbox_by_table ON outbox ("table", kind, id);
CREATE INDEX outbox_by_target ON outbox (target) WHERE target IS NOT NULL;
CREATE INDEX outbox_by_ballot ON outbox (ballot) WHERE ballot IS NOT NULL;
CREATE INDEX outbox_given_up ON outbox (guild) WHERE not_before IS NULL;

INSERT INTO outbox ("table", guild, kind, queue, seq, payload, place, message, trouble)
    SELECT posts."table", tables.guild, 'board', 'board:' || posts."table", posts.seq,
           '[{"seq":0,"events":' || posts.story || '}]', tables.place, posts.message, posts.trouble
    FROM posts JOIN tables ON tables.id = posts."table" ORDER BY posts."table", posts.seq;

INSERT INTO outbox ("table", guild, kind, subject, seat, person, ballot, payload, place, message, trouble)
    SELECT notices."table", tables.guild, 'notice', notices.kind, notices.seat, notices.person, notices.ballot,
           '{"text":' || notices.text || ',"direct":' || CASE WHEN notices.direct THEN 'true' ELSE 'false' END || '}',
           coalesce(notices.place, notices.channel), notices.message, notices.trouble
    FROM notices LEFT JOIN tables ON tables.id = notices."table" LEFT JOIN ballots ON ballots.id = notices.ballot
    WHERE notices.message IS NOT NULL OR ballots.id IS NULL OR ballots.outcome = '' ORDER BY notices.id;
INSERT INTO outbox ("table", guild, kind, queue, target)
    SELECT sent."table", sent.guild, 'delete', 'message:' || sent.id, sent.id
    FROM notices JOIN outbox sent ON sent.kind = 'notice' AND sent.message = notices.message WHERE notices.stale;
INSERT INTO outbox ("table", guild, kind, queue, target)
    SELECT sent."table", sent.guild, 'settle', 'message:' || sent.id, sent.id
    FROM outbox sent JOIN ballots ON ballots.id = sent.ballot
    WHERE sent.kind = 'notice' AND sent.message IS NOT NULL AND ballots.outcome != '';

INSERT INTO outbox ("table", guild, kind, queue)  -- opened, but answered too late: it has no message yet
    SELECT id, guild, 'lobby', 'lobby:' || id FROM tables WHERE status = 'open' AND lobby IS NULL;
INSERT INTO outbox ("table", guild, kind, queue, target, not_before)
    SELECT tables.id, tables.guild, 'archive', 'archive:' || tables.id, max(outbox.id), tables.wake
    FROM tables JOIN outbox ON outbox."table" = tables.id AND outbox.kind = 'board'
    WHERE tables.status = 'over' AND tables.wake IS NOT NULL GROUP BY tables.id;
UPDATE tables SET wake = NULL WHERE status = 'over';

DROP TABLE posts;
DROP TABLE notices;
