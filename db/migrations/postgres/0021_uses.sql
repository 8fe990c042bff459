-- what a person may do only so often in an hour; older rows are deleted
CREATE TABLE uses (
    kind   TEXT    NOT NULL,            -- of host/quotas.py
    guild  BIGINT  NOT NULL,
    person BIGINT  NOT NULL,
    about  BIGINT  NOT NULL DEFAULT 0,  -- the person who was invited
    at     DOUBLE PRECISION NOT NULL
);
CREATE INDEX uses_by_person ON uses (person, guild, kind, at);
CREATE INDEX uses_by_time ON uses (at);
