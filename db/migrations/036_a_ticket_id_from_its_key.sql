-- The secret of ticket ids, never changed (docs/decisions/060): 32 random bytes, filled up with zeros to the 64 bytes
-- of a block of SHA-256, and exclusive-or with the two constants of HMAC (RFC 2104).
CREATE TABLE ticket_secret (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  inner_key bytea NOT NULL CHECK (length(inner_key) = 64),
  outer_key bytea NOT NULL CHECK (length(outer_key) = 64)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ticket_secret
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- A random UUID has 122 random bits: four of them have more than the 256 that are kept.
WITH secret AS MATERIALIZED (
  SELECT sha256(string_agg(uuid_send(gen_random_uuid()), '')) || decode(repeat('00', 32), 'hex') AS bytes
  FROM generate_series(1, 4)
)
INSERT INTO ticket_secret (inner_key, outer_key)
SELECT string_agg(set_byte('\x00', 0, get_byte(bytes, at) # 54), '' ORDER BY at),
  string_agg(set_byte('\x00', 0, get_byte(bytes, at) # 92), '' ORDER BY at)
FROM secret, generate_series(0, 63) at;

-- The ticket that a key has bought, if any. Its id is the first 16 bytes of HMAC-SHA-256(secret, 'player id:key'), as
-- server/sales/ticket-id.ts makes it. Tickets from before this migration carry their key; no new one does, so that the
-- index tickets_key does not grow any more.
CREATE FUNCTION ticket_of_key(p_player bigint, p_key text) RETURNS TABLE (ticket_id uuid, input_hash bytea)
LANGUAGE sql STABLE AS $$
  SELECT t.ticket_id, t.input_hash FROM tickets t WHERE t.player_id = p_player AND t.ticket_id = (
    SELECT encode(substring(sha256(outer_key || sha256(inner_key || convert_to(p_player || ':' || p_key, 'UTF8'))),
      1, 16), 'hex')::uuid
    FROM ticket_secret)
  UNION ALL
  SELECT t.ticket_id, t.input_hash FROM tickets t WHERE t.player_id = p_player AND t.idempotency_key = p_key
$$;

ALTER TABLE tickets DROP CONSTRAINT tickets_key_check,
  ADD CONSTRAINT tickets_key_check CHECK (idempotency_key IS NULL OR input_hash IS NOT NULL);

-- A sale finds its key by the id of the ticket, and does not write it. The result has another name, so that a process
-- of an earlier release, whose ids are random, fails instead of selling a key twice.
DO $$
DECLARE
  each record;
  v_source text;
BEGIN
  SELECT pg_get_functiondef(oid) INTO STRICT v_source FROM pg_proc WHERE proname = 'sell_batch';
  FOR each IN SELECT * FROM (VALUES
    ('OUT replayed text[]', 'OUT replayed_ids text[]'),
    ('INTO outcomes, replayed FROM', 'INTO outcomes, replayed_ids FROM'),
    ($old$FROM tickets
      WHERE player_id = p.player_id AND idempotency_key = p.key
$old$, $new$FROM tickets
      WHERE player_id = p.player_id AND ticket_id = p.ticket_id
      -- A ticket from before ids were made of keys.
      UNION ALL SELECT ticket_id::text, input_hash FROM tickets
      WHERE player_id = p.player_id AND idempotency_key = p.key
$new$),
    ('affiliate_id, idempotency_key, input_hash)', 'affiliate_id, input_hash)'),
    ('affiliate_id, key, hash', 'affiliate_id, hash')
  ) changes(old, new)
  LOOP
    IF position(each.old IN v_source) = 0 THEN RAISE EXCEPTION 'sell_batch has no "%"', each.old; END IF;
    v_source := replace(v_source, each.old, each.new);
  END LOOP;
  DROP FUNCTION sell_batch(bigint[], purchase[]);
  EXECUTE v_source;
END $$;
