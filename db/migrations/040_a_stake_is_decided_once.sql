-- The deciding half of every stake, whatever is staked on (docs/decisions/010-sale-in-one-function.md). A flow locks
-- what it sells and then the wallets, reads the clock, and decides and writes in one statement: its newer snapshot
-- sees what the locks protect.

-- What becomes of a stake: `sold`, `replayed` with the ticket that the key has bought, `busy`, or the refusal.
-- `p_refusal` is what the seller refuses by the rules of its own kind; it yields to the session and to the key, and
-- precedes the limits. PostgreSQL merges this function into the statement that calls it.
CREATE FUNCTION decide_stake(p_player bigint, p_session bytea, p_ticket uuid, p_key text, p_hash bytea, p_refusal text,
  p_stake bigint, p_busy bigint[], p_now timestamptz)
RETURNS TABLE (outcome text, replayed text, stale boolean, account_id bigint, balance bigint)
LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT CASE
      WHEN p_session IS NOT NULL AND u.alive IS NOT TRUE THEN 'EC_AUTH_FAIL'
      WHEN k.input_hash = p_hash THEN 'replayed'
      WHEN k.input_hash IS NOT NULL THEN 'EC_DUPLICATE_VALUE'
      ELSE coalesce(p_refusal,
        CASE WHEN p_player = ANY (p_busy) THEN 'busy' END,
        limits_refusal(w.closed_at, w.certificate_expires, w.locked_until, w.debt,
          CASE WHEN w.staked_on = (p_now AT TIME ZONE 'UTC')::date THEN w.staked ELSE 0 END, w.stake_limit_day,
          w.balance, p_stake, p_now), 'sold')
    END, k.ticket, u.stale, w.account_id, w.balance
  FROM (SELECT) stake
  LEFT JOIN LATERAL (SELECT * FROM wallets WHERE player_id = p_player OFFSET 0) w ON true
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

-- Takes the stakes that were sold from the wallets, and adds them to the stakes of the day.
CREATE FUNCTION debit_stakes(p_players bigint[], p_stakes bigint[], p_today date) RETURNS void
LANGUAGE sql AS $$
  UPDATE wallets w SET balance = w.balance - stake, staked_on = p_today,
    staked = CASE WHEN w.staked_on = p_today THEN w.staked ELSE 0 END + stake
  FROM unnest(p_players, p_stakes) s(player_id, stake) WHERE w.player_id = s.player_id
$$;

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
    SELECT draw_id, rules_id, amount_row, amount_side, stakes_account, state = 'released' AS released,
      closed_at IS NULL AND close_date > v_now AND state IN ('created', 'released') AS unsealed
    FROM draws WHERE draw_id = ANY (p_draws)
  ), terms AS MATERIALIZED (
    -- Many purchases, few different lists of draws.
    SELECT draw_ids, count(*) AS draws,
      bool_and(unsealed AND (nth > 1 OR released)) AND count(*) = cardinality(draw_ids) AS on_sale,
      min(amount_row) AS amount_row, min(amount_side) AS amount_side,
      min(amount_row) = max(amount_row) AND min(amount_side) = max(amount_side) AS one_price,
      min(rules_id) = max(rules_id) AS one_version
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
      END, t.draws * p.stake, v_busy, v_now) s ON true
  ), coupon AS MATERIALIZED (
    SELECT player_id, ticket_id, coupon_id, draw_id, stake, stakes_account, account_id,
      balance - (nth - 1) * stake AS before, balance - nth * stake AS after
    FROM decided, unnest(draw_ids, coupon_ids) WITH ORDINALITY o(draw_id, coupon_id, nth) JOIN draw USING (draw_id)
    WHERE outcome = 'sold' ORDER BY n, nth
  ), tickets_written AS (
    INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, row_masks, second_masks, quick_picks, system,
      row_count, side, channel, ip, affiliate_id, input_hash)
    SELECT player_id, ticket_id, game, v_now, total, row_masks, second_masks, quick_picks, system, row_count, side,
      channel, ip, affiliate_id, hash
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

CREATE OR REPLACE FUNCTION charge_subscription(p_player bigint, p_subscription uuid, p_charge_at timestamp with time zone, p_dates date[], p_paid integer, p_price bigint, p_paid_through date, p_next timestamp with time zone, p_actor text, p_payment uuid)
RETURNS text LANGUAGE plpgsql
AS $$
DECLARE
  w wallets;
  s subscription_states;
  v_account bigint;
  v_amount bigint;
  v_transfer bigint;
  v_outcome text;
  v_now timestamptz;
  v_today date;
BEGIN
  PERFORM 1 FROM draws WHERE planned_date = ANY (p_dates) AND origin = 'calendar'
    AND game = (SELECT game FROM subscriptions WHERE player_id = p_player AND subscription_id = p_subscription)
  ORDER BY draw_id FOR SHARE;
  SELECT * INTO STRICT w FROM wallets WHERE player_id = p_player FOR UPDATE;
  SELECT * INTO STRICT s FROM subscription_states
  WHERE player_id = p_player AND subscription_id = p_subscription FOR UPDATE;
  v_now := domain_now();
  v_today := (v_now AT TIME ZONE 'UTC')::date;
  IF s.charge_at IS DISTINCT FROM p_charge_at THEN RETURN 'stale'; END IF;
  IF EXISTS (
    SELECT FROM draws WHERE planned_date = ANY (p_dates) AND game = s.game AND origin = 'calendar'
      AND (closed_at IS NOT NULL OR close_date <= v_now OR state NOT IN ('created', 'released'))
  ) THEN RETURN 'draws'; END IF;
  v_amount := greatest(0, (s.paid_left + p_paid) * p_price - s.prepaid);
  SELECT outcome INTO v_outcome
  FROM decide_stake(p_player, NULL, NULL, NULL, NULL, NULL, v_amount, NULL, v_now);
  -- Nothing to pay for asks nobody.
  IF v_outcome <> 'sold' AND (v_amount > 0 OR p_dates <> '{}') THEN RETURN v_outcome; END IF;

  IF v_amount > 0 THEN
    SELECT prepaid_account INTO STRICT v_account FROM subscriptions
    WHERE player_id = p_player AND subscription_id = p_subscription;
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
      wallet_after, subscription_id)
    VALUES (p_player, v_now, 'subscription_charge', w.account_id, v_account, v_amount, w.balance, w.balance - v_amount,
      p_subscription)
    RETURNING transfer_id INTO v_transfer;
    UPDATE payments SET paid_transfer_id = v_transfer, flag = NULL
    WHERE player_id = p_player AND payment_id = p_payment AND amount = v_amount AND status = 'settled'
      AND paid_transfer_id IS NULL;
    PERFORM debit_stakes(ARRAY[p_player], ARRAY[v_amount], v_today);
  END IF;
  UPDATE subscription_states SET status = CASE WHEN status = 'pending' AND p_dates <> '{}' THEN 'active' ELSE status END,
    prepaid = prepaid + v_amount, price = p_price, paid_left = paid_left + p_paid, attempts = 0,
    draw_dates = ARRAY(SELECT DISTINCT date FROM unnest(draw_dates || p_dates) date ORDER BY date),
    paid_through = CASE WHEN p_dates = '{}' THEN paid_through ELSE p_paid_through END,
    charge_at = p_next, waits_for = NULL
  WHERE player_id = p_player AND subscription_id = p_subscription;
  IF p_dates <> '{}' THEN
    INSERT INTO subscription_events (player_id, subscription_id, at, kind, amount, actor, detail)
    VALUES (p_player, p_subscription, v_now, 'charged', v_amount, p_actor,
      jsonb_build_object('dates', p_dates, 'free', cardinality(p_dates) - p_paid, 'next', p_next));
  END IF;
  RETURN NULL;
END $$;
