-- judgements of the moves of a finished game, made once in the background when somebody asks for them
CREATE TABLE reviews (
    "table" BIGINT  PRIMARY KEY REFERENCES tables (id),
    guild   BIGINT  NOT NULL,
    version TEXT    NOT NULL,            -- of the rules and weights by which it is made; reviews by others are made anew
    asked   DOUBLE PRECISION NOT NULL,  -- when it was asked for, in seconds since 1970
    done    BIGINT  NOT NULL DEFAULT 0,  -- pieces of work that are done
    pieces  BIGINT  NOT NULL DEFAULT 0,  -- of work in all, about; 0: not begun
    posted  DOUBLE PRECISION NOT NULL DEFAULT 0,  -- when it was last posted for everybody, in seconds since 1970
    content TEXT    NOT NULL DEFAULT ''  -- JSON; empty while it is made
);
CREATE INDEX reviews_by_guild ON reviews (guild, asked);
