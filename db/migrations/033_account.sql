-- Up Migration
-- The security log: what happened that somebody may have to answer for, as a chain in which no row can be changed or
-- taken out unseen. Source: checklist 128-130.

CREATE TABLE security_events (
  event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT domain_now(),
  kind text NOT NULL CHECK (kind ~ '^[a-zA-Z]+$'),
  -- Null: about nobody, or about nobody who has an account.
  player_id bigint,
  details jsonb NOT NULL
);

-- Events that are not in the chain yet, for the worker's next look. An event waits for nobody when it is written, so
-- that no two transactions wait for each other because both have something to log.
CREATE TABLE security_waiting (
  event_id bigint PRIMARY KEY
);

-- Numbered from 1 without a gap. `hash` is SHA-256 of the former hash in hexadecimal and of the event's line.
CREATE TABLE security_links (
  link bigint PRIMARY KEY CHECK (link > 0),
  event_id bigint NOT NULL UNIQUE REFERENCES security_events,
  hash bytea NOT NULL
);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON security_events
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON security_links
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE FUNCTION security_event(p_kind text, p_player bigint, p_details jsonb) RETURNS void LANGUAGE sql AS $$
  WITH event AS (
    INSERT INTO security_events (kind, player_id, details) VALUES (p_kind, p_player, p_details) RETURNING event_id
  ) INSERT INTO security_waiting SELECT event_id FROM event
$$;

-- An event as the chain takes it: id, instant, kind, player, details, one a line. JSON as text has no line break.
CREATE FUNCTION security_line(e security_events) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws(E'\n', e.event_id, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.kind,
    coalesce(e.player_id::text, ''), e.details::text)
$$;

-- Takes up to `p_max` waiting events into the chain, one caller at a time. Returns how many, and the chain's head.
CREATE FUNCTION link_security_events(p_max integer, OUT linked integer, OUT link bigint, OUT hash bytea)
LANGUAGE plpgsql AS $$
DECLARE e security_events;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('security_links'));
  SELECT l.link, l.hash INTO link, hash FROM security_links l ORDER BY l.link DESC LIMIT 1;
  link := coalesce(link, 0);
  hash := coalesce(hash, '');
  linked := 0;
  FOR e IN
    SELECT s.* FROM security_events s WHERE s.event_id IN (
      SELECT w.event_id FROM security_waiting w ORDER BY w.event_id LIMIT p_max)
    ORDER BY s.event_id
  LOOP
    link := link + 1;
    hash := sha256(convert_to(encode(hash, 'hex') || E'\n' || security_line(e), 'UTF8'));
    INSERT INTO security_links VALUES (link, e.event_id, hash);
    DELETE FROM security_waiting w WHERE w.event_id = e.event_id;
    linked := linked + 1;
  END LOOP;
END $$;

-- What is logged whoever writes it: changes of limits and locks, and every command of an operator (clock steps, voids,
-- corrections, rights).
CREATE FUNCTION log_limit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM security_event('limitChanged', NEW.player_id, jsonb_build_object('field', NEW.field,
    'before', NEW.before, 'after', NEW.after, 'origin', NEW.origin));
  RETURN NULL;
END $$;
CREATE TRIGGER security AFTER INSERT ON limit_changes FOR EACH ROW EXECUTE FUNCTION log_limit_change();

CREATE FUNCTION log_operator_command() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM security_event('operatorCommand', NULL, jsonb_build_object('actor', NEW.actor, 'command', NEW.command,
    'arguments', NEW.arguments, 'reason', NEW.reason, 'outcome', NEW.outcome));
  RETURN NULL;
END $$;
CREATE TRIGGER security AFTER INSERT ON operator_log FOR EACH ROW EXECUTE FUNCTION log_operator_command();

-- Browsers that a player signed in with, by the SHA-256 of the token in their cookie. One that is new is told to the
-- player (checklist 16).
CREATE TABLE known_devices (
  player_id bigint NOT NULL REFERENCES players,
  device_hash bytea NOT NULL,
  first_used_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, device_hash)
);

ALTER TABLE players
  ADD COLUMN bank_account text CHECK (bank_account ~ '^\d{4}-\d{2}-\d{6}$'),
  -- How often spending is shown unasked, and since when it has not been (checklist 42).
  ADD COLUMN review_days integer NOT NULL DEFAULT 14 CHECK (review_days IN (7, 14, 30)),
  ADD COLUMN reviewed_at timestamptz NOT NULL DEFAULT domain_now();

-- Large stakes and wins: half of what anybody may stake in a day, and prizes that wait for a person.
CREATE FUNCTION log_large_amount() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'tickets' THEN
    PERFORM security_event('largeStake', NEW.player_id,
      jsonb_build_object('ticketId', NEW.ticket_id, 'amount', NEW.stake));
  ELSE
    PERFORM security_event('largeWin', NEW.player_id,
      jsonb_build_object('couponId', NEW.coupon_id, 'amount', NEW.amount + NEW.joker_amount));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER security AFTER INSERT ON tickets FOR EACH ROW WHEN (NEW.stake >= 50000)
  EXECUTE FUNCTION log_large_amount();
CREATE TRIGGER security AFTER INSERT ON coupon_wins FOR EACH ROW WHEN (NEW.high)
  EXECUTE FUNCTION log_large_amount();
