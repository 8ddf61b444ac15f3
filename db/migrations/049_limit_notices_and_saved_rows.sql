-- Money back from subscriptions lowers the loss; notices at 80 % and 100 % of a limit; rows that players save
-- (docs/decisions/073-limits-count-in-the-wallet.md).

-- Adds a returned amount to the day, week and month of `p_at`, which lowers the loss.
CREATE FUNCTION count_returned(INOUT w wallets, p_amount bigint, p_at timestamptz) LANGUAGE plpgsql AS $$
DECLARE
  v_today date := (p_at AT TIME ZONE 'UTC')::date;
BEGIN
  w.returned := CASE WHEN w.returned_on = v_today THEN w.returned ELSE 0 END + p_amount;
  w.returned_week := CASE WHEN w.returned_on >= week_begin(v_today) THEN w.returned_week ELSE 0 END + p_amount;
  w.returned_month := CASE WHEN w.returned_on >= month_begin(v_today) THEN w.returned_month ELSE 0 END + p_amount;
  w.returned_on := v_today;
END $$;

-- Adds `count_returned` to the earlier function. The caller stores the changed wallet.
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

-- Adds a notice when 80 % and when all of a player's own limit is used, once a period. `p_ends` is the first day of the next
-- period.
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

-- A loss is at most the stake, so this cheap condition misses nothing; the function computes the loss.
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

-- Rows that a player saves under a name, to put on a slip later. `rows` has the shape of the rows of a wager.
CREATE TABLE saved_rows (
  player_id bigint NOT NULL REFERENCES players,
  saved_id uuid NOT NULL,
  game text NOT NULL REFERENCES games,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  rows jsonb NOT NULL CHECK (octet_length(rows::text) <= 4096),
  joker smallint[],
  system smallint NOT NULL DEFAULT 0,
  saved_at timestamptz NOT NULL DEFAULT domain_now(),
  PRIMARY KEY (player_id, saved_id)
);
