-- Up Migration
-- A browser that a person has signed in with is counted apart from strangers, so that nobody else closes that
-- person's ways in.

CREATE INDEX known_devices_hash ON known_devices (device_hash);

-- Of strangers the key of the device is empty.
ALTER TABLE name_failures ADD COLUMN device_key bytea NOT NULL DEFAULT '', DROP CONSTRAINT name_failures_pkey,
  ADD PRIMARY KEY (name_key, device_key);

-- Looks from the device, never from the name, and the nested query keeps it so: what it costs tells nothing of others.
CREATE FUNCTION is_known_device(p_device bytea, p_username text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM known_devices k WHERE k.device_hash = p_device
      AND (SELECT lower(p.username) = lower(p_username) FROM players p WHERE p.player_id = k.player_id))
$$;

DROP FUNCTION name_wait(bytea, timestamptz);
-- Seconds until a typed name may be tried again from there: thirty minutes from the third failure.
CREATE FUNCTION name_wait(p_name bytea, p_device bytea, p_at timestamptz) RETURNS double precision
LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(greatest(0, extract(epoch FROM last_at + interval '30 minutes' - p_at))), 0)
  FROM name_failures WHERE name_key = p_name AND device_key = p_device AND cardinality(failed_at) = 3
$$;

-- Seconds until an attempt may be made. A network waits for its strangers alone.
CREATE FUNCTION attempt_wait(p_name bytea, p_device bytea, p_network bytea, p_at timestamptz)
RETURNS double precision LANGUAGE sql STABLE AS $$
  SELECT greatest(name_wait(p_name, p_device, p_at),
    CASE WHEN p_device = '' THEN network_wait(p_network, p_at) ELSE 0 END)
$$;

DROP FUNCTION judge_attempt(bytea, bytea, bytea, boolean);
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

CREATE OR REPLACE FUNCTION forget_failures(p_at timestamptz) RETURNS void LANGUAGE sql AS $$
  DELETE FROM name_failures WHERE (name_key, device_key) IN (
    SELECT name_key, device_key FROM name_failures WHERE last_at < p_at - interval '30 minutes'
    ORDER BY last_at LIMIT 10 FOR UPDATE SKIP LOCKED);
  DELETE FROM failure_levels WHERE level_key IN (
    SELECT level_key FROM failure_levels WHERE last_at < p_at - interval '1 day'
    ORDER BY last_at LIMIT 10 FOR UPDATE SKIP LOCKED);
$$;

-- Of a request that the asked person's own browser made: whose it is, and which.
ALTER TABLE e_logins ADD COLUMN known_player bigint, ADD COLUMN known_device bytea,
  ADD CHECK ((known_player IS NULL) = (known_device IS NULL));

-- The player who has signed in with this device and has this national id or phone; null for a stranger.
CREATE FUNCTION known_player_of(p_device bytea, p_asked text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT min(k.player_id) FROM known_devices k WHERE k.device_hash = p_device
    AND (SELECT p_asked IN (p.national_id, p.mobile, p.phone) FROM players p WHERE p.player_id = k.player_id)
$$;

DROP FUNCTION begin_e_login(bytea, bytea, bytea, text, bytea, bytea);
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
