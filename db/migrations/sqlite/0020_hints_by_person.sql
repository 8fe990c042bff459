-- a seat may change hands: each hint counts for the person who took it; hints of before for the person who sits there now
ALTER TABLE hints RENAME TO hints_by_seat;
CREATE TABLE hints (
    "table" INTEGER NOT NULL REFERENCES tables,
    seat    INTEGER NOT NULL,
    seq     INTEGER NOT NULL,            -- of the table at which they were taken
    person  INTEGER NOT NULL,            -- who took them
    used    INTEGER NOT NULL,            -- how many
    PRIMARY KEY ("table", seat, seq, person)
) STRICT, WITHOUT ROWID;
INSERT INTO hints SELECT old."table", old.seat, old.seq, seats.person, old.used
    FROM hints_by_seat AS old JOIN seats ON seats."table" = old."table" AND seats.seat = old.seat;
DROP TABLE hints_by_seat;
