-- Limits for purchases by week and month and for losses by day, week and month, decided where the day's purchase limit
-- is (docs/decisions/074-limits-count-in-the-wallet.md). The wallet keeps running sums, so that a stake adds up nothing.

-- A Monday; weeks are those of ISO 8601.
CREATE FUNCTION week_begin(p_day date) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT p_day - (p_day - date '2001-01-01') % 7
$$;
CREATE FUNCTION month_begin(p_day date) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT date_trunc('month', p_day::timestamp)::date
$$;

-- `staked*` hold for the day, week and month of `staked_on`: stakes less what was returned of them. `returned*` hold for
-- those of `returned_on`: prizes, and what subscriptions gave back. A limit that is null was not set.
ALTER TABLE wallets
  ADD COLUMN staked_week bigint NOT NULL DEFAULT 0 CHECK (staked_week >= 0),
  ADD COLUMN staked_month bigint NOT NULL DEFAULT 0 CHECK (staked_month >= 0),
  ADD COLUMN returned_on date NOT NULL DEFAULT '-infinity',
  ADD COLUMN returned bigint NOT NULL DEFAULT 0,
  ADD COLUMN returned_week bigint NOT NULL DEFAULT 0,
  ADD COLUMN returned_month bigint NOT NULL DEFAULT 0,
  ADD COLUMN stake_limit_week bigint,
  ADD COLUMN stake_limit_month bigint,
  ADD COLUMN loss_limit_day bigint,
  ADD COLUMN loss_limit_week bigint,
  ADD COLUMN loss_limit_month bigint;

ALTER TABLE limit_changes DROP CONSTRAINT limit_changes_field_check, ADD CONSTRAINT limit_changes_field_check
  CHECK (field IN ('depositLimitDay', 'depositLimitWeek', 'depositLimitMonth', 'stakeLimitDay', 'stakeLimitWeek',
    'stakeLimitMonth', 'lossLimitDay', 'lossLimitWeek', 'lossLimitMonth', 'lockedUntil', 'closedAt',
    'certificateExpires'));

-- The sums of the periods that are running.
WITH today AS MATERIALIZED (
  SELECT (domain_now() AT TIME ZONE 'UTC')::date AS day
), moved AS MATERIALIZED (
  SELECT player_id, kind, amount, (at AT TIME ZONE 'UTC')::date AS day, CASE
      WHEN kind IN ('cancellation', 'draw_cancellation') THEN (
        SELECT (purchased_at AT TIME ZONE 'UTC')::date FROM tickets k
        WHERE k.player_id = x.player_id AND k.ticket_id = x.ticket_id)
    END AS bought
  FROM ledger_transfers x
  WHERE at >= (SELECT least(month_begin(day), week_begin(day))::timestamp AT TIME ZONE 'UTC' FROM today)
    AND kind IN ('purchase', 'subscription_charge', 'cancellation', 'draw_cancellation')
  UNION ALL
  SELECT player_id, 'purchase', amount, counted_on, NULL FROM payments
  WHERE kind = 'subscriptionCharge' AND status <> 'settled' AND counted_on IS NOT NULL
), counted AS (
  SELECT player_id,
    coalesce(sum(CASE WHEN bought IS NULL THEN amount ELSE -amount END)
      FILTER (WHERE coalesce(bought, moved.day) >= week_begin(t.day)), 0)::bigint AS week,
    coalesce(sum(CASE WHEN bought IS NULL THEN amount ELSE -amount END)
      FILTER (WHERE coalesce(bought, moved.day) >= month_begin(t.day)), 0)::bigint AS month
  FROM moved, today t GROUP BY player_id
)
UPDATE wallets w SET staked_week = counted.week, staked_month = counted.month
FROM counted WHERE counted.player_id = w.player_id;

WITH today AS MATERIALIZED (
  SELECT (domain_now() AT TIME ZONE 'UTC')::date AS day
), moved AS MATERIALIZED (
  SELECT player_id, amount, (at AT TIME ZONE 'UTC')::date AS day FROM ledger_transfers
  WHERE at >= (SELECT least(month_begin(day), week_begin(day))::timestamp AT TIME ZONE 'UTC' FROM today)
    AND kind IN ('winnings', 'claim', 'raffle', 'subscription_return')
), counted AS (
  SELECT player_id, max(day) AS last_day FROM moved GROUP BY player_id
)
UPDATE wallets w SET returned_on = sums.last_day, returned = sums.day, returned_week = sums.week,
  returned_month = sums.month
FROM (
  SELECT c.player_id, c.last_day, sum(amount) FILTER (WHERE m.day = c.last_day)::bigint AS day,
    sum(amount) FILTER (WHERE week_begin(m.day) = week_begin(c.last_day))::bigint AS week,
    sum(amount) FILTER (WHERE month_begin(m.day) = month_begin(c.last_day))::bigint AS month
  FROM counted c JOIN moved m USING (player_id) GROUP BY c.player_id, c.last_day
) sums
WHERE sums.player_id = w.player_id;

-- What a player may still stake on a day, and the limit that leaves least. One `SELECT`, which PostgreSQL merges into
-- the statement that calls it.
CREATE FUNCTION stake_room(w wallets, p_today date)
RETURNS TABLE (amount bigint, field text) LANGUAGE sql IMMUTABLE ROWS 1 AS $$
  SELECT amount, CASE amount
      WHEN w.stake_limit_day - day THEN 'stakeLimitDay'
      WHEN w.stake_limit_week - week THEN 'stakeLimitWeek'
      WHEN w.stake_limit_month - month THEN 'stakeLimitMonth'
      WHEN w.loss_limit_day - day + day_back THEN 'lossLimitDay'
      WHEN w.loss_limit_week - week + week_back THEN 'lossLimitWeek'
      ELSE 'lossLimitMonth'
    END
  FROM (
    SELECT *, least(w.stake_limit_day - day, w.stake_limit_week - week, w.stake_limit_month - month,
      w.loss_limit_day - day + day_back, w.loss_limit_week - week + week_back,
      w.loss_limit_month - month + month_back) AS amount
    FROM (
      SELECT CASE WHEN w.staked_on = p_today THEN w.staked ELSE 0 END AS day,
        CASE WHEN w.staked_on = p_today OR w.staked_on >= week_begin(p_today) THEN w.staked_week ELSE 0 END AS week,
        CASE WHEN w.staked_on = p_today OR w.staked_on >= month_begin(p_today) THEN w.staked_month ELSE 0 END AS month,
        CASE WHEN w.returned_on = p_today THEN w.returned ELSE 0 END AS day_back,
        CASE WHEN w.returned_on >= week_begin(p_today) THEN w.returned_week ELSE 0 END AS week_back,
        CASE WHEN w.returned_on >= month_begin(p_today) THEN w.returned_month ELSE 0 END AS month_back
    ) used
  ) room
$$;

-- `p_room`: what `stake_room` says. The one rule for every flow that stakes.
CREATE FUNCTION limits_refusal(
  p_closed_at timestamptz, p_certificate_expires date, p_locked_until timestamptz, p_debt bigint, p_room bigint,
  p_balance bigint, p_stake bigint, p_at timestamptz
) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(limits_inactive(p_closed_at, p_certificate_expires, p_at), CASE
    WHEN p_locked_until > p_at THEN 'EC_ACTION_NOT_ALLOWED'
    WHEN p_stake > p_room THEN 'EC_PLAYER_SALES_LIMIT'
    WHEN p_debt > 0 OR p_stake > p_balance THEN 'EC_BALANCE_TOO_LOW'
  END)
$$;

-- As before, by all limits; `passed_limit` names the one that a stake refused with EC_PLAYER_SALES_LIMIT would pass.
DROP FUNCTION decide_stake;
CREATE FUNCTION decide_stake(p_player bigint, p_session bytea, p_ticket uuid, p_key text, p_hash bytea, p_refusal text,
  p_stake bigint, p_busy bigint[], p_now timestamptz)
RETURNS TABLE (outcome text, replayed text, stale boolean, account_id bigint, balance bigint, passed_limit text)
LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT CASE
      WHEN p_session IS NOT NULL AND u.alive IS NOT TRUE THEN 'EC_AUTH_FAIL'
      WHEN k.input_hash = p_hash THEN 'replayed'
      WHEN k.input_hash IS NOT NULL THEN 'EC_DUPLICATE_VALUE'
      ELSE coalesce(p_refusal,
        CASE WHEN p_player = ANY (p_busy) THEN 'busy' END,
        limits_refusal(w.closed_at, w.certificate_expires, w.locked_until, w.debt, w.room, w.balance, p_stake, p_now),
        'sold')
    END, k.ticket, u.stale, w.account_id, w.balance, CASE WHEN p_stake > w.room THEN w.field END
  FROM (SELECT) stake
  LEFT JOIN LATERAL (
    SELECT w.*, r.amount AS room, r.field
    FROM wallets w, LATERAL stake_room(w, (p_now AT TIME ZONE 'UTC')::date) r WHERE w.player_id = p_player OFFSET 0
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
DROP FUNCTION limits_refusal(timestamptz, date, timestamptz, bigint, bigint, bigint, bigint, bigint, timestamptz);

-- As before; `passed_limits` belong to the refusals with EC_PLAYER_SALES_LIMIT, in their order.
DROP FUNCTION sell_batch;
CREATE FUNCTION sell_batch(p_draws bigint[], p_purchases purchase[], OUT outcomes text[], OUT replayed_ids text[],
  OUT passed_limits text[])
 RETURNS record
 LANGUAGE plpgsql
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
    array_agg(passed_limit ORDER BY n) FILTER (WHERE outcome = 'EC_PLAYER_SALES_LIMIT'),
    array_agg(player_id ORDER BY n) FILTER (WHERE outcome = 'sold'),
    array_agg(total ORDER BY n) FILTER (WHERE outcome = 'sold'),
    array_agg(session) FILTER (WHERE stale AND outcome NOT IN ('EC_AUTH_FAIL', 'busy'))
  INTO outcomes, replayed_ids, passed_limits, v_buyers, v_totals, v_stale FROM decided;
  IF v_buyers IS NOT NULL THEN PERFORM debit_stakes(v_buyers, v_totals, v_today); END IF;
  IF v_stale IS NOT NULL THEN PERFORM touch_sessions(v_stale); END IF;
END $$;

-- Takes the stakes that were sold from the wallets, and adds them to the stakes of the day, week and month.
CREATE OR REPLACE FUNCTION debit_stakes(p_players bigint[], p_stakes bigint[], p_today date) RETURNS void
LANGUAGE sql AS $$
  UPDATE wallets w SET balance = w.balance - stake, staked_on = p_today,
    staked = CASE WHEN w.staked_on = p_today THEN w.staked ELSE 0 END + stake,
    staked_week = CASE WHEN w.staked_on >= week THEN w.staked_week ELSE 0 END + stake,
    staked_month = CASE WHEN w.staked_on >= month THEN w.staked_month ELSE 0 END + stake
  FROM unnest(p_players, p_stakes) s(player_id, stake),
    (SELECT week_begin(p_today) AS week, month_begin(p_today) AS month OFFSET 0) periods
  WHERE w.player_id = s.player_id
$$;

-- A stake that was bought on a day and came back counts no more in the periods of that day that still run.
CREATE FUNCTION uncount_stakes(p_players bigint[], p_stakes bigint[], p_bought date[], p_today date) RETURNS void
LANGUAGE sql AS $$
  UPDATE wallets w SET staked = w.staked - day, staked_week = w.staked_week - week, staked_month = w.staked_month - month
  FROM (
    SELECT player_id, coalesce(sum(stake) FILTER (WHERE bought = p_today), 0)::bigint AS day,
      coalesce(sum(stake) FILTER (WHERE bought >= week_begin(p_today)), 0)::bigint AS week,
      coalesce(sum(stake) FILTER (WHERE bought >= month_begin(p_today)), 0)::bigint AS month
    FROM unnest(p_players, p_stakes, p_bought) s(player_id, stake, bought) GROUP BY player_id
  ) back
  WHERE w.player_id = back.player_id AND (week > 0 OR month > 0)
$$;

-- Adds to what came back in the day, week and month of `p_at`, which lowers the loss.
CREATE FUNCTION count_returned(INOUT w wallets, p_amount bigint, p_at timestamptz) LANGUAGE plpgsql AS $$
DECLARE
  v_today date := (p_at AT TIME ZONE 'UTC')::date;
BEGIN
  w.returned := CASE WHEN w.returned_on = v_today THEN w.returned ELSE 0 END + p_amount;
  w.returned_week := CASE WHEN w.returned_on >= week_begin(v_today) THEN w.returned_week ELSE 0 END + p_amount;
  w.returned_month := CASE WHEN w.returned_on >= month_begin(v_today) THEN w.returned_month ELSE 0 END + p_amount;
  w.returned_on := v_today;
END $$;

-- As before; a prize lowers the loss of the periods in which it is credited.
CREATE OR REPLACE FUNCTION credit_coupons(p_from bigint, p_kind text, p_draw bigint, p_at timestamp with time zone, p_player bigint[], p_ticket uuid[], p_coupon uuid[], p_amount bigint[], p_unstake bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_material TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $$
BEGIN
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
    wallet_after, draw_id, ticket_id, coupon_id)
  SELECT player_id, p_at, p_kind, p_from, account_id, amount, balance + credited - amount, balance + credited, p_draw,
    ticket_id, coupon_id
  FROM (
    SELECT a.*, w.account_id, w.balance,
      (sum(a.amount) OVER (PARTITION BY a.player_id ORDER BY a.pos ROWS UNBOUNDED PRECEDING))::bigint AS credited
    FROM unnest(p_player, p_ticket, p_coupon, p_amount) WITH ORDINALITY
      a(player_id, ticket_id, coupon_id, amount, pos)
    JOIN wallets w USING (player_id)
  ) credit
  ORDER BY player_id, pos;

  UPDATE wallets w
  SET balance = w.balance + t.total,
    staked = CASE WHEN w.staked_on = today THEN w.staked - t.unstake ELSE w.staked END,
    staked_week = CASE WHEN w.staked_on = today THEN w.staked_week - t.unstake ELSE w.staked_week END,
    staked_month = CASE WHEN w.staked_on = today THEN w.staked_month - t.unstake ELSE w.staked_month END,
    returned_on = CASE WHEN is_prize THEN today ELSE w.returned_on END,
    returned = CASE WHEN is_prize AND w.returned_on < today THEN 0 ELSE w.returned END + prize,
    returned_week = CASE WHEN is_prize AND w.returned_on < week THEN 0 ELSE w.returned_week END + prize,
    returned_month = CASE WHEN is_prize AND w.returned_on < month THEN 0 ELSE w.returned_month END + prize
  FROM (
    SELECT player_id, sum(amount)::bigint AS total, sum(unstake)::bigint AS unstake,
      CASE WHEN p_kind IN ('winnings', 'claim', 'raffle') THEN sum(amount)::bigint ELSE 0 END AS prize
    FROM unnest(p_player, p_amount, p_unstake) a(player_id, amount, unstake) GROUP BY player_id
  ) t, (
    SELECT today, week_begin(today) AS week, month_begin(today) AS month,
      p_kind IN ('winnings', 'claim', 'raffle') AS is_prize
    FROM (SELECT (p_at AT TIME ZONE 'UTC')::date AS today) at OFFSET 0
  ) periods
  WHERE w.player_id = t.player_id;
END $$;

-- As before; a refund takes the stake out of every period of its purchase that still runs.
CREATE OR REPLACE FUNCTION refund_coupons(p_draw bigint, p_player bigint[], p_ticket uuid[], p_coupon uuid[], p_actor text)
 RETURNS integer
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_material TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $$
DECLARE
  v_player bigint[];
  v_ticket uuid[];
  v_coupon uuid[];
  v_amount bigint[];
  v_bought date[];
  v_now timestamptz;
  v_count integer;
BEGIN
  PERFORM 1 FROM wallets WHERE player_id = ANY (p_player) ORDER BY player_id FOR UPDATE;
  v_now := domain_now();

  SELECT array_agg(player_id ORDER BY n), array_agg(ticket_id ORDER BY n), array_agg(coupon_id ORDER BY n),
    array_agg(stake ORDER BY n), array_agg(bought ORDER BY n)
  INTO v_player, v_ticket, v_coupon, v_amount, v_bought
  FROM (
    SELECT g.player_id, g.ticket_id, g.coupon_id, g.n, c.stake, (t.purchased_at AT TIME ZONE 'UTC')::date AS bought
    FROM unnest(p_player, p_ticket, p_coupon) WITH ORDINALITY g(player_id, ticket_id, coupon_id, n)
    JOIN LATERAL (
      SELECT stake FROM coupons c WHERE c.player_id = g.player_id AND c.ticket_id = g.ticket_id
        AND c.coupon_id = g.coupon_id AND c.draw_id = p_draw OFFSET 0
    ) c ON true
    JOIN LATERAL (
      SELECT purchased_at FROM tickets t WHERE t.player_id = g.player_id AND t.ticket_id = g.ticket_id OFFSET 0
    ) t ON true
    LEFT JOIN LATERAL (
      SELECT true AS known FROM cancellations x WHERE x.player_id = g.player_id AND x.ticket_id = g.ticket_id
        AND x.coupon_id = g.coupon_id OFFSET 0
    ) x ON true
    WHERE x.known IS NULL
  ) live;
  IF v_player IS NULL THEN RETURN 0; END IF;
  v_count := cardinality(v_player);

  INSERT INTO cancellations (player_id, ticket_id, coupon_id, draw_id, at, by, reason)
  SELECT player_id, ticket_id, coupon_id, p_draw, v_now, p_actor, 'draw'
  FROM unnest(v_player, v_ticket, v_coupon) u(player_id, ticket_id, coupon_id);
  PERFORM refund_subscription_coupons(p_draw, v_now, v_player, v_ticket);
  -- Coupons of subscriptions were paid for before, and go back to what is prepaid.
  SELECT array_agg(player_id ORDER BY n), array_agg(ticket_id ORDER BY n), array_agg(coupon_id ORDER BY n),
    array_agg(amount ORDER BY n), array_agg(bought ORDER BY n)
  INTO v_player, v_ticket, v_coupon, v_amount, v_bought
  FROM unnest(v_player, v_ticket, v_coupon, v_amount, v_bought)
    WITH ORDINALITY u(player_id, ticket_id, coupon_id, amount, bought, n)
  WHERE NOT EXISTS (SELECT FROM subscription_coupons l WHERE l.player_id = u.player_id AND l.ticket_id = u.ticket_id);
  IF v_player IS NULL THEN RETURN v_count; END IF;
  PERFORM credit_coupons((SELECT stakes_account FROM draws WHERE draw_id = p_draw), 'draw_cancellation', p_draw, v_now,
    v_player, v_ticket, v_coupon, v_amount, array_fill(0::bigint, ARRAY[cardinality(v_player)]));
  PERFORM uncount_stakes(v_player, v_amount, v_bought, (v_now AT TIME ZONE 'UTC')::date);
  RETURN v_count;
END $$;

-- As before, in all periods; a ticket is cancelled on the day of its purchase alone.
CREATE OR REPLACE FUNCTION cancel_ticket(p_player bigint, p_ticket uuid, p_key text, p_hash bytea, p_answer text)
 RETURNS TABLE(code text, answer text, replayed boolean)
 LANGUAGE plpgsql
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

  UPDATE wallets SET balance = balance + t.stake WHERE player_id = p_player;
  PERFORM uncount_stakes(ARRAY[p_player], ARRAY[t.stake], ARRAY[v_today], v_today);

  IF p_key IS NOT NULL THEN
    INSERT INTO idempotency_keys (player_id, call, key, input_hash, answer, at)
    VALUES (p_player, 'cancel', p_key, p_hash, p_answer, v_now);
  END IF;
  RETURN QUERY SELECT NULL::text, p_answer, false;
END $$;

-- As before; whoever calls it writes what it changed of the wallet.
CREATE OR REPLACE FUNCTION return_prepaid(INOUT w wallets, p_subscription uuid, p_amount bigint, p_at timestamp with time zone)
 RETURNS wallets
 LANGUAGE plpgsql
AS $$
DECLARE
  v_account bigint;
BEGIN
  IF p_amount = 0 THEN RETURN; END IF;
  SELECT prepaid_account INTO STRICT v_account FROM subscriptions
  WHERE player_id = w.player_id AND subscription_id = p_subscription;
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
    wallet_after, subscription_id)
  VALUES (w.player_id, p_at, 'subscription_return', v_account, w.account_id, p_amount, w.balance,
    w.balance + p_amount, p_subscription);
  w.balance := w.balance + p_amount;
  w := count_returned(w, p_amount, p_at);
END $$;

CREATE OR REPLACE FUNCTION end_subscription(p_player bigint, p_subscription uuid, p_code text, p_actor text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $$
DECLARE
  w wallets;
  s subscription_states;
  v_now timestamptz;
BEGIN
  SELECT * INTO STRICT w FROM wallets WHERE player_id = p_player FOR UPDATE;
  SELECT * INTO s FROM subscription_states WHERE player_id = p_player AND subscription_id = p_subscription FOR UPDATE;
  IF NOT FOUND OR s.status = 'terminated' THEN RETURN false; END IF;
  v_now := domain_now();
  w := return_prepaid(w, p_subscription, s.prepaid, v_now);
  UPDATE wallets SET balance = w.balance, debt = w.debt, returned_on = w.returned_on, returned = w.returned,
    returned_week = w.returned_week, returned_month = w.returned_month WHERE player_id = p_player;
  UPDATE subscription_states SET status = 'terminated', prepaid = 0, paid_left = 0, draw_dates = '{}',
    charge_at = NULL, waits_for = NULL, ends_on = (v_now AT TIME ZONE 'UTC')::date
  WHERE player_id = p_player AND subscription_id = p_subscription;
  INSERT INTO subscription_events (player_id, subscription_id, at, kind, amount, code, actor)
  VALUES (p_player, p_subscription, v_now, 'terminated', s.prepaid, p_code, p_actor);
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION refund_subscription_coupons(p_draw bigint, p_at timestamp with time zone, p_player bigint[], p_ticket uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $$
DECLARE
  r record;
  w wallets;
BEGIN
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, draw_id, ticket_id,
    coupon_id, subscription_id)
  SELECT player_id, p_at, 'subscription_refund', d.stakes_account, account, amount, p_draw, ticket_id, coupon_id,
    subscription_id
  FROM unnest(p_player, p_ticket) u(player_id, ticket_id)
  JOIN subscription_coupons l USING (player_id, ticket_id)
  JOIN coupons c USING (player_id, ticket_id, coupon_id)
  JOIN subscriptions f USING (player_id, subscription_id)
  JOIN draws d ON d.draw_id = p_draw
  CROSS JOIN LATERAL (VALUES
    (f.prepaid_account, from_prepaid),
    (ledger_account('promotion', NULL, NULL, d.game, NULL), c.stake - from_prepaid)
  ) part(account, amount)
  WHERE amount > 0;

  UPDATE subscription_states s SET prepaid = s.prepaid + back.amount
  FROM (
    SELECT player_id, subscription_id, sum(from_prepaid)::bigint AS amount
    FROM unnest(p_player, p_ticket) u(player_id, ticket_id) JOIN subscription_coupons USING (player_id, ticket_id)
    GROUP BY player_id, subscription_id
  ) back
  WHERE s.player_id = back.player_id AND s.subscription_id = back.subscription_id AND s.status <> 'terminated';
  FOR r IN
    SELECT player_id, subscription_id, sum(from_prepaid)::bigint AS amount
    FROM unnest(p_player, p_ticket) u(player_id, ticket_id) JOIN subscription_coupons USING (player_id, ticket_id)
    JOIN subscription_states s USING (player_id, subscription_id)
    WHERE s.status = 'terminated' GROUP BY player_id, subscription_id
  LOOP
    SELECT * INTO STRICT w FROM wallets WHERE player_id = r.player_id;
    w := return_prepaid(w, r.subscription_id, r.amount, p_at);
    UPDATE wallets SET balance = w.balance, debt = w.debt, returned_on = w.returned_on, returned = w.returned,
      returned_week = w.returned_week, returned_month = w.returned_month WHERE player_id = r.player_id;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION settle_ended_subscription(p_player bigint, p_subscription uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $$
DECLARE
  w wallets;
  s subscription_states;
  v_now timestamptz;
BEGIN
  SELECT * INTO STRICT w FROM wallets WHERE player_id = p_player FOR UPDATE;
  SELECT * INTO STRICT s FROM subscription_states
  WHERE player_id = p_player AND subscription_id = p_subscription FOR UPDATE;
  v_now := domain_now();
  IF s.status <> 'cancelled' OR s.prepaid = 0 OR s.draw_dates <> '{}' OR s.charge_at IS NOT NULL THEN RETURN; END IF;
  w := return_prepaid(w, p_subscription, s.prepaid, v_now);
  UPDATE wallets SET balance = w.balance, debt = w.debt, returned_on = w.returned_on, returned = w.returned,
    returned_week = w.returned_week, returned_month = w.returned_month WHERE player_id = p_player;
  UPDATE subscription_states SET prepaid = 0 WHERE player_id = p_player AND subscription_id = p_subscription;
  INSERT INTO subscription_events (player_id, subscription_id, at, kind, amount, actor)
  VALUES (p_player, p_subscription, v_now, 'returned', s.prepaid, 'subscriptions');
END $$;

-- Tells a player, once a period and limit, that 80 % and that all of a limit of their own is used. `p_ends` is the first
-- day of the next period.
CREATE FUNCTION note_limit_use(p_player bigint, p_field text, p_used bigint, p_limit bigint, p_begins date, p_ends date)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_kind text := CASE WHEN p_used >= p_limit THEN 'limitReached' ELSE 'limitNear' END;
BEGIN
  IF p_limit IS NULL OR p_limit = 0 OR p_used * 5 < p_limit * 4 THEN RETURN; END IF;
  INSERT INTO notices (player_id, kind, text_values)
  SELECT p_player, v_kind, jsonb_build_object('field', p_field, 'total', p_used, 'newLimit', p_limit,
    'amount', greatest(0, p_limit - p_used), 'wasDate', to_char(p_begins, 'YYYY-MM-DD"T00:00:00.000Z"'),
    'month', to_char(p_begins, 'YYYY-MM-DD"T00:00:00.000Z"'), 'date', to_char(p_ends, 'YYYY-MM-DD"T00:00:00.000Z"'))
  WHERE NOT EXISTS (
    SELECT FROM notices WHERE player_id = p_player AND kind IN (v_kind, 'limitReached')
      AND text_values ->> 'field' = p_field AND at >= p_begins::timestamp AT TIME ZONE 'UTC');
END $$;

CREATE FUNCTION note_stake_limits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_day date := NEW.staked_on;
  v_week date := week_begin(v_day);
  v_month date := month_begin(v_day);
  v_next_month date := (v_month + interval '1 month')::date;
BEGIN
  -- The day's limit that everybody has is not a player's own.
  PERFORM note_limit_use(NEW.player_id, field, used, own, begins, ends)
  FROM (VALUES
    ('stakeLimitDay', NEW.staked, nullif(NEW.stake_limit_day, 100000), v_day, v_day + 1),
    ('stakeLimitWeek', NEW.staked_week, NEW.stake_limit_week, v_week, v_week + 7),
    ('stakeLimitMonth', NEW.staked_month, NEW.stake_limit_month, v_month, v_next_month),
    ('lossLimitDay', NEW.staked - CASE WHEN NEW.returned_on >= v_day THEN NEW.returned ELSE 0 END,
      NEW.loss_limit_day, v_day, v_day + 1),
    ('lossLimitWeek', NEW.staked_week - CASE WHEN NEW.returned_on >= v_week THEN NEW.returned_week ELSE 0 END,
      NEW.loss_limit_week, v_week, v_week + 7),
    ('lossLimitMonth', NEW.staked_month - CASE WHEN NEW.returned_on >= v_month THEN NEW.returned_month ELSE 0 END,
      NEW.loss_limit_month, v_month, v_next_month)
  ) limits(field, used, own, begins, ends);
  RETURN NULL;
END $$;

-- A loss is at most what was staked, so the condition is cheap and the function looks closer.
CREATE TRIGGER limit_use AFTER UPDATE OF staked ON wallets FOR EACH ROW WHEN (
  (NEW.staked > OLD.staked OR NEW.staked_on > OLD.staked_on) AND (
    NEW.staked * 5 >= least(NEW.stake_limit_day, NEW.loss_limit_day) * 4
    OR NEW.staked_week * 5 >= least(NEW.stake_limit_week, NEW.loss_limit_week) * 4
    OR NEW.staked_month * 5 >= least(NEW.stake_limit_month, NEW.loss_limit_month) * 4)
) EXECUTE FUNCTION note_stake_limits();

CREATE FUNCTION note_deposit_limits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_day date := NEW.deposited_on;
  v_week date := week_begin(v_day);
  v_month date := month_begin(v_day);
BEGIN
  PERFORM note_limit_use(NEW.player_id, field, used, own, begins, ends)
  FROM (VALUES
    ('depositLimitDay', NEW.deposited_day, nullif(NEW.limit_day, 200000), v_day, v_day + 1),
    ('depositLimitWeek', NEW.deposited_week, nullif(NEW.limit_week, 500000), v_week, v_week + 7),
    ('depositLimitMonth', NEW.deposited_month, nullif(NEW.limit_month, 1000000), v_month,
      (v_month + interval '1 month')::date)
  ) limits(field, used, own, begins, ends);
  RETURN NULL;
END $$;

CREATE TRIGGER limit_use AFTER UPDATE OF deposited_day ON deposit_limits FOR EACH ROW WHEN (
  NEW.deposited_day > OLD.deposited_day OR NEW.deposited_on > OLD.deposited_on
) EXECUTE FUNCTION note_deposit_limits();
