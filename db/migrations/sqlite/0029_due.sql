-- all work for a later time is in one table, in place of an index on each table that has such work
CREATE TABLE due_by_subject (
    kind    TEXT    NOT NULL,             -- of db/due.py
    subject INTEGER NOT NULL,             -- the table, server or person, by kind
    at      REAL    NOT NULL,
    claim   TEXT    NOT NULL DEFAULT '',  -- the process that has taken it, and has time until then
    PRIMARY KEY (subject, kind)
) STRICT, WITHOUT ROWID;
INSERT INTO due_by_subject (kind, subject, at) SELECT kind, subject, at FROM due;
DROP TABLE due;
ALTER TABLE due_by_subject RENAME TO due;
INSERT INTO due (kind, subject, at)
    SELECT 'reminder', "table", min(wake) FROM clocks WHERE level = '' AND wake IS NOT NULL GROUP BY "table"
    UNION ALL SELECT 'computer', "table", min(wake) FROM clocks WHERE level != '' AND wake IS NOT NULL GROUP BY "table"
    UNION ALL SELECT 'unused', id, wake FROM tables WHERE wake IS NOT NULL
    UNION ALL SELECT 'question', "table", min(wake) FROM ballots WHERE outcome = '' GROUP BY "table";
CREATE INDEX due_by_time ON due (kind, at, subject);
DROP INDEX tables_by_wake;
DROP INDEX clocks_by_wake;
DROP INDEX clocks_owed;
DROP INDEX ballots_by_wake;
CREATE INDEX ballots_open ON ballots ("table", wake) WHERE outcome = '';
