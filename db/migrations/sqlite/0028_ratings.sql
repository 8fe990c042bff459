ALTER TABLE tables ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;  -- do its players play for their ratings?

CREATE TABLE ratings (             -- of each person by server and game; all of it can be computed from results
    guild  INTEGER NOT NULL,
    game   TEXT    NOT NULL,
    person INTEGER NOT NULL,
    mu     REAL    NOT NULL,       -- mean and standard deviation of the estimate
    sigma  REAL    NOT NULL,
    games  INTEGER NOT NULL,       -- on which it rests
    seen   REAL    NOT NULL,       -- people.seen, repeated so that a leaderboard reads one table
    PRIMARY KEY (guild, game, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_by_strength ON ratings (guild, game, mu, person, games, seen);
CREATE INDEX ratings_by_person ON ratings (person);

CREATE TABLE rating_steps (        -- by how much a rated game changed the rating of a person
    "table"  INTEGER NOT NULL REFERENCES tables,
    seat     INTEGER NOT NULL,
    person   INTEGER NOT NULL,     -- who had the seat first
    guild    INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    ended    REAL    NOT NULL,
    mu_before    REAL NOT NULL,
    sigma_before REAL NOT NULL,
    mu       REAL    NOT NULL,
    sigma    REAL    NOT NULL,
    games    INTEGER NOT NULL,     -- of the person up to this one
    PRIMARY KEY ("table", seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_steps_by_person ON rating_steps (person, guild, game, ended);
