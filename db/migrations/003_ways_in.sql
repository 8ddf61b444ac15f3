-- The ways in: what guards a password, proves by electronic ID, and brings back who forgot a password or name.

-- Wrong passwords, counted so that guessing gets slow. Unlogged: a crash forgets them, and no name or address is
-- written, only the HMAC of it.

-- The last failures in a row of a typed name, three at most; the third closes it. Of strangers the key of the device is
-- empty.
CREATE UNLOGGED TABLE name_failures (
  name_key bytea NOT NULL,
  failed_at timestamptz[] NOT NULL CHECK (cardinality(failed_at) BETWEEN 1 AND 3),
  last_at timestamptz NOT NULL,
  device_key bytea NOT NULL DEFAULT '',
  PRIMARY KEY (name_key, device_key)
);
CREATE INDEX name_failures_last ON name_failures (last_at);

-- Leaking buckets: one for each network, one for all together. `level` is as it was at `last_at`.
CREATE UNLOGGED TABLE failure_levels (
  level_key bytea PRIMARY KEY,
  level double precision NOT NULL,
  last_at timestamptz NOT NULL
);
CREATE INDEX failure_levels_last ON failure_levels (last_at);

-- Seconds until a typed name may be tried again from there: thirty minutes from the third failure.
CREATE FUNCTION name_wait(p_name bytea, p_device bytea, p_at timestamptz) RETURNS double precision
LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(greatest(0, extract(epoch FROM last_at + interval '30 minutes' - p_at))), 0)
  FROM name_failures WHERE name_key = p_name AND device_key = p_device AND cardinality(failed_at) = 3
$$;

-- Seconds until a network may try again: none for its first twenty failures, then twice as long after each, up to
-- a quarter of an hour. One failure a minute is forgotten.
CREATE FUNCTION network_wait(p_network bytea, p_at timestamptz) RETURNS double precision LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(greatest(0,
    least(900, 2 ^ least(level - 20, 10)) - extract(epoch FROM p_at - last_at))), 0)
  FROM failure_levels WHERE level_key = p_network AND level > 20
$$;

-- Seconds until an attempt may be made. A network waits for its strangers alone.
CREATE FUNCTION attempt_wait(p_name bytea, p_device bytea, p_network bytea, p_at timestamptz)
RETURNS double precision LANGUAGE sql STABLE AS $$
  SELECT greatest(name_wait(p_name, p_device, p_at),
    CASE WHEN p_device = '' THEN network_wait(p_network, p_at) ELSE 0 END)
$$;

-- Seconds for which every password is held up: none below a hundred failures, then a hundredth for each, four at
-- most, so that nobody can shut others out. One failure a second is forgotten.
CREATE FUNCTION everybody_held(p_all bytea, p_at timestamptz) RETURNS double precision LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(greatest(0,
    least(4, (level - greatest(0, extract(epoch FROM p_at - last_at)) - 100) / 100))), 0)
  FROM failure_levels WHERE level_key = p_all
$$;

CREATE FUNCTION raise_level(p_key bytea, p_at timestamptz, p_forgotten_per_second double precision) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO failure_levels AS f VALUES (p_key, 1, p_at)
  ON CONFLICT (level_key) DO UPDATE SET last_at = greatest(f.last_at, p_at),
    level = 1 + greatest(0,
      f.level - p_forgotten_per_second * greatest(0, extract(epoch FROM p_at - f.last_at)))
$$;

-- A few of those that count for nothing, at every failure: the tables stay as small as the last hours.
CREATE FUNCTION forget_failures(p_at timestamptz) RETURNS void LANGUAGE sql AS $$
  DELETE FROM name_failures WHERE (name_key, device_key) IN (
    SELECT name_key, device_key FROM name_failures WHERE last_at < p_at - interval '30 minutes'
    ORDER BY last_at LIMIT 10 FOR UPDATE SKIP LOCKED);
  DELETE FROM failure_levels WHERE level_key IN (
    SELECT level_key FROM failure_levels WHERE last_at < p_at - interval '1 day'
    ORDER BY last_at LIMIT 10 FOR UPDATE SKIP LOCKED);
$$;

-- Decides whether the outcome of an attempt may be told, and counts it: the seconds to wait instead, or 0. Judged
-- after the check, one attempt of a name and device at a time, so that many at once learn no more than one after
-- another. The right password forgets the failures of its own way, not those of others.
CREATE FUNCTION judge_attempt(p_name bytea, p_device bytea, p_network bytea, p_all bytea, p_right boolean)
RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_wait double precision;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_name || p_device, 'hex'), 0));
  v_now := domain_now();
  v_wait := attempt_wait(p_name, p_device, p_network, v_now);
  IF v_wait > 0 THEN RETURN v_wait; END IF;
  IF p_right THEN
    DELETE FROM name_failures WHERE name_key = p_name AND device_key = p_device;
    RETURN 0;
  END IF;
  INSERT INTO name_failures AS f (name_key, device_key, failed_at, last_at)
  VALUES (p_name, p_device, ARRAY[v_now], v_now)
  ON CONFLICT (name_key, device_key) DO UPDATE SET last_at = v_now, failed_at = ARRAY(
    SELECT t FROM unnest(f.failed_at) AS t
    WHERE t > v_now - interval '30 minutes' AND cardinality(f.failed_at) < 3 ORDER BY t) || v_now;
  PERFORM raise_level(p_network, v_now, 1.0 / 60);
  PERFORM raise_level(p_all, v_now, 1);
  PERFORM forget_failures(v_now);
  RETURN 0;
END $$;


-- Electronic ID: requests to people, and what came of them. Unlogged: a crash forgets requests under way. Only hashes
-- of what browsers hold, and HMACs of who was asked and from which network; who proved to be whom is kept for an hour.
CREATE UNLOGGED TABLE e_logins (
  token_hash bytea PRIMARY KEY,
  -- Of the id by which the proven person may sign up.
  request_hash bytea NOT NULL UNIQUE,
  -- Of the secret in the cookie of the browser that asked.
  browser_hash bytea NOT NULL,
  e_login_type text NOT NULL CHECK (e_login_type IN ('sim', 'app')),
  target_key bytea NOT NULL,
  network_key bytea NOT NULL,
  created_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'proven', 'failed')),
  -- What the next question to the provider needs, once the person was asked.
  handle jsonb,
  -- One process asks at a time, until it answers or this moment has passed; `polls` says whose answer counts.
  polling_until timestamptz,
  polls integer NOT NULL DEFAULT 0,
  failure jsonb,
  person jsonb,
  proven_at timestamptz,
  -- Each is good once.
  signed_in_at timestamptz,
  signed_up_at timestamptz,
  -- Of a request that the asked person's own browser made: whose it is, and which.
  known_player bigint,
  known_device bytea,
  CHECK ((state = 'failed') = (failure IS NOT NULL)),
  CHECK ((state = 'proven') = (person IS NOT NULL AND proven_at IS NOT NULL)),
  CHECK (state = 'pending' OR handle IS NULL),
  CHECK ((known_player IS NULL) = (known_device IS NULL))
);
CREATE INDEX e_logins_target ON e_logins (target_key, created_at);
CREATE INDEX e_logins_network ON e_logins (network_key, created_at);
CREATE INDEX e_logins_created ON e_logins (created_at);

-- Notes a request before the person is asked: seconds to wait instead, or 0. A browser that asks again takes the place
-- of its own open request.
-- A known device has three requests in ten minutes, all of one player six: anybody may write another's phone into an
-- account, but not ring it without end.
-- Strangers have one open request at a time for a phone or national id, three in ten minutes from one network, and
-- six in all from no more than three networks; and a network ten an hour that nobody confirmed, since a whole mobile
-- network may share one.
CREATE FUNCTION begin_e_login(p_token bytea, p_request bytea, p_browser bytea, p_type text, p_target bytea,
  p_network bytea, p_device bytea, p_asked text) RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_free timestamptz;
  v_player bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_network, 'hex'), 1));
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_target, 'hex'), 2));
  v_now := domain_now();
  v_player := known_player_of(p_device, p_asked);
  IF v_player IS NULL THEN
    SELECT max(free) INTO v_free FROM (
      SELECT created_at + interval '90 seconds' AS free FROM e_logins
      WHERE target_key = p_target AND state = 'pending' AND browser_hash <> p_browser
      UNION ALL
      (SELECT created_at + interval '10 minutes' FROM e_logins
       WHERE target_key = p_target AND known_player IS NULL AND network_key = p_network
       ORDER BY created_at DESC OFFSET 2 LIMIT 1)
      UNION ALL
      (SELECT max(created_at) + interval '10 minutes' FROM e_logins
       WHERE target_key = p_target AND known_player IS NULL AND network_key <> p_network
       GROUP BY network_key ORDER BY 1 DESC OFFSET 2 LIMIT 1)
      UNION ALL
      (SELECT created_at + interval '10 minutes' FROM e_logins
       WHERE target_key = p_target AND known_player IS NULL ORDER BY created_at DESC OFFSET 5 LIMIT 1)
      UNION ALL
      (SELECT created_at + interval '1 hour' FROM e_logins
       WHERE network_key = p_network AND known_player IS NULL AND state <> 'proven'
       ORDER BY created_at DESC OFFSET 9 LIMIT 1)
    ) AS places;
  ELSE
    SELECT max(free) INTO v_free FROM (
      (SELECT created_at + interval '10 minutes' AS free FROM e_logins
       WHERE target_key = p_target AND known_device = p_device ORDER BY created_at DESC OFFSET 2 LIMIT 1)
      UNION ALL
      (SELECT created_at + interval '10 minutes' FROM e_logins
       WHERE target_key = p_target AND known_player = v_player ORDER BY created_at DESC OFFSET 5 LIMIT 1)
    ) AS places;
  END IF;
  IF v_free > v_now THEN RETURN extract(epoch FROM v_free - v_now); END IF;
  UPDATE e_logins SET state = 'failed', handle = NULL,
    failure = '{"code": "EC_ELOGIN_AUTH_ERROR", "reason": "cancelled", "about": "person", "retry": true}'
  WHERE target_key = p_target AND browser_hash = p_browser AND state = 'pending';
  DELETE FROM e_logins WHERE token_hash IN (
    SELECT token_hash FROM e_logins WHERE created_at < v_now - interval '1 hour'
    ORDER BY created_at LIMIT 20 FOR UPDATE SKIP LOCKED);
  INSERT INTO e_logins (token_hash, request_hash, browser_hash, e_login_type, target_key, network_key, created_at,
    known_player, known_device)
  VALUES (p_token, p_request, p_browser, p_type, p_target, p_network, v_now,
    v_player, CASE WHEN v_player IS NOT NULL THEN p_device END);
  RETURN 0;
END $$;


-- Coming back after a forgotten password or name.

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

-- What somebody asked who has forgotten a password or a name, until the worker answers; known person or not.
-- The job holds the number alone, so that a question can be taken back by the person it is about.
CREATE TABLE recovery_questions (
  question_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  national_id text NOT NULL,
  question jsonb NOT NULL
);
CREATE INDEX ON recovery_questions (national_id);

-- Calls of people who are nobody yet, by kind of call and network, those of the last hour. Unlogged like the failures
-- of passwords: a crash forgets them, and no address is written, only the HMAC of it.
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

-- A few of those that count for nothing, at every call: the tables stay as small as the last hour.
CREATE FUNCTION forget_calls(p_at timestamptz) RETURNS void LANGUAGE sql AS $$
  DELETE FROM visitor_calls WHERE call_key IN (
    SELECT call_key FROM visitor_calls WHERE last_at < p_at - interval '1 hour'
    ORDER BY last_at LIMIT 10 FOR UPDATE SKIP LOCKED);
  DELETE FROM spent_proofs WHERE proof_key IN (
    SELECT proof_key FROM spent_proofs WHERE ends_at < p_at ORDER BY ends_at LIMIT 10 FOR UPDATE SKIP LOCKED);
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
