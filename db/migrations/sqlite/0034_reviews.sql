-- judgements of the moves of a finished game, made once in the background when somebody asks for them
CREATE TABLE reviews (
    "table" INTEGER PRIMARY KEY REFERENCES tables (id),
    guild   INTEGER NOT NULL,
    version TEXT    NOT NULL,            -- of the rules and weights by which it is made; reviews by others are made anew
    asked   REAL    NOT NULL,            -- when it was asked for, in seconds since 1970
    done    INTEGER NOT NULL DEFAULT 0,  -- pieces of work that are done
    pieces  INTEGER NOT NULL DEFAULT 0,  -- of work in all, about; 0: not begun
    posted  REAL    NOT NULL DEFAULT 0,  -- when it was last posted for everybody, in seconds since 1970
    content TEXT    NOT NULL DEFAULT ''  -- JSON; empty while it is made
) STRICT;
CREATE INDEX reviews_by_guild ON reviews (guild, asked);
