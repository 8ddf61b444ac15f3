-- Subscriptions: tickets that renew themselves, one for each draw, paid a month at a time through the balance
-- (docs/decisions/042-subscriptions-are-paid-ahead.md).

INSERT INTO ledger_account_kinds VALUES
  ('prepaid', 'What a subscription has paid for draws that it has no coupon in yet'),
  ('promotion', 'What the house gives: free draws of subscriptions, and what a draw costs beyond the price they paid');

ALTER TABLE ledger_accounts ADD COLUMN subscription_id uuid;
DROP INDEX ledger_accounts_description;
CREATE UNIQUE INDEX ledger_accounts_description ON ledger_accounts
  (kind, coalesce(player_id, 0), coalesce(draw_id, 0), coalesce(game, ''), coalesce(tier, 0),
    coalesce(subscription_id, '00000000-0000-0000-0000-000000000000'::uuid));

ALTER TABLE ledger_transfers ADD COLUMN subscription_id uuid;
ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_kind_check;
ALTER TABLE ledger_transfers ADD CONSTRAINT ledger_transfers_kind_check
  CHECK (kind = ANY ('{purchase,cancellation,draw_cancellation,winnings,settlement,opening_carry,sandbox_balance,claim,
    lapse,correction,subscription_charge,subscription_coupon,subscription_promotion,subscription_refund,
    subscription_return}'));

-- What was agreed; never changes. Rows are kept as in `tickets`.
CREATE TABLE subscriptions (
  player_id bigint NOT NULL,
  subscription_id uuid NOT NULL,
  game text NOT NULL,
  purchased_at timestamptz NOT NULL,
  -- ISO numbers of weekdays, Monday 1, ascending.
  days smallint[] NOT NULL CHECK (cardinality(days) > 0),
  -- Of one draw, when it was bought.
  stake bigint NOT NULL CHECK (stake > 0),
  first_charge bigint NOT NULL CHECK (first_charge >= 0),
  row_masks bigint[] NOT NULL,
  second_masks bigint[],
  quick_picks integer NOT NULL,
  system smallint NOT NULL,
  row_count integer NOT NULL CHECK (row_count > 0),
  side char(5),
  prepaid_account bigint NOT NULL UNIQUE,
  channel text,
  ip text,
  affiliate_id bigint,
  idempotency_key text,
  input_hash bytea,
  PRIMARY KEY (player_id, subscription_id),
  CHECK ((idempotency_key IS NULL) = (input_hash IS NULL))
);
CREATE UNIQUE INDEX subscriptions_key ON subscriptions (player_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

CREATE FUNCTION open_prepaid(p_player bigint, p_game text, p_subscription uuid) RETURNS bigint LANGUAGE sql AS $$
  INSERT INTO ledger_accounts (kind, player_id, game, subscription_id)
  VALUES ('prepaid', p_player, p_game, p_subscription) RETURNING account_id
$$;

-- Where a subscription stands: the balance of its prepaid account, as a wallet keeps its own, and what that is for.
CREATE TABLE subscription_states (
  player_id bigint NOT NULL,
  subscription_id uuid NOT NULL,
  game text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'active', 'cancelled', 'terminated')),
  -- The rules that its numbers were last found good under.
  rules_id text NOT NULL,
  prepaid bigint NOT NULL DEFAULT 0 CHECK (prepaid >= 0),
  -- Paid for one draw of the current period.
  price bigint NOT NULL CHECK (price > 0),
  -- Days of the draws (`draws.planned_date`) that it takes part in and has no coupon in yet, ascending; the first
  -- `paid_left` of them are paid, the others free.
  draw_dates date[] NOT NULL DEFAULT '{}',
  next_date date GENERATED ALWAYS AS (draw_dates[1]) STORED,
  paid_left integer NOT NULL DEFAULT 0 CHECK (paid_left >= 0),
  -- The last day that a charge has paid for; null before the first.
  paid_through date,
  -- When it is charged next; null when never again.
  charge_at timestamptz,
  -- Refusals of the card since the last charge that was paid.
  attempts smallint NOT NULL DEFAULT 0,
  -- What keeps a charge from being made: it is tried again at once when that is over.
  waits_for text CHECK (waits_for IN ('certificate', 'lock')),
  -- The last day on which it plays, once it is cancelled.
  ends_on date,
  -- What the player was told ahead: of which charge, of which rules, of which end of the certificate.
  told_charge timestamptz,
  told_rules text,
  told_certificate date,
  PRIMARY KEY (player_id, subscription_id),
  CHECK (paid_left <= cardinality(draw_dates)),
  CHECK (prepaid >= paid_left * price),
  CHECK (status <> 'terminated' OR (prepaid = 0 AND draw_dates = '{}' AND charge_at IS NULL)),
  CHECK (status <> 'cancelled' OR ends_on IS NOT NULL)
) WITH (fillfactor = 50);
-- In this order coupons are written, portion after portion.
CREATE INDEX subscription_states_order ON subscription_states (game, player_id, subscription_id)
  WHERE next_date IS NOT NULL;
CREATE INDEX subscription_states_due ON subscription_states (game, next_date) WHERE next_date IS NOT NULL;
CREATE INDEX subscription_states_left ON subscription_states (player_id)
  WHERE status = 'cancelled' AND prepaid > 0 AND draw_dates = '{}' AND charge_at IS NULL;
CREATE INDEX subscription_states_charge ON subscription_states (charge_at) WHERE charge_at IS NOT NULL;

-- The only moves there are (docs/rules/subscriptions.md).
CREATE TABLE subscription_transitions (
  from_status text NOT NULL,
  to_status text NOT NULL,
  PRIMARY KEY (from_status, to_status)
);
INSERT INTO subscription_transitions VALUES
  ('pending', 'active'), ('pending', 'cancelled'), ('pending', 'terminated'),
  ('active', 'cancelled'), ('active', 'terminated'), ('cancelled', 'terminated');

CREATE FUNCTION guard_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM subscription_transitions WHERE from_status = OLD.status AND to_status = NEW.status) THEN
    RAISE EXCEPTION 'subscription %: no way from % to %', OLD.subscription_id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE ON subscription_states FOR EACH ROW WHEN (OLD.status <> NEW.status)
  EXECUTE FUNCTION guard_subscription();

-- The coupon of a draw: one ticket a draw, and never two.
CREATE TABLE subscription_coupons (
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  draw_id bigint NOT NULL,
  -- Of its stake; the rest is a promotion, all of it in a free draw.
  from_prepaid bigint NOT NULL CHECK (from_prepaid >= 0),
  PRIMARY KEY (player_id, ticket_id)
) WITH (
  autovacuum_analyze_scale_factor = 0.5,
  autovacuum_vacuum_insert_scale_factor = 0.5,
  autovacuum_vacuum_insert_threshold = 10000000
);
CREATE UNIQUE INDEX subscription_coupons_once ON subscription_coupons (player_id, subscription_id, draw_id);

-- Everything that happened to a subscription; what its player is told is written from here.
CREATE TABLE subscription_events (
  event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL,
  subscription_id uuid NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('started', 'charged', 'declined', 'limit', 'certificate', 'locked', 'paused',
    'returned', 'cancelled', 'terminated', 'chargeAhead', 'priceAhead', 'rulesAhead', 'endAhead',
    'certificateAhead')),
  amount bigint NOT NULL DEFAULT 0,
  -- Of a refusal, of a termination, of a cancellation.
  code text,
  actor text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX subscription_events_of ON subscription_events (player_id, subscription_id, event_id);

-- Letters that are still to be written.
CREATE TABLE subscription_letters (event_id bigint PRIMARY KEY);

-- The first charge is told with the purchase.
CREATE FUNCTION queue_subscription_letter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscription_letters (event_id) VALUES (NEW.event_id);
  RETURN NULL;
END $$;
CREATE TRIGGER letter AFTER INSERT ON subscription_events FOR EACH ROW
  WHEN (NEW.kind NOT IN ('locked', 'returned') AND NOT (NEW.kind = 'charged' AND NEW.actor = 'player')) EXECUTE FUNCTION queue_subscription_letter();

-- The last day on which players were told what is ahead.
CREATE TABLE subscription_day (told_on date NOT NULL);
INSERT INTO subscription_day VALUES ('-infinity');

-- How many are due in a draw and have no coupon: it is not sealed before they have one.
CREATE FUNCTION subscriptions_due(p_draw bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT count(*) FROM draws d JOIN subscription_states s
    ON s.game = d.game AND s.next_date <= d.planned_date AND d.planned_date = ANY (s.draw_dates)
  WHERE d.draw_id = p_draw
$$;

-- Writes the coupons of the next `p_count` subscriptions that are due in a draw, in order of player, under the lock by
-- which a sealing waits. Also after the close, since they were paid before it, and never after the seal. A price that
-- rose since the charge is made up for by the house, so that no row is short of its share of the pools.
CREATE FUNCTION write_subscription_coupons(
  p_draw bigint, p_player bigint, p_subscription uuid, p_count integer,
  OUT written integer, OUT last_player bigint, OUT last_subscription uuid
) LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
  SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  d draws;
  v_now timestamptz;
  v_promotion bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('seal'), p_draw::integer);
  SELECT * INTO STRICT d FROM draws WHERE draw_id = p_draw FOR SHARE;
  written := 0;
  IF d.state <> 'released' OR EXISTS (SELECT FROM seals WHERE draw_id = p_draw) THEN RETURN; END IF;
  v_now := domain_now();
  v_promotion := ledger_account('promotion', NULL, NULL, d.game, NULL);

  WITH due AS MATERIALIZED (
    SELECT s.player_id, s.subscription_id, s.prepaid, s.price, s.paid_left, f.prepaid_account, f.row_masks,
      f.second_masks, f.quick_picks, f.system, f.row_count, f.side, f.affiliate_id
    FROM subscription_states s JOIN subscriptions f USING (player_id, subscription_id)
    WHERE s.game = d.game AND (s.player_id, s.subscription_id) > (p_player, p_subscription)
      AND s.next_date <= d.planned_date AND d.planned_date = ANY (s.draw_dates) AND s.rules_id = d.rules_id
    ORDER BY s.player_id, s.subscription_id LIMIT p_count FOR UPDATE OF s
  ), coupon AS MATERIALIZED (
    SELECT *, gen_random_uuid() AS ticket_id, gen_random_uuid() AS coupon_id, paid_left > 0 AS paid,
      row_count * d.amount_row + CASE WHEN side IS NULL THEN 0 ELSE d.amount_side END AS stake
    FROM due
  ), split AS MATERIALIZED (
    SELECT *, CASE WHEN paid THEN least(stake, price) ELSE 0 END AS from_prepaid FROM coupon
  ), tickets_written AS (
    INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, row_masks, second_masks, quick_picks, system,
      row_count, side, affiliate_id)
    SELECT player_id, ticket_id, d.game, v_now, stake, row_masks, second_masks, quick_picks, system, row_count, side,
      affiliate_id
    FROM split
  ), coupons_written AS (
    INSERT INTO coupons (player_id, ticket_id, coupon_id, draw_id, stake)
    SELECT player_id, ticket_id, coupon_id, p_draw, stake FROM split
  ), links_written AS (
    INSERT INTO subscription_coupons (player_id, ticket_id, coupon_id, subscription_id, draw_id, from_prepaid)
    SELECT player_id, ticket_id, coupon_id, subscription_id, p_draw, from_prepaid FROM split
  ), transfers_written AS (
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, draw_id, ticket_id,
      coupon_id, subscription_id)
    SELECT player_id, v_now, 'subscription_promotion', v_promotion, prepaid_account, stake - from_prepaid, NULL::bigint,
      ticket_id, coupon_id, subscription_id
    FROM split WHERE paid AND stake > from_prepaid
    UNION ALL
    SELECT player_id, v_now, 'subscription_coupon', CASE WHEN paid THEN prepaid_account ELSE v_promotion END,
      d.stakes_account, stake, p_draw, ticket_id, coupon_id, subscription_id
    FROM split
  ), states_written AS (
    UPDATE subscription_states s SET prepaid = s.prepaid - from_prepaid,
      paid_left = s.paid_left - CASE WHEN paid THEN 1 ELSE 0 END,
      draw_dates = array_remove(s.draw_dates, d.planned_date)
    FROM split w WHERE s.player_id = w.player_id AND s.subscription_id = w.subscription_id
  )
  SELECT count(*), (array_agg(player_id ORDER BY player_id DESC, subscription_id DESC))[1],
    (array_agg(subscription_id ORDER BY player_id DESC, subscription_id DESC))[1]
  INTO written, last_player, last_subscription FROM split;
END $$;

-- Gives back what was paid to the balance of the wallet `w`, whose row the caller holds and writes; debt is paid first.
CREATE FUNCTION return_prepaid(INOUT w wallets, p_subscription uuid, p_amount bigint, p_at timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
  v_account bigint;
  v_debt bigint := least(w.debt, p_amount);
BEGIN
  IF p_amount = 0 THEN RETURN; END IF;
  SELECT prepaid_account INTO STRICT v_account FROM subscriptions
  WHERE player_id = w.player_id AND subscription_id = p_subscription;
  IF v_debt > 0 THEN
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, subscription_id)
    VALUES (w.player_id, p_at, 'subscription_return', v_account,
      ledger_account('debt', w.player_id, NULL, NULL, NULL), v_debt, p_subscription);
  END IF;
  IF p_amount > v_debt THEN
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
      wallet_after, subscription_id)
    VALUES (w.player_id, p_at, 'subscription_return', v_account, w.account_id, p_amount - v_debt, w.balance,
      w.balance + p_amount - v_debt, p_subscription);
  END IF;
  w.debt := w.debt - v_debt;
  w.balance := w.balance + p_amount - v_debt;
END $$;

-- Ends a subscription and returns what is left of it. Repeatable; says whether it ended now.
CREATE FUNCTION end_subscription(p_player bigint, p_subscription uuid, p_code text, p_actor text)
RETURNS boolean LANGUAGE plpgsql AS $$
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
  UPDATE wallets SET balance = w.balance, debt = w.debt WHERE player_id = p_player;
  UPDATE subscription_states SET status = 'terminated', prepaid = 0, paid_left = 0, draw_dates = '{}',
    charge_at = NULL, waits_for = NULL, ends_on = (v_now AT TIME ZONE 'UTC')::date
  WHERE player_id = p_player AND subscription_id = p_subscription;
  INSERT INTO subscription_events (player_id, subscription_id, at, kind, amount, code, actor)
  VALUES (p_player, p_subscription, v_now, 'terminated', s.prepaid, p_code, p_actor);
  RETURN true;
END $$;

-- What is left when a cancelled subscription has played its last draw returns to the balance.
CREATE FUNCTION settle_ended_subscription(p_player bigint, p_subscription uuid) RETURNS void LANGUAGE plpgsql AS $$
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
  UPDATE wallets SET balance = w.balance, debt = w.debt WHERE player_id = p_player;
  UPDATE subscription_states SET prepaid = 0 WHERE player_id = p_player AND subscription_id = p_subscription;
  INSERT INTO subscription_events (player_id, subscription_id, at, kind, amount, actor)
  VALUES (p_player, p_subscription, v_now, 'returned', s.prepaid, 'subscriptions');
END $$;

-- Charges what the draws of a period cost: balance → prepaid, less what is still there. Returns null when it is paid,
-- 'stale' when the subscription has moved on since `p_charge_at` was read, 'draws' when one of the draws is not open
-- any more, or the refusal of limits; nothing is written then. `p_paid`: how many of the draws are not free.
CREATE FUNCTION charge_subscription(
  p_player bigint, p_subscription uuid, p_charge_at timestamptz, p_dates date[], p_paid integer, p_price bigint,
  p_paid_through date, p_next timestamptz, p_actor text
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  w wallets;
  s subscription_states;
  v_account bigint;
  v_amount bigint;
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
      p_subscription);
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

-- Facts: added to, never changed.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['subscriptions', 'subscription_coupons', 'subscription_events']
  LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION append_only()', t);
  END LOOP;
END $$;
