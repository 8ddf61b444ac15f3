-- Up Migration
-- Coming back after a forgotten password or name. Source: decisions §2, §3; checklist 8, 11, 12; integrations §7.4.

-- A password that was set by a link from an e-mail opens nothing until its owner proves by electronic ID to be there.
ALTER TABLE players ADD COLUMN needs_e_id boolean NOT NULL DEFAULT false;

-- The four passwords before the present one: none of the five may come again.
CREATE TABLE former_passwords (
  former_password_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES players,
  password_hash text NOT NULL
);
CREATE INDEX former_passwords_player ON former_passwords (player_id, former_password_id);

-- Links that were sent out and still work. Only the SHA-256 of what is in the link is kept.
CREATE TABLE password_resets (
  link_hash bytea PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES players,
  way text NOT NULL CHECK (way IN ('email', 'home-bank')),
  ends_at timestamptz NOT NULL
);
CREATE INDEX password_resets_player ON password_resets (player_id);
CREATE INDEX password_resets_end ON password_resets (ends_at);

-- How often a player was written to lately.
CREATE INDEX messages_player ON messages (player_id, queued_at);

-- Calls of people who are nobody yet, by kind of call and network, those of the last hour. Unlogged like the failures
-- of 021: a crash forgets them, and no address is written, only the HMAC of it.
CREATE UNLOGGED TABLE visitor_calls (
  call_key bytea PRIMARY KEY,
  called_at timestamptz[] NOT NULL,
  last_at timestamptz NOT NULL
);
CREATE INDEX visitor_calls_last ON visitor_calls (last_at);

-- Solved challenges that were handed in, as long as they would be good.
CREATE UNLOGGED TABLE spent_proofs (
  proof_key bytea PRIMARY KEY,
  ends_at timestamptz NOT NULL
);
CREATE INDEX spent_proofs_end ON spent_proofs (ends_at);

-- When such calls were made within the last hour, oldest first.
CREATE FUNCTION recent_calls(p_key bytea, p_at timestamptz) RETURNS timestamptz[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(SELECT t FROM visitor_calls, unnest(called_at) AS t
    WHERE call_key = p_key AND t > p_at - interval '1 hour' ORDER BY t)
$$;

CREATE FUNCTION note_call(p_key bytea, p_before timestamptz[], p_at timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO visitor_calls VALUES (p_key, p_before || p_at, p_at)
  ON CONFLICT (call_key) DO UPDATE SET called_at = EXCLUDED.called_at, last_at = EXCLUDED.last_at
$$;

-- Decides whether such a call may go on, and counts it: 0; the seconds to wait; or -1 where a fresh proof of work is
-- asked for. `p_unproved` calls of a network and `p_unproved_all` of everybody pass without one in an hour.
CREATE FUNCTION count_call(p_call bytea, p_all bytea, p_per_hour integer, p_unproved integer, p_unproved_all integer,
  p_proof bytea, p_proof_ends timestamptz)
RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_calls timestamptz[];
  v_unproved timestamptz[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_call, 'hex'), 0));
  v_now := domain_now();
  v_calls := recent_calls(p_call, v_now);
  IF cardinality(v_calls) >= p_per_hour THEN
    RETURN extract(epoch FROM v_calls[cardinality(v_calls) - p_per_hour + 1] + interval '1 hour' - v_now);
  END IF;
  IF p_proof IS NULL THEN
    IF cardinality(v_calls) >= p_unproved THEN RETURN -1; END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_all, 'hex'), 0));
    v_unproved := recent_calls(p_all, v_now);
    IF cardinality(v_unproved) >= p_unproved_all THEN RETURN -1; END IF;
    PERFORM note_call(p_all, v_unproved, v_now);
  ELSE
    IF p_proof_ends <= v_now THEN RETURN -1; END IF;
    INSERT INTO spent_proofs VALUES (p_proof, p_proof_ends) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN -1; END IF;
  END IF;
  PERFORM note_call(p_call, v_calls, v_now);
  PERFORM forget_calls(v_now);
  RETURN 0;
END $$;

-- A few of those that count for nothing, at every call: the tables stay as small as the last hour.
CREATE FUNCTION forget_calls(p_at timestamptz) RETURNS void LANGUAGE sql AS $$
  DELETE FROM visitor_calls WHERE call_key IN (
    SELECT call_key FROM visitor_calls WHERE last_at < p_at - interval '1 hour'
    ORDER BY last_at LIMIT 10 FOR UPDATE SKIP LOCKED);
  DELETE FROM spent_proofs WHERE proof_key IN (
    SELECT proof_key FROM spent_proofs WHERE ends_at < p_at ORDER BY ends_at LIMIT 10 FOR UPDATE SKIP LOCKED);
$$;
