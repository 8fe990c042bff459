-- the seasons of each server; a game counts for the season in which it ends
CREATE TABLE seasons (
    guild   BIGINT  NOT NULL,
    number  BIGINT  NOT NULL,            -- from 1
    started DOUBLE PRECISION NOT NULL,   -- 0: with the first game of the server
    ended   DOUBLE PRECISION,            -- NULL: it runs
    games   BIGINT  NOT NULL DEFAULT 0,  -- that count
    PRIMARY KEY (guild, number)
);

CREATE TABLE season_totals (             -- sums over the games of a person in a season; all of it can be computed from results
    guild       BIGINT  NOT NULL,
    season      BIGINT  NOT NULL,        -- its number
    game        TEXT    NOT NULL,        -- '': all games together
    person      BIGINT  NOT NULL,
    half_points BIGINT  NOT NULL,        -- points by place, times two: people who share places get halves
    games       BIGINT  NOT NULL,
    wins        BIGINT  NOT NULL,        -- shared ones, too
    PRIMARY KEY (guild, season, game, person)
);
CREATE INDEX season_totals_by_rank ON season_totals (guild, season, game, half_points DESC, wins DESC, games, person);
CREATE INDEX season_totals_by_person ON season_totals (person);
