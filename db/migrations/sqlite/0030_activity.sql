-- what happened on a server in a week that is over: counted once, when managers ask for it
CREATE TABLE activity (
    guild   INTEGER NOT NULL,
    week    INTEGER NOT NULL,            -- its Monday, 0:00 UTC, in seconds since 1970
    started INTEGER NOT NULL,            -- games that began in it
    ended   INTEGER NOT NULL,            -- games that were over in it
    turns   INTEGER NOT NULL,            -- of people, without those that were taken back
    people  INTEGER NOT NULL,            -- who moved, or whose game ended
    seconds REAL,                        -- the median time of a turn; NULL: of too few people to name it
    games   TEXT    NOT NULL,            -- JSON: games that began, by the key of the game
    PRIMARY KEY (guild, week)
) STRICT, WITHOUT ROWID;
CREATE INDEX tables_by_end ON tables (guild, ended, started) WHERE ended IS NOT NULL;
