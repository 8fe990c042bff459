CREATE INDEX outbox_in_hand ON outbox (guild) WHERE claimed_until IS NOT NULL;  -- the rows that a sender has claimed
