CREATE TABLE facts (                     -- what the program remembers of itself, such as the commands that Discord was told
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
