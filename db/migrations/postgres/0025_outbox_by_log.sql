-- boards refer to moves, whose events are in the log; a retired board forgets the description of its picture, as its message has it
UPDATE outbox SET payload = (
    SELECT '[' || coalesce(string_agg(
        CASE WHEN EXISTS (SELECT 1 FROM moves WHERE moves."table" = outbox."table" AND moves.seq = CAST(part.value ->> 'seq' AS BIGINT))
             THEN json_build_object('seq', part.value -> 'seq', 'events', json_build_array())::text ELSE part.value::text END,
        ',' ORDER BY part.number), '') || ']'
    FROM json_array_elements(outbox.payload::json) WITH ORDINALITY AS part (value, number))
WHERE kind = 'board' AND payload != '[]';
UPDATE outbox SET shown = jsonb_set(shown::jsonb, '{alt}', '""')::text
WHERE kind = 'board' AND message IS NOT NULL AND shown != '' AND CAST(shown::json ->> 'file' AS BIGINT) > 0
  AND EXISTS (SELECT 1 FROM outbox AS newer WHERE newer."table" = outbox."table" AND newer.kind = 'board' AND newer.id > outbox.id
              AND newer.message IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM outbox AS change WHERE change.target = outbox.id);
