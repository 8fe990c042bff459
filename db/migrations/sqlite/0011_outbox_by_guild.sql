CREATE INDEX outbox_by_guild ON outbox (guild) WHERE message IS NULL;
DROP INDEX outbox_given_up;
