ALTER TABLE tables ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;  -- rises with every change of the table, its seats and its clocks
