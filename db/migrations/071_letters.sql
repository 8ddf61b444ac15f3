-- Up Migration
-- Receipts of purchases and letters of draws: written after the fact, by the worker, from tickets and wins as they
-- stand. The sale and the payment know nothing of them (docs/decisions/035-letters-by-cursor.md).

-- False: nobody reads what comes to this address, and no message is sent there. The marked crowd; players of a bench.
ALTER TABLE players ADD COLUMN mailbox boolean NOT NULL DEFAULT true;
UPDATE players SET mailbox = false WHERE demo AND username ~ '^mugur\d{4}$';

-- Finds what was sold in a span of time. Nothing heavier: a sale waits for each of its tables' indexes.
CREATE INDEX tickets_purchased ON tickets USING brin (purchased_at) WITH (autosummarize = on);

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

-- Nobody is written to about what was bought before there were receipts.
INSERT INTO receipt_cursor (reached_at, complete_at, complete_after)
SELECT at, at, 0 FROM (SELECT coalesce(max(purchased_at), '-infinity') AS at FROM tickets) AS latest;

-- Whether a window's transactions have ended. In a database that was restored elsewhere numbers begin anew, and none
-- of those transactions runs.
CREATE FUNCTION has_ended(p_before bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_before <= pg_snapshot_xmin(s)::text::bigint OR p_before >= pg_snapshot_xmax(s)::text::bigint
  FROM pg_current_snapshot() s
$$;

-- Some ticket sold after an instant. Without statistics of young rows the table would be read whole.
CREATE FUNCTION sold_after(p_at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE SET enable_seqscan = off AS $$
  SELECT purchased_at FROM tickets WHERE purchased_at > p_at LIMIT 1
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
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw_letters
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Nor about draws that were over by then.
INSERT INTO draw_letters (draw_id)
SELECT draw_id FROM draws WHERE origin = 'calendar' AND state IN ('closed', 'settled');
