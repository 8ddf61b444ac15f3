-- What people are told, and what the content service and the clubs say.

-- Letters, texts and documents sent out. A row says that a message was caused; its address and contents are in the job
-- that sends it, and gone with it.
CREATE TABLE messages (
  message_id uuid PRIMARY KEY,
  -- Null: not about an account.
  player_id bigint REFERENCES players,
  channel text NOT NULL CHECK (channel IN ('email', 'sms', 'homeBank')),
  kind text NOT NULL,
  locale text NOT NULL CHECK (locale IN ('is', 'en')),
  queued_at timestamptz NOT NULL DEFAULT domain_now()
);
-- How often a player was written to lately.
CREATE INDEX messages_player ON messages (player_id, queued_at);

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

-- Notices in my pages.
CREATE TABLE notices (
  notice_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES players,
  at timestamptz NOT NULL DEFAULT domain_now(),
  kind text NOT NULL,
  -- What the text of this kind asks for.
  text_values jsonb NOT NULL
);
CREATE INDEX notices_player ON notices (player_id, notice_id);

-- Receipts of purchases and letters of draws: written after the fact, by the worker, from tickets and wins as they
-- stand. The sale and the payment know nothing of them (docs/decisions/035-letters-by-cursor.md).

-- One row: how far receipts are written. Tickets are committed in another order than `purchased_at` has, so they are
-- read in windows: a window ends at an instant `complete_at`, and is read only when every transaction numbered before
-- `complete_after` has ended. A sale has its number before it reads the clock, so by then all tickets up to that
-- instant are there.
CREATE TABLE receipt_cursor (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  -- Every ticket up to here has had its turn.
  reached_at timestamptz NOT NULL,
  complete_at timestamptz NOT NULL,
  complete_after bigint NOT NULL,
  CHECK (reached_at <= complete_at)
);
INSERT INTO receipt_cursor (reached_at, complete_at, complete_after) VALUES ('-infinity', '-infinity', 0);

-- Whether a window's transactions have ended. In a database that was restored elsewhere numbers begin anew, and none
-- of those transactions runs.
CREATE FUNCTION has_ended(p_before bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_before <= pg_snapshot_xmin(s)::text::bigint OR p_before >= pg_snapshot_xmax(s)::text::bigint
  FROM pg_current_snapshot() s
$$;

-- Draws whose players were listed to be written to, and those of them who still wait, with how many tickets they had
-- in the draw and one of these.
CREATE TABLE draw_letters (
  draw_id bigint PRIMARY KEY REFERENCES draws,
  at timestamptz NOT NULL DEFAULT domain_now()
);
CREATE TABLE draw_letters_waiting (
  draw_id bigint NOT NULL REFERENCES draw_letters,
  player_id bigint NOT NULL REFERENCES players,
  tickets integer NOT NULL,
  ticket_id uuid NOT NULL,
  PRIMARY KEY (draw_id, player_id)
);

-- What the content service said last, for when it is away as the product starts.
CREATE TABLE content_last_good (
  content_key text NOT NULL,
  locale text NOT NULL CHECK (locale IN ('is', 'en')),
  -- A slug, or a page of a list; empty where there is one record only.
  postfix text NOT NULL,
  body text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT domain_now(),
  PRIMARY KEY (content_key, locale, postfix)
);

-- Sales for the benefit of each club, by game week. The seed fills it: no game that supports a club is sold yet.
CREATE TABLE club_sales (
  club_id integer NOT NULL REFERENCES clubs,
  year integer NOT NULL CHECK (year BETWEEN 2016 AND 9999),
  week integer NOT NULL CHECK (week BETWEEN 1 AND 53),
  sale bigint NOT NULL CHECK (sale > 0),
  sale_count integer NOT NULL CHECK (sale_count > 0),
  PRIMARY KEY (year, week, club_id)
);

-- One row a draw for which the sample players of an embedded instance have bought.
CREATE TABLE sample_purchases (
  draw_id bigint PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT domain_now(),
  tickets integer NOT NULL,
  rows bigint NOT NULL
);

-- Facts: added to, never changed.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['messages', 'message_outcomes', 'notices', 'draw_letters', 'sample_purchases']
  LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION append_only()', t);
  END LOOP;
END $$;
