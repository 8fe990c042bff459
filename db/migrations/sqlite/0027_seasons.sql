-- the seasons of each server; a game counts for the season in which it ends
CREATE TABLE seasons (
    guild   INTEGER NOT NULL,
    number  INTEGER NOT NULL,            -- from 1
    started REAL    NOT NULL,            -- 0: with the first game of the server
    ended   REAL,                        -- NULL: it runs
    games   INTEGER NOT NULL DEFAULT 0,  -- that count
    PRIMARY KEY (guild, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE season_totals (             -- sums over the games of a person in a season; all of it can be computed from results
    guild       INTEGER NOT NULL,
    season      INTEGER NOT NULL,        -- its number
    game        TEXT    NOT NULL,        -- '': all games together
    person      INTEGER NOT NULL,
    half_points INTEGER NOT NULL,        -- points by place, times two: people who share places get halves
    games       INTEGER NOT NULL,
    wins        INTEGER NOT NULL,        -- shared ones, too
    PRIMARY KEY (guild, season, game, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX season_totals_by_rank ON season_totals (guild, season, game, half_points DESC, wins DESC, games, person);
CREATE INDEX season_totals_by_person ON season_totals (person);
