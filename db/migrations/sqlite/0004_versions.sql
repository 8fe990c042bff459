ALTER TABLE moves ADD COLUMN version INTEGER NOT NULL DEFAULT 1;  -- of the rules that made it: its state has their shape
UPDATE moves SET version = (SELECT version FROM tables WHERE tables.id = moves."table");
