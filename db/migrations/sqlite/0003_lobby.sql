ALTER TABLE tables ADD COLUMN lobby INTEGER;      -- the message that offered its seats
ALTER TABLE tables ADD COLUMN rematch_of INTEGER REFERENCES tables;  -- whose people play again
UPDATE tables SET lobby = board WHERE status = 'open';
CREATE UNIQUE INDEX tables_by_rematch ON tables (rematch_of) WHERE status != 'cancelled';
