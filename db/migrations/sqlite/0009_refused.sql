ALTER TABLE outbox RENAME COLUMN failing TO refused;  -- since when it is refused, which may be so for good
