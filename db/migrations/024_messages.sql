-- Up Migration
-- What people are told: letters, texts and documents sent out, and notices in my pages. Source: integrations §7.2, §7.3.

-- That a message was caused, and what became of it. Its address and contents are in the job that sends it, and gone
-- with it.
CREATE TABLE messages (
  message_id uuid PRIMARY KEY,
  -- Null: not about an account.
  player_id bigint REFERENCES players,
  channel text NOT NULL CHECK (channel IN ('email', 'sms', 'homeBank')),
  kind text NOT NULL,
  locale text NOT NULL CHECK (locale IN ('is', 'en')),
  queued_at timestamptz NOT NULL DEFAULT domain_now()
);

-- The other side took it, will never take it, or was not reached in all attempts.
CREATE TABLE message_outcomes (
  message_id uuid PRIMARY KEY REFERENCES messages,
  outcome text NOT NULL CHECK (outcome IN ('sent', 'refused', 'given_up')),
  attempt integer NOT NULL CHECK (attempt > 0),
  at timestamptz NOT NULL DEFAULT domain_now(),
  -- The other side's id of it, where it has one.
  reference text,
  reason text,
  CHECK ((outcome = 'sent') = (reason IS NULL))
);

CREATE TABLE notices (
  notice_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES players,
  at timestamptz NOT NULL DEFAULT domain_now(),
  kind text NOT NULL,
  -- What the text of this kind asks for.
  text_values jsonb NOT NULL
);

CREATE INDEX notices_player ON notices (player_id, notice_id);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['messages', 'message_outcomes', 'notices']
  LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION append_only()', t);
  END LOOP;
END $$;
