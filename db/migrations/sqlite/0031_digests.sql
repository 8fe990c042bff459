-- a daily message is due work until its time comes, then a row of the outbox
INSERT INTO due (kind, subject, at) SELECT 'digest', person, min(not_before) FROM outbox
    WHERE kind = 'notice' AND subject = 'digest' AND message IS NULL AND attempted IS NULL AND not_before > 0 AND person IS NOT NULL
    GROUP BY person;
DELETE FROM outbox
    WHERE kind = 'notice' AND subject = 'digest' AND message IS NULL AND attempted IS NULL AND not_before > 0 AND person IS NOT NULL;
