-- all work for a later time is in one table, in place of an index on each table that has such work
ALTER TABLE due ADD COLUMN claim TEXT NOT NULL DEFAULT '';  -- the process that has taken it, and has time until then
ALTER TABLE due DROP CONSTRAINT due_pkey;
ALTER TABLE due ADD PRIMARY KEY (subject, kind);            -- the table, server or person, and a kind of db/due.py
INSERT INTO due (kind, subject, at)
    SELECT 'reminder', "table", min(wake) FROM clocks WHERE level = '' AND wake IS NOT NULL GROUP BY "table"
    UNION ALL SELECT 'computer', "table", min(wake) FROM clocks WHERE level != '' AND wake IS NOT NULL GROUP BY "table"
    UNION ALL SELECT 'unused', id, wake FROM tables WHERE wake IS NOT NULL
    UNION ALL SELECT 'question', "table", min(wake) FROM ballots WHERE outcome = '' GROUP BY "table";
DROP INDEX due_by_time;
CREATE INDEX due_by_time ON due (kind, at, subject);
DROP INDEX tables_by_wake;
DROP INDEX clocks_by_wake;
DROP INDEX clocks_owed;
DROP INDEX ballots_by_wake;
CREATE INDEX ballots_open ON ballots ("table", wake) WHERE outcome = '';
