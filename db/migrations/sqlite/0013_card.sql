ALTER TABLE tables ADD COLUMN card REAL NOT NULL DEFAULT 0;  -- before that, the card in the channel above its thread stays as it is
