-- A number that was proven from a network has a ration of its own there, which no stranger elsewhere can use up.
CREATE TABLE e_login_networks (
  target_key bytea NOT NULL,
  network_key bytea NOT NULL,
  proven_at timestamptz NOT NULL,
  PRIMARY KEY (target_key, network_key)
);
CREATE INDEX e_login_networks_proven ON e_login_networks (proven_at);

-- Notes a request before the person is asked: seconds to wait instead, or 0. A browser that asks again takes the place
-- of its own open request.
-- A known device has three requests in ten minutes, all of one player six: anybody may write another's phone into an
-- account, but not ring it without end.
-- Of strangers a network has three requests in ten minutes for a phone or national id, and ten an hour that nobody
-- confirmed, since a whole mobile network may share one. An open request closes the way for its own network, and for
-- networks that asked more often than its network did: one that has not asked yet is never kept waiting by another.
-- So that the phone is not flooded, no more than ten networks may ask about it in ten minutes, and after six requests
-- only those that have not asked yet.
-- Where the number was proven from a network before, only that network's three requests in ten minutes count.
CREATE OR REPLACE FUNCTION begin_e_login(p_token bytea, p_request bytea, p_browser bytea, p_type text,
  p_target bytea, p_network bytea, p_device bytea, p_asked text) RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_free timestamptz;
  v_player bigint;
  v_own bigint;
  v_proven boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_network, 'hex'), 1));
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_target, 'hex'), 2));
  v_now := domain_now();
  v_player := known_player_of(p_device, p_asked);
  v_proven := EXISTS (
    SELECT FROM e_login_networks WHERE target_key = p_target AND network_key = p_network);
  IF v_player IS NULL THEN
    SELECT count(*) INTO v_own FROM e_logins
    WHERE target_key = p_target AND known_player IS NULL AND network_key = p_network
      AND created_at > v_now - interval '10 minutes';
    SELECT max(free) INTO v_free FROM (
      SELECT o.created_at + interval '90 seconds' AS free FROM e_logins o
      WHERE o.target_key = p_target AND o.state = 'pending' AND o.browser_hash <> p_browser
        AND (o.network_key = p_network OR NOT v_proven AND v_own > (
          SELECT count(*) FROM e_logins t
          WHERE t.target_key = p_target AND t.network_key = o.network_key
            AND t.created_at > v_now - interval '10 minutes'))
      UNION ALL
      (SELECT created_at + interval '10 minutes' FROM e_logins
       WHERE target_key = p_target AND known_player IS NULL AND network_key = p_network
       ORDER BY created_at DESC OFFSET 2 LIMIT 1)
      UNION ALL
      (SELECT max(created_at) + interval '10 minutes' FROM e_logins
       WHERE target_key = p_target AND known_player IS NULL AND network_key <> p_network AND NOT v_proven
       GROUP BY network_key ORDER BY 1 DESC OFFSET 9 LIMIT 1)
      UNION ALL
      (SELECT created_at + interval '10 minutes' FROM e_logins
       WHERE target_key = p_target AND known_player IS NULL AND v_own > 0 AND NOT v_proven
       ORDER BY created_at DESC OFFSET 5 LIMIT 1)
      UNION ALL
      (SELECT created_at + interval '1 hour' FROM e_logins
       WHERE network_key = p_network AND known_player IS NULL AND state <> 'proven' AND NOT v_proven
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
  DELETE FROM e_login_networks WHERE (target_key, network_key) IN (
    SELECT target_key, network_key FROM e_login_networks WHERE proven_at < v_now - interval '90 days'
    ORDER BY proven_at LIMIT 20 FOR UPDATE SKIP LOCKED);
  INSERT INTO e_logins (token_hash, request_hash, browser_hash, e_login_type, target_key, network_key, created_at,
    known_player, known_device)
  VALUES (p_token, p_request, p_browser, p_type, p_target, p_network, v_now,
    v_player, CASE WHEN v_player IS NOT NULL THEN p_device END);
  RETURN 0;
END $$;
