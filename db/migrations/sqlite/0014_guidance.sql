ALTER TABLE tables ADD COLUMN guidance TEXT NOT NULL DEFAULT 'none'  -- who is told a line of the rules with each question?
    CHECK (guidance IN ('none', 'first'));
