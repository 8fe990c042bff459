CREATE INDEX outbox_overviews ON outbox (guild) WHERE kind = 'overview';  -- the messages that list the tables of a server
