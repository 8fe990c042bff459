-- how hard whoever plays it by itself thinks; '' for people, also for a seat that a person has given up
ALTER TABLE seats ADD COLUMN level TEXT NOT NULL DEFAULT '' CHECK (level IN ('', 'gentle', 'steady', 'keen'));
ALTER TABLE tables ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;      -- may people ask for hints?
-- a turn that nobody plays is owed by us, and thought about like this; its wake is when somebody takes it, once more perhaps
ALTER TABLE clocks ADD COLUMN level TEXT NOT NULL DEFAULT '';

CREATE TABLE hints (                     -- that were asked for
    "table" INTEGER NOT NULL REFERENCES tables,
    seat    INTEGER NOT NULL,
    seq     INTEGER NOT NULL,            -- of the table at which they were
    used    INTEGER NOT NULL,            -- how many
    PRIMARY KEY ("table", seat, seq)
) STRICT, WITHOUT ROWID;
