ALTER TABLE tables ADD COLUMN rated BIGINT NOT NULL DEFAULT 0;  -- do its players play for their ratings?

CREATE TABLE ratings (             -- of each person by server and game; all of it can be computed from results
    guild  BIGINT NOT NULL,
    game   TEXT    NOT NULL,
    person BIGINT NOT NULL,
    mu     DOUBLE PRECISION    NOT NULL,       -- mean and standard deviation of the estimate
    sigma  DOUBLE PRECISION    NOT NULL,
    games  BIGINT NOT NULL,       -- on which it rests
    seen   DOUBLE PRECISION    NOT NULL,       -- people.seen, repeated so that a leaderboard reads one table
    PRIMARY KEY (guild, game, person)
);
CREATE INDEX ratings_by_strength ON ratings (guild, game, mu, person, games, seen);
CREATE INDEX ratings_by_person ON ratings (person);

CREATE TABLE rating_steps (        -- by how much a rated game changed the rating of a person
    "table"  BIGINT NOT NULL REFERENCES tables,
    seat     BIGINT NOT NULL,
    person   BIGINT NOT NULL,     -- who had the seat first
    guild    BIGINT NOT NULL,
    game     TEXT    NOT NULL,
    ended    DOUBLE PRECISION    NOT NULL,
    mu_before    DOUBLE PRECISION NOT NULL,
    sigma_before DOUBLE PRECISION NOT NULL,
    mu       DOUBLE PRECISION    NOT NULL,
    sigma    DOUBLE PRECISION    NOT NULL,
    games    BIGINT NOT NULL,     -- of the person up to this one
    PRIMARY KEY ("table", seat)
);
CREATE INDEX rating_steps_by_person ON rating_steps (person, guild, game, ended);
