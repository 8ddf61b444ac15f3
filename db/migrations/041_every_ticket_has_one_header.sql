-- `tickets` is the header of every ticket, whatever is staked on (docs/decisions/068-every-ticket-has-one-header.md).
-- What is true of rows alone is null in others. Nothing is rewritten, and a ticket of rows is as long as before.
ALTER TABLE tickets ALTER COLUMN row_masks DROP NOT NULL, ALTER COLUMN quick_picks DROP NOT NULL,
  ALTER COLUMN system DROP NOT NULL, ALTER COLUMN row_count DROP NOT NULL,
  -- Tickets of before have all four.
  ADD CONSTRAINT rows_whole CHECK (num_nulls(row_masks, quick_picks, system, row_count) IN (0, 4)) NOT VALID;

-- Tickets without a draw that are not settled: so few that a player's are found at once. Settlement deletes the row.
CREATE TABLE open_tickets (
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  PRIMARY KEY (player_id, ticket_id)
);

-- What a ticket without a draw came to. `high`: paid by a claim.
CREATE TABLE settled_tickets (
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  settled_at timestamptz NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  high boolean NOT NULL,
  PRIMARY KEY (player_id, ticket_id)
);
CREATE INDEX settled_tickets_won ON settled_tickets (player_id, ticket_id, high) WHERE amount > 0;
CREATE INDEX settled_tickets_at ON settled_tickets USING brin (settled_at) WITH (autosummarize = on);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON settled_tickets
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE OR REPLACE FUNCTION log_large_amount() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'tickets' THEN
    PERFORM security_event('largeStake', NEW.player_id,
      jsonb_build_object('ticketId', NEW.ticket_id, 'amount', NEW.stake));
  ELSIF TG_TABLE_NAME = 'settled_tickets' THEN
    PERFORM security_event('largeWin', NEW.player_id,
      jsonb_build_object('ticketId', NEW.ticket_id, 'amount', NEW.amount));
  ELSE
    PERFORM security_event('largeWin', NEW.player_id,
      jsonb_build_object('couponId', NEW.coupon_id, 'amount', NEW.amount + NEW.side_amount));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER security AFTER INSERT ON settled_tickets FOR EACH ROW WHEN (NEW.high)
  EXECUTE FUNCTION log_large_amount();

-- Tickets without a draw, with the columns of `player_coupons` that lists show of every ticket.
CREATE VIEW tickets_without_draw AS
SELECT t.player_id, t.ticket_id, NULL::uuid AS coupon_id, t.game, NULL::bigint AS draw_id, NULL::integer AS draw,
  NULL::timestamptz AS draw_date, NULL::timestamptz AS close_date, t.purchased_at, t.channel, t.stake,
  NULL::integer AS row_count,
  CASE WHEN s.amount IS NULL THEN 'pending' WHEN s.amount = 0 THEN 'lost' WHEN s.high THEN 'highwind' ELSE 'paid'
    END AS status,
  coalesce(s.amount, 0) AS amount_win, NULL::bigint AS amount_lapsed,
  CASE WHEN s.high THEN claim_by(s.settled_at) END AS claim_by, NULL::uuid AS subscription_id
FROM tickets t LEFT JOIN LATERAL (
  SELECT * FROM settled_tickets s WHERE s.player_id = t.player_id AND s.ticket_id = t.ticket_id OFFSET 0
) s ON true
WHERE t.row_masks IS NULL;

-- Without coupons there would be nothing to give back but the stake.
CREATE OR REPLACE FUNCTION cancel_ticket(p_player bigint, p_ticket uuid, p_key text, p_hash bytea, p_answer text)
RETURNS TABLE(code text, answer text, replayed boolean) LANGUAGE plpgsql
SET enable_seqscan TO 'off'
SET enable_hashjoin TO 'off'
SET enable_mergejoin TO 'off'
SET enable_material TO 'off'
AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_today date;
  v_refusal text;
  t tickets;
  w wallets;
  k idempotency_keys;
BEGIN
  PERFORM 1 FROM draws WHERE draw_id IN (
    SELECT draw_id FROM coupons WHERE player_id = p_player AND ticket_id = p_ticket
  ) ORDER BY draw_id FOR SHARE;
  SELECT * INTO w FROM wallets WHERE player_id = p_player FOR UPDATE;
  v_now := domain_now();
  v_today := (v_now AT TIME ZONE 'UTC')::date;

  SELECT * INTO k FROM idempotency_keys WHERE player_id = p_player AND call = 'cancel' AND key = p_key;
  IF FOUND THEN
    RETURN QUERY SELECT CASE WHEN k.input_hash <> p_hash THEN 'EC_DUPLICATE_VALUE' END, k.answer, true;
    RETURN;
  END IF;
  v_refusal := limits_inactive(w.closed_at, w.certificate_expires, v_now);
  IF v_refusal IS NOT NULL THEN RETURN QUERY SELECT v_refusal, NULL::text, false; RETURN; END IF;
  SELECT * INTO t FROM tickets WHERE player_id = p_player AND ticket_id = p_ticket;
  IF NOT FOUND THEN RETURN QUERY SELECT 'EC_TICKET_NOT_FOUND', NULL::text, false; RETURN; END IF;
  IF EXISTS (SELECT FROM subscription_coupons WHERE player_id = p_player AND ticket_id = p_ticket) THEN
    RETURN QUERY SELECT 'EC_CANCEL_NOT_ALLOWED', NULL::text, false; RETURN;
  END IF;
  IF t.row_masks IS NULL OR (t.purchased_at AT TIME ZONE 'UTC')::date <> v_today OR EXISTS (
    SELECT 1 FROM coupons c JOIN draws d USING (draw_id)
    LEFT JOIN cancellations x USING (player_id, ticket_id, coupon_id)
    WHERE c.player_id = p_player AND c.ticket_id = p_ticket
      AND (d.closed_at IS NOT NULL OR d.close_date <= v_now OR d.state NOT IN ('created', 'released')
        OR x.coupon_id IS NOT NULL)
  ) THEN
    RETURN QUERY SELECT 'EC_CANCEL_NOT_ALLOWED', NULL::text, false; RETURN;
  END IF;

  INSERT INTO cancellations (player_id, ticket_id, coupon_id, draw_id, at, by, reason)
  SELECT player_id, ticket_id, coupon_id, draw_id, v_now, 'player', 'player'
  FROM coupons WHERE player_id = p_player AND ticket_id = p_ticket;

  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
    wallet_after, draw_id, ticket_id, coupon_id)
  SELECT p_player, v_now, 'cancellation', d.stakes_account, w.account_id, c.stake,
    w.balance + (row_number() OVER o - 1) * c.stake, w.balance + row_number() OVER o * c.stake,
    c.draw_id, p_ticket, c.coupon_id
  FROM coupons c JOIN draws d USING (draw_id)
  WHERE c.player_id = p_player AND c.ticket_id = p_ticket
  WINDOW o AS (ORDER BY c.draw_id);

  UPDATE wallets SET balance = balance + t.stake,
    staked = CASE WHEN staked_on = v_today THEN staked - t.stake ELSE staked END
  WHERE player_id = p_player;

  IF p_key IS NOT NULL THEN
    INSERT INTO idempotency_keys (player_id, call, key, input_hash, answer, at)
    VALUES (p_player, 'cancel', p_key, p_hash, p_answer, v_now);
  END IF;
  RETURN QUERY SELECT NULL::text, p_answer, false;
END $$;

-- Stakes without a draw are counted by the game of their ticket.
CREATE OR REPLACE FUNCTION write_movement_spans(p_after timestamp with time zone, p_until timestamp with time zone)
RETURNS bigint LANGUAGE sql
SET enable_seqscan TO 'off'
SET enable_hashjoin TO 'off'
SET enable_mergejoin TO 'off'
AS $$
  WITH moved AS MATERIALIZED (
    SELECT DISTINCT player_id FROM ledger_transfers WHERE at > p_after AND at <= p_until AND player_id > 0
  ), long AS MATERIALIZED (
    SELECT m.player_id, coalesce(s.nth, 0) AS spans, coalesce(s.last_at, '-infinity') AS since
    FROM moved m
    LEFT JOIN LATERAL (
      SELECT nth, last_at FROM movement_spans WHERE player_id = m.player_id ORDER BY nth DESC LIMIT 1
    ) s ON true
    CROSS JOIN LATERAL (
      SELECT count(*) AS movements FROM ledger_transfers x
      WHERE x.player_id = m.player_id AND x.at > coalesce(s.last_at, '-infinity') AND x.at <= p_until
    ) n
    WHERE movements > 200
  ), placed AS MATERIALIZED (
    SELECT player_id, spans, x.at, x.kind, x.game, x.moved,
      (rank() OVER (PARTITION BY player_id ORDER BY x.at) - 1) / 200 AS part
    FROM long l CROSS JOIN LATERAL (
      SELECT at, kind, wallet_after - wallet_before AS moved,
        CASE WHEN kind IN ('purchase', 'subscription_coupon') THEN coalesce(
          (SELECT game FROM draws d WHERE d.draw_id = x.draw_id),
          (SELECT game FROM tickets t WHERE t.player_id = x.player_id AND t.ticket_id = x.ticket_id)) END AS game
      FROM ledger_transfers x WHERE x.player_id = l.player_id AND x.at > l.since AND x.at <= p_until
    ) x
  ), summed AS (
    SELECT player_id, spans, part, max(max(at)) OVER (PARTITION BY player_id, part) AS last_at,
      max(part) OVER (PARTITION BY player_id) AS last_part, kind, game,
      count(*) FILTER (WHERE moved IS NOT NULL OR kind = 'subscription_coupon') AS count,
      coalesce(sum(moved), 0) AS moved
    FROM placed GROUP BY player_id, spans, part, kind, game
  ), written AS (
    INSERT INTO movement_spans (player_id, nth, last_at, sums)
    SELECT player_id, spans + dense_rank() OVER (PARTITION BY player_id ORDER BY part), last_at,
      coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'game', game, 'count', count, 'moved', moved)
        ORDER BY kind, game) FILTER (WHERE count > 0), '[]')
    FROM summed WHERE part < last_part
    GROUP BY player_id, spans, part, last_at
    RETURNING 1
  )
  SELECT count(*) FROM written
$$;
