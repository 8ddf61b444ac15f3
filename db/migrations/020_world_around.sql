-- Up Migration
-- What an embedded instance's draws come from: the machine's signed protocols, and the crowd. Source: design §3, §7, §9.

-- The answer of a draw machine, exactly as signed, before its numbers are entered (checklist 79).
CREATE TABLE draw_protocols (
  draw_id bigint PRIMARY KEY,
  received_at timestamptz NOT NULL DEFAULT domain_now(),
  machine text NOT NULL,
  protocol text NOT NULL,
  signature text NOT NULL
);

-- One row a draw that the crowd has bought for.
CREATE TABLE crowd_visits (
  draw_id bigint PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT domain_now(),
  tickets integer NOT NULL,
  rows bigint NOT NULL
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['draw_protocols', 'crowd_visits']
  LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION append_only()', t);
  END LOOP;
END $$;
