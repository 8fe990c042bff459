ALTER TABLE tables ADD COLUMN language TEXT NOT NULL DEFAULT 'en';  -- of what all at it are told; the same as of a folder in locales/
