-- work that the program has promised for a time
CREATE TABLE due (
    kind    TEXT    NOT NULL,  -- of host/forgetting.py
    subject INTEGER NOT NULL,  -- the server or the person
    at      REAL    NOT NULL,
    PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX due_by_time ON due (at);
-- so that a server's tables are found, and a table's rematch
CREATE INDEX tables_by_guild ON tables (guild, id);
CREATE INDEX tables_by_former ON tables (rematch_of) WHERE rematch_of IS NOT NULL;
