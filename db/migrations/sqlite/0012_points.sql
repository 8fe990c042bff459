ALTER TABLE tables ADD COLUMN points TEXT NOT NULL DEFAULT 'shown'  -- are those that an answer brings told beforehand?
    CHECK (points IN ('shown', 'hidden'));
