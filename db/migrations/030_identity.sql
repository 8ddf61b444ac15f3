-- Up Migration
-- Electronic ID: requests to people, and what came of them. Source: decisions §2; integrations §4.5; checklist 1, 13.

CREATE UNIQUE INDEX players_email ON players (email);

-- Unlogged: a crash forgets requests under way. Only hashes of what browsers hold, and HMACs of who was asked and from
-- which network; who proved to be whom is kept for an hour.
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
  CHECK ((state = 'failed') = (failure IS NOT NULL)),
  CHECK ((state = 'proven') = (person IS NOT NULL AND proven_at IS NOT NULL)),
  CHECK (state = 'pending' OR handle IS NULL)
);
CREATE INDEX e_logins_target ON e_logins (target_key, created_at);
CREATE INDEX e_logins_network ON e_logins (network_key, created_at);
CREATE INDEX e_logins_created ON e_logins (created_at);

-- Notes a request before the person is asked: seconds to wait instead, or 0. A phone or national id has one open
-- request and three in ten minutes; a network ten an hour that nobody confirmed, since a whole mobile network may share
-- one. A browser that asks again takes the place of its own open request.
CREATE FUNCTION begin_e_login(
  p_token bytea, p_request bytea, p_browser bytea, p_type text, p_target bytea, p_network bytea
) RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_free timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_network, 'hex'), 1));
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_target, 'hex'), 2));
  v_now := domain_now();
  SELECT max(free) INTO v_free FROM (
    SELECT created_at + interval '90 seconds' AS free FROM e_logins
    WHERE target_key = p_target AND state = 'pending' AND browser_hash <> p_browser
    UNION ALL
    (SELECT created_at + interval '10 minutes' FROM e_logins
     WHERE target_key = p_target ORDER BY created_at DESC OFFSET 2 LIMIT 1)
    UNION ALL
    (SELECT created_at + interval '1 hour' FROM e_logins
     WHERE network_key = p_network AND state <> 'proven' ORDER BY created_at DESC OFFSET 9 LIMIT 1)
  ) AS places;
  IF v_free > v_now THEN RETURN extract(epoch FROM v_free - v_now); END IF;
  UPDATE e_logins SET state = 'failed', handle = NULL,
    failure = '{"code": "EC_ELOGIN_AUTH_ERROR", "reason": "cancelled", "about": "person", "retry": true}'
  WHERE target_key = p_target AND browser_hash = p_browser AND state = 'pending';
  DELETE FROM e_logins WHERE token_hash IN (
    SELECT token_hash FROM e_logins WHERE created_at < v_now - interval '1 hour'
    ORDER BY created_at LIMIT 20 FOR UPDATE SKIP LOCKED);
  INSERT INTO e_logins (token_hash, request_hash, browser_hash, e_login_type, target_key, network_key, created_at)
  VALUES (p_token, p_request, p_browser, p_type, p_target, p_network, v_now);
  RETURN 0;
END $$;

-- A certificate that was just proven: the account's day is the later one. Returns the day in force.
CREATE FUNCTION limits_renew_certificate(p_player bigint, p_expires date, p_origin text)
RETURNS date LANGUAGE plpgsql AS $$
DECLARE w wallets;
BEGIN
  SELECT * INTO STRICT w FROM wallets WHERE player_id = p_player FOR UPDATE;
  IF p_expires <= w.certificate_expires THEN RETURN w.certificate_expires; END IF;
  UPDATE wallets SET certificate_expires = p_expires WHERE player_id = p_player;
  INSERT INTO limit_changes (player_id, field, before, after, at, origin)
  VALUES (p_player, 'certificateExpires', w.certificate_expires::text, p_expires::text, domain_now(), p_origin);
  RETURN p_expires;
END $$;
