-- boards refer to moves, whose events are in the log; a retired board forgets the description of its picture, as its message has it
UPDATE outbox SET payload = (
    SELECT '[' || coalesce(group_concat(
        CASE WHEN EXISTS (SELECT 1 FROM moves WHERE moves."table" = outbox."table" AND moves.seq = json_extract(part.value, '$.seq'))
             THEN json_object('seq', json_extract(part.value, '$.seq'), 'events', json_array()) ELSE part.value END), '') || ']'
    FROM json_each(outbox.payload) AS part)
WHERE kind = 'board' AND payload != '[]' AND json_valid(payload);
UPDATE outbox SET shown = json_set(shown, '$.alt', '')
WHERE kind = 'board' AND message IS NOT NULL AND json_valid(shown) AND json_extract(shown, '$.file') > 0
  AND EXISTS (SELECT 1 FROM outbox AS newer WHERE newer."table" = outbox."table" AND newer.kind = 'board' AND newer.id > outbox.id
              AND newer.message IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM outbox AS change WHERE change.target = outbox.id);
