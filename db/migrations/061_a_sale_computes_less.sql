-- Replaces the sale, which counted a player's rows for every purchase. PostgreSQL computes both sides of a comparison even
-- if one is null, so the limit itself is asked for first.
CREATE OR REPLACE FUNCTION sell_batch(p_draws bigint[], p_purchases purchase[], OUT outcomes text[], OUT replayed_ids text[])
RETURNS record LANGUAGE plpgsql
SET enable_seqscan TO 'off'
SET enable_hashjoin TO 'off'
SET enable_mergejoin TO 'off'
SET enable_material TO 'off'
SET plan_cache_mode TO 'force_generic_plan'
AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_today date;
  v_held bigint[];
  v_busy bigint[];
  v_buyers bigint[];
  v_totals bigint[];
  v_stale bytea[];
BEGIN
  PERFORM 1 FROM draws WHERE draw_id = ANY (p_draws) ORDER BY draw_id FOR SHARE;
  v_held := ARRAY(
    SELECT player_id FROM wallets WHERE player_id = ANY (ARRAY(SELECT player_id FROM unnest(p_purchases)))
    FOR UPDATE SKIP LOCKED);
  IF cardinality(v_held) < cardinality(p_purchases) THEN
    v_busy := ARRAY(SELECT player_id FROM unnest(p_purchases) EXCEPT SELECT unnest(v_held));
  END IF;
  v_now := domain_now();
  v_today := (v_now AT TIME ZONE 'UTC')::date;

  WITH draw AS MATERIALIZED (
    SELECT draw_id, rules_id, amount_row, amount_side, player_rows_max, stakes_account, state = 'released' AS released,
      closed_at IS NULL AND close_date > v_now AND state IN ('created', 'released') AS unsealed
    FROM draws WHERE draw_id = ANY (p_draws)
  ), terms AS MATERIALIZED (
    -- Many purchases, few different lists of draws.
    SELECT draw_ids, count(*) AS draws,
      bool_and(unsealed AND (nth > 1 OR released)) AND count(*) = cardinality(draw_ids) AS on_sale,
      min(amount_row) AS amount_row, min(amount_side) AS amount_side,
      min(amount_row) = max(amount_row) AND min(amount_side) = max(amount_side) AS one_price,
      min(rules_id) = max(rules_id) AS one_version, min(player_rows_max) AS player_rows_max
    FROM (SELECT DISTINCT draw_ids FROM unnest(p_purchases)) lists,
      unnest(draw_ids) WITH ORDINALITY o(draw_id, nth) JOIN draw USING (draw_id)
    GROUP BY draw_ids
  ), decided AS MATERIALIZED (
    SELECT p.*, ordinality AS n, t.draws * p.stake AS total, s.*
    FROM unnest(p_purchases) WITH ORDINALITY AS p
    LEFT JOIN terms t ON t.draw_ids = p.draw_ids
    LEFT JOIN LATERAL decide_stake(p.player_id, p.session, p.ticket_id, p.key, p.hash, CASE
        WHEN t.on_sale IS NOT TRUE THEN 'EC_SALE_CLOSED'
        WHEN NOT t.one_version THEN 'EC_VALUE_TOO_HIGH'
        WHEN NOT t.one_price
          OR p.stake <> p.row_count * t.amount_row + CASE WHEN p.side IS NULL THEN 0 ELSE t.amount_side END
          THEN 'EC_INVALID_AMOUNT'
        WHEN t.player_rows_max IS NOT NULL AND (p.player_id = ANY (v_busy)) IS NOT TRUE
          AND t.player_rows_max < p.row_count + player_rows(p.player_id, p.draw_ids[1]) THEN 'EC_ROW_LIMIT'
      END, t.draws * p.stake, v_busy, v_now) s ON true
  ), coupon AS MATERIALIZED (
    SELECT player_id, ticket_id, coupon_id, draw_id, stake, stakes_account, account_id,
      balance - (nth - 1) * stake AS before, balance - nth * stake AS after
    FROM decided, unnest(draw_ids, coupon_ids) WITH ORDINALITY o(draw_id, coupon_id, nth) JOIN draw USING (draw_id)
    WHERE outcome = 'sold' ORDER BY n, nth
  ), tickets_written AS (
    INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, row_masks, second_masks, quick_picks, system,
      row_count, side, support_id, channel, ip, affiliate_id, input_hash)
    SELECT player_id, ticket_id, game, v_now, total, row_masks, second_masks, quick_picks, system, row_count, side,
      support_id, channel, ip, affiliate_id, hash
    FROM decided WHERE outcome = 'sold'
  ), coupons_written AS (
    INSERT INTO coupons (player_id, ticket_id, coupon_id, draw_id, stake)
    SELECT player_id, ticket_id, coupon_id, draw_id, stake FROM coupon
  ), transfers_written AS (
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
      wallet_after, draw_id, ticket_id, coupon_id)
    SELECT player_id, v_now, 'purchase', account_id, stakes_account, stake, before, after, draw_id, ticket_id,
      coupon_id
    FROM coupon
  )
  SELECT array_agg(outcome ORDER BY n), array_agg(replayed ORDER BY n) FILTER (WHERE outcome = 'replayed'),
    array_agg(player_id ORDER BY n) FILTER (WHERE outcome = 'sold'),
    array_agg(total ORDER BY n) FILTER (WHERE outcome = 'sold'),
    array_agg(session) FILTER (WHERE stale AND outcome NOT IN ('EC_AUTH_FAIL', 'busy'))
  INTO outcomes, replayed_ids, v_buyers, v_totals, v_stale FROM decided;
  IF v_buyers IS NOT NULL THEN PERFORM debit_stakes(v_buyers, v_totals, v_today); END IF;
  IF v_stale IS NOT NULL THEN PERFORM touch_sessions(v_stale); END IF;
END $$;

-- Computes the day once for all limits. Without `OFFSET 0` PostgreSQL writes the expression out at each of its uses.
CREATE OR REPLACE FUNCTION decide_stake(p_player bigint, p_session bytea, p_ticket uuid, p_key text, p_hash bytea, p_refusal text,
  p_stake bigint, p_busy bigint[], p_now timestamptz)
RETURNS TABLE (outcome text, replayed text, stale boolean, account_id bigint, balance bigint)
LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT CASE
      WHEN p_session IS NOT NULL AND u.alive IS NOT TRUE THEN 'EC_AUTH_FAIL'
      WHEN k.input_hash = p_hash THEN 'replayed'
      WHEN k.input_hash IS NOT NULL THEN 'EC_DUPLICATE_VALUE'
      ELSE coalesce(p_refusal,
        CASE WHEN p_player = ANY (p_busy) THEN 'busy' END,
        limits_refusal(w.closed_at, w.certificate_expires, w.locked_until, w.debt, w.room, w.balance, p_stake, p_now),
        'sold')
    END, k.ticket, u.stale, w.account_id, w.balance
  FROM (SELECT) stake
  LEFT JOIN LATERAL (
    SELECT w.*, r.amount AS room
    FROM wallets w, LATERAL (SELECT (p_now AT TIME ZONE 'UTC')::date AS day OFFSET 0) today,
      LATERAL stake_room(w, day) r WHERE w.player_id = p_player OFFSET 0
  ) w ON true
  LEFT JOIN LATERAL (
    SELECT ticket_id::text AS ticket, input_hash FROM tickets WHERE player_id = p_player AND ticket_id = p_ticket
    -- A ticket from before ids were made of keys.
    UNION ALL SELECT ticket_id::text, input_hash FROM tickets WHERE player_id = p_player AND idempotency_key = p_key
    UNION ALL SELECT NULL::text, ''::bytea FROM subscriptions
    WHERE player_id = p_player AND idempotency_key = p_key OFFSET 0
  ) k ON true
  LEFT JOIN LATERAL (
    SELECT session_end(last_used_at, ends_at) > p_now AS alive, session_stale(last_used_at, p_now) AS stale
    FROM sessions WHERE token_hash = p_session AND player_id = p_player OFFSET 0
  ) u ON true
$$;
