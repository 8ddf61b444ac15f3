-- Limits for purchases by week and month and for losses by day, week and month, decided where the day's purchase limit
-- is (docs/decisions/073-limits-count-in-the-wallet.md). The wallet keeps running sums, so that a stake need not add up
-- earlier movements.

-- A Monday; weeks are those of ISO 8601.
CREATE FUNCTION week_begin(p_day date) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT p_day - (p_day - date '2001-01-01') % 7
$$;
CREATE FUNCTION month_begin(p_day date) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT date_trunc('month', p_day::timestamp)::date
$$;

-- `staked*` count stakes less returned stakes in the day, week and month of `staked_on`. `returned*` count prizes and money
-- back from subscriptions in those of `returned_on`. A limit that is null was not set.
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

-- Fills the sums of the current periods.
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

-- The amount that a player may still stake on a day, and the limit that leaves least. One `SELECT`, which PostgreSQL
-- inlines into the calling statement.
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

-- `p_room` is the amount of `stake_room`. Every flow that stakes uses this rule.
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

-- Replaces the check of the day's limit by a check of all limits.
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

-- Takes the sold stakes from the wallets and adds them to the stakes of the day, week and month.
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

-- Takes a returned stake out of the periods of its purchase that still run.
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

-- Adds to the earlier function that a prize lowers the loss of the periods in which it is credited.
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

-- Adds to the earlier function that a refund takes the stake out of every period of its purchase that still runs.
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

-- Gives the stake back in all periods. A ticket can only be cancelled on the day of its purchase.
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
