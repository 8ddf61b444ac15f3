-- A charge of the subscription card carries the key of the call that asked for it, counts toward the day's stakes while
-- it is in flight, and names the movement that it paid for (docs/decisions/051-one-key-one-act-outside.md).

INSERT INTO payment_transitions VALUES
  ('subscriptionCharge', 'paid', 'unknown', 'nothing was bought with it: it is given back');

-- The `subscription_charge` movement that a settled charge paid for. A settled charge without one has a flag.
ALTER TABLE payments ADD COLUMN paid_transfer_id bigint;

-- A refusal frees the key, so a key may have several charges that ended and one that is open.
DROP INDEX payments_key;
CREATE UNIQUE INDEX payments_key ON payments (player_id, call, idempotency_key)
  WHERE idempotency_key IS NOT NULL AND kind <> 'subscriptionCharge';
CREATE INDEX payments_charge_key ON payments (player_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL AND kind = 'subscriptionCharge';
CREATE UNIQUE INDEX payments_charge_key_open ON payments (player_id, call, idempotency_key)
  WHERE idempotency_key IS NOT NULL AND kind = 'subscriptionCharge' AND status IN ('paying', 'unknown', 'paid');
CREATE INDEX payments_open_withdrawals ON payments (player_id)
  WHERE kind = 'withdrawal' AND status IN ('held', 'accepted');

-- Charges that settled before: each belongs to the first movement of its amount and subscription since it was paid.
WITH settled AS (
  SELECT player_id, payment_id, amount, changed_at, split_part(reference, ' ', 1)::uuid AS subscription_id,
    row_number() OVER (PARTITION BY player_id, split_part(reference, ' ', 1), amount ORDER BY changed_at, payment_id)
      AS nth
  FROM payments
  WHERE kind = 'subscriptionCharge' AND status = 'settled' AND reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
), moved AS (
  SELECT s.payment_id, s.nth, x.transfer_id,
    row_number() OVER (PARTITION BY s.payment_id ORDER BY x.at, x.transfer_id) AS place
  FROM settled s JOIN ledger_transfers x ON x.player_id = s.player_id AND x.kind = 'subscription_charge'
    AND x.subscription_id = s.subscription_id AND x.amount = s.amount
    AND x.at >= (SELECT min(f.changed_at) FROM settled f
      WHERE f.player_id = s.player_id AND f.subscription_id = s.subscription_id AND f.amount = s.amount)
)
UPDATE payments p SET paid_transfer_id = m.transfer_id FROM moved m
WHERE m.payment_id = p.payment_id AND m.place = m.nth;
UPDATE payments SET flag = 'unused'
WHERE kind = 'subscriptionCharge' AND status = 'settled' AND paid_transfer_id IS NULL AND flag IS NULL;

-- Charges in flight count toward the day's stakes from now on.
UPDATE wallets w SET staked_on = greatest(w.staked_on, p.counted_on),
  staked = CASE WHEN w.staked_on >= p.counted_on THEN w.staked ELSE 0 END
    + CASE WHEN p.counted_on >= w.staked_on THEN p.amount ELSE 0 END
FROM (
  SELECT player_id, counted_on, sum(amount)::bigint AS amount FROM payments
  WHERE kind = 'subscriptionCharge' AND status IN ('paying', 'unknown', 'paid') AND counted_on IS NOT NULL
  GROUP BY player_id, counted_on
) p
WHERE p.player_id = w.player_id;

-- As before; `p_payment` is the card charge that was just credited for it, or null. It names the movement that it paid
-- for where the amounts are equal.
DROP FUNCTION charge_subscription(bigint, uuid, timestamptz, date[], integer, bigint, date, timestamptz, text);
CREATE FUNCTION charge_subscription(
  p_player bigint, p_subscription uuid, p_charge_at timestamptz, p_dates date[], p_paid integer, p_price bigint,
  p_paid_through date, p_next timestamptz, p_actor text, p_payment uuid
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  w wallets;
  s subscription_states;
  v_account bigint;
  v_amount bigint;
  v_transfer bigint;
  v_refusal text;
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
  v_refusal := limits_refusal(w.closed_at, w.certificate_expires, w.locked_until, w.debt,
    CASE WHEN w.staked_on = v_today THEN w.staked ELSE 0 END, w.stake_limit_day, w.balance, v_amount, v_now);
  -- Nothing to pay for asks nobody.
  IF v_refusal IS NOT NULL AND (v_amount > 0 OR p_dates <> '{}') THEN RETURN v_refusal; END IF;

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
    UPDATE wallets SET balance = balance - v_amount, staked_on = v_today,
      staked = CASE WHEN staked_on = v_today THEN staked ELSE 0 END + v_amount
    WHERE player_id = p_player;
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
