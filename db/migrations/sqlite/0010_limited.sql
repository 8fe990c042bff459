ALTER TABLE outbox ADD COLUMN limited_until REAL NOT NULL DEFAULT 0;  -- until then Discord wants no further try, whoever asks for one
