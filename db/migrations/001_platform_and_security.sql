-- What the platform itself needs: the installation's kind, domain time, facts that cannot be changed, and the log of
-- what somebody may have to answer for.

-- One row. `mode` is written by the first `prepare` and never changes: a sandbox database stays one.
CREATE TABLE installation (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  mode text NOT NULL CHECK (mode IN ('embedded', 'production')),
  installed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- One row: how far domain time runs before the real clock. Only set_clock_offset() writes it.
CREATE TABLE clock (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  clock_offset interval NOT NULL DEFAULT '0'
);
INSERT INTO clock DEFAULT VALUES;

-- Domain time: a wall clock, so it moves within a transaction; every decision reads it here.
CREATE FUNCTION domain_now() RETURNS timestamptz
LANGUAGE sql VOLATILE PARALLEL SAFE
AS $$ select clock_timestamp() + (select clock_offset from clock) $$;

-- Moves domain time, never back; runs with the owner's rights because nobody else may write the row.
CREATE FUNCTION set_clock_offset(new_offset interval) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
begin
  if not exists (select from installation where mode = 'embedded') then
    raise exception 'the clock of this database cannot be set' using errcode = 'insufficient_privilege';
  end if;
  update clock set clock_offset = greatest(clock_offset, new_offset);
  perform pg_notify('clock_changed', '');
end
$$;

-- A fact is added, never changed: tables of facts carry this trigger before update, delete and truncate. The rights of
-- the application role are withheld from them as well, so that there are two locks.
CREATE FUNCTION append_only() RETURNS trigger
LANGUAGE plpgsql
AS $$
begin
  raise exception '% on % is refused: its rows are facts', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

-- What tells whether a sale could be written, without a sale: something is written, and the disk has room for more.
CREATE TABLE write_probes (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  written bigint NOT NULL DEFAULT 0
);
INSERT INTO write_probes DEFAULT VALUES;

-- A table may take a row where it has room and the disk has none. The numbers are more than so little memory holds,
-- so they are put down in a file, which is gone when they were counted.
CREATE FUNCTION probe_write() RETURNS void LANGUAGE plpgsql SET work_mem = '64kB' AS $$
BEGIN
  PERFORM count(*) FROM generate_series(1, 10000);
  UPDATE write_probes SET written = written + 1;
END
$$;

-- Every operator command that changed or tried to change something.
CREATE TABLE operator_log (
  operator_log_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT domain_now(),
  real_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL,
  command text NOT NULL,
  arguments jsonb NOT NULL DEFAULT '{}',
  reason text,
  outcome text NOT NULL
);

-- The security log: a chain in which no row can be changed or taken out unseen
-- (docs/decisions/026-security-log-in-two-steps.md).
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

-- Operators answer for every command: steps of the clock, cancelled draws, corrections, rights.
CREATE FUNCTION log_operator_command() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM security_event('operatorCommand', NULL, jsonb_build_object('actor', NEW.actor, 'command', NEW.command,
    'arguments', NEW.arguments, 'reason', NEW.reason, 'outcome', NEW.outcome));
  RETURN NULL;
END $$;
CREATE TRIGGER security AFTER INSERT ON operator_log FOR EACH ROW EXECUTE FUNCTION log_operator_command();

-- Facts: added to, never changed.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['operator_log', 'security_events', 'security_links']
  LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION append_only()', t);
  END LOOP;
END $$;
