-- people by their ids, so that each name is stored once; names on seats are those that a server knows
CREATE TABLE people (
    id   BIGINT PRIMARY KEY,             -- of their account
    name TEXT   NOT NULL,                -- as Discord shows it on any server
    seen DOUBLE PRECISION NOT NULL       -- when they last acted
);

ALTER TABLE tables ADD COLUMN started DOUBLE PRECISION;  -- when the game began; NULL: it has not
ALTER TABLE tables ADD COLUMN ended DOUBLE PRECISION;    -- when the game was over; NULL: it is not
UPDATE tables SET started = (SELECT made FROM moves WHERE moves."table" = tables.id ORDER BY seq LIMIT 1)
    WHERE status IN ('running', 'over');
UPDATE tables SET ended = greatest(
        coalesce((SELECT made FROM moves WHERE moves."table" = tables.id ORDER BY seq DESC LIMIT 1), opened),
        coalesce((SELECT at FROM remarks WHERE remarks."table" = tables.id ORDER BY seq DESC, at DESC LIMIT 1), opened))
    WHERE status = 'over';

ALTER TABLE seats ADD COLUMN missed BIGINT NOT NULL DEFAULT 0;       -- time-outs of its person in the whole game
ALTER TABLE seats ADD COLUMN predecessor BIGINT NOT NULL DEFAULT 0;  -- the person who had it first; 0: nobody else, or unknown
UPDATE seats SET missed = strikes WHERE strikes > 0;

INSERT INTO people (id, name, seen) SELECT person, name, at FROM (
    SELECT person, name, at, row_number() OVER (PARTITION BY person ORDER BY at DESC, "table" DESC) AS age FROM (
        SELECT seats.person, seats.name, seats."table", coalesce(tables.ended,
               (SELECT made FROM moves WHERE moves."table" = tables.id ORDER BY seq DESC LIMIT 1), tables.opened) AS at
        FROM seats JOIN tables ON tables.id = seats."table" WHERE seats.person > 0) AS known) AS aged WHERE age = 1;

CREATE TABLE results (                   -- of each seat of a game that is over; all of it can be computed from the game
    "table"         BIGINT NOT NULL REFERENCES tables,
    seat            BIGINT NOT NULL,
    person          BIGINT NOT NULL,    -- who had the seat at the end; below 0: a computer
    level           TEXT   NOT NULL,    -- of a computer; '' for people
    game            TEXT   NOT NULL,
    guild           BIGINT NOT NULL,
    seats           BIGINT NOT NULL,    -- how many the game had
    place           BIGINT NOT NULL,    -- 1: the winner; equal seats share a place
    points          BIGINT NOT NULL,
    kinds           TEXT   NOT NULL,    -- JSON: the points by kind, each kind as an English sentence of the catalogues
    ended           DOUBLE PRECISION    NOT NULL,
    reason          TEXT   NOT NULL,    -- tables.ending; '': the game came to its own end
    missed          BIGINT NOT NULL,    -- time-outs
    finished        BIGINT NOT NULL,    -- did this person play to the end?
    rated           BIGINT NOT NULL,
    unrated_because TEXT   NOT NULL,
    seconds         DOUBLE PRECISION NOT NULL,  -- for which this person thought, in turns that they ended
    PRIMARY KEY ("table", seat)
);
CREATE INDEX results_by_person ON results (person, ended);
CREATE INDEX results_by_game ON results (guild, game, ended);
