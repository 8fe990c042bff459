ALTER TABLE season_totals ADD COLUMN seen REAL NOT NULL DEFAULT 0;  -- people.seen, repeated so that a leaderboard reads one table
UPDATE season_totals SET seen = coalesce((SELECT people.seen FROM people WHERE people.id = season_totals.person), 0);
DROP INDEX season_totals_by_rank;
CREATE INDEX season_totals_by_rank ON season_totals (guild, season, game, half_points DESC, wins DESC, games, person, seen);
