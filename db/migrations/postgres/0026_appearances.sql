-- the tables where a person is named: as a player, as the one who asked or managed something
CREATE TABLE appearances (
    person  BIGINT NOT NULL,
    "table" BIGINT NOT NULL REFERENCES tables,
    PRIMARY KEY (person, "table")
);
CREATE INDEX appearances_by_table ON appearances ("table");
INSERT INTO appearances SELECT person, "table" FROM (
    SELECT person, "table" FROM seats UNION SELECT predecessor, "table" FROM seats UNION SELECT person, "table" FROM moves
    UNION SELECT host, id FROM tables UNION SELECT asker, "table" FROM ballots UNION SELECT person, "table" FROM hints
    UNION SELECT person, "table" FROM drafts UNION SELECT person, "table" FROM outbox
    UNION SELECT votes.person, ballots."table" FROM votes JOIN ballots ON ballots.id = votes.ballot) AS known
    WHERE person > 0 AND "table" IS NOT NULL;
