-- how hard computers thought that play no more: those added again think as hard; '' where none was removed
ALTER TABLE tables ADD COLUMN level TEXT NOT NULL DEFAULT '' CHECK (level IN ('', 'gentle', 'steady', 'keen'));
