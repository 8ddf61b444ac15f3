-- Alarms: events that a person must look at. Each is delivered until a person has seen it (docs/rules/alarms.md).

CREATE TABLE alarms (
  alarm_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind ~ '^[a-zA-Z]+$'),
  -- What the alarm is about, within its kind: a payment, a day, a draw.
  reference text NOT NULL,
  message text NOT NULL,
  raised_at timestamptz NOT NULL DEFAULT domain_now()
);
CREATE INDEX alarms_subject ON alarms (kind, reference);

CREATE TABLE alarm_attempts (
  attempt_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alarm_id bigint NOT NULL REFERENCES alarms,
  channel text NOT NULL CHECK (channel IN ('email', 'url')),
  at timestamptz NOT NULL DEFAULT domain_now(),
  -- Null: delivered.
  failure text
);
CREATE INDEX alarm_attempts_of ON alarm_attempts (alarm_id);

CREATE TABLE alarm_views (
  alarm_id bigint PRIMARY KEY REFERENCES alarms,
  seen_by text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT domain_now()
);

-- Alarms that nobody has seen: at most one of a kind and reference.
CREATE TABLE open_alarms (
  kind text NOT NULL,
  reference text NOT NULL,
  alarm_id bigint NOT NULL UNIQUE,
  PRIMARY KEY (kind, reference)
);

-- The next delivery of an open alarm, for each channel.
CREATE TABLE alarm_deliveries (
  alarm_id bigint NOT NULL REFERENCES open_alarms (alarm_id) ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('email', 'url')),
  next_at timestamptz NOT NULL DEFAULT domain_now(),
  delivered integer NOT NULL DEFAULT 0,
  -- In a row.
  failures integer NOT NULL DEFAULT 0,
  PRIMARY KEY (alarm_id, channel)
);
CREATE INDEX alarm_deliveries_due ON alarm_deliveries (channel, next_at);

-- Returns the new alarm, or null where an open one has the same subject. With `p_once`, also where there ever was one.
CREATE FUNCTION raise_alarm(p_kind text, p_reference text, p_message text, p_once boolean) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE v_id bigint;
BEGIN
  IF EXISTS (SELECT FROM open_alarms WHERE kind = p_kind AND reference = p_reference)
    OR p_once AND EXISTS (SELECT FROM alarms WHERE kind = p_kind AND reference = p_reference)
  THEN RETURN NULL; END IF;
  v_id := nextval(pg_get_serial_sequence('alarms', 'alarm_id'));
  INSERT INTO open_alarms VALUES (p_kind, p_reference, v_id) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO alarms (alarm_id, kind, reference, message) OVERRIDING SYSTEM VALUE
  VALUES (v_id, p_kind, p_reference, p_message);
  INSERT INTO alarm_deliveries (alarm_id, channel) VALUES (v_id, 'email'), (v_id, 'url');
  RETURN v_id;
END $$;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['alarms', 'alarm_attempts', 'alarm_views']
  LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION append_only()', t);
  END LOOP;
END $$;
