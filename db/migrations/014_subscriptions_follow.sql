-- What subscriptions follow by themselves, whoever causes it: the wallet of their player, and draws that are cancelled.

-- What lies inside a lock is neither played nor kept, closing ends everything, and a renewed certificate or the end of
-- a lock lets a charge that waited go on: whoever changes the wallet, in the same moment.
CREATE FUNCTION subscriptions_follow_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  s subscription_states;
  v_now timestamptz := domain_now();
  v_kept date[];
  v_paid integer;
  v_amount bigint;
BEGIN
  FOR s IN SELECT * FROM subscription_states WHERE player_id = NEW.player_id AND status <> 'terminated'
    ORDER BY subscription_id FOR UPDATE
  LOOP
    IF NEW.closed_at IS NOT NULL THEN
      NEW := return_prepaid(NEW, s.subscription_id, s.prepaid, v_now);
      UPDATE subscription_states SET status = 'terminated', prepaid = 0, paid_left = 0, draw_dates = '{}',
        charge_at = NULL, waits_for = NULL, ends_on = (v_now AT TIME ZONE 'UTC')::date
      WHERE player_id = s.player_id AND subscription_id = s.subscription_id;
      INSERT INTO subscription_events (player_id, subscription_id, at, kind, amount, code, actor)
      VALUES (s.player_id, s.subscription_id, v_now, 'terminated', s.prepaid, 'accountClosed', 'player');
      CONTINUE;
    END IF;
    IF NEW.certificate_expires > OLD.certificate_expires AND s.waits_for = 'certificate' THEN
      UPDATE subscription_states SET charge_at = date_trunc('milliseconds', v_now), waits_for = NULL
      WHERE player_id = s.player_id AND subscription_id = s.subscription_id;
    END IF;
    IF NEW.locked_until > OLD.locked_until THEN
      -- A draw that has closed is paid for and played; what a day has no draw for yet is as late as the day.
      SELECT coalesce(array_agg(date ORDER BY nth) FILTER (WHERE NOT inside), '{}'),
        count(*) FILTER (WHERE inside AND nth <= s.paid_left)
      INTO v_kept, v_paid
      FROM (
        SELECT date, nth, w.closed_at IS NULL
          AND coalesce(w.close_date, date::timestamp AT TIME ZONE 'UTC') BETWEEN v_now AND NEW.locked_until AS inside
        FROM unnest(s.draw_dates) WITH ORDINALITY u(date, nth)
        LEFT JOIN draws w ON w.game = s.game AND w.planned_date = date AND w.origin = 'calendar'
      ) dates;
      v_amount := v_paid * s.price;
      NEW := return_prepaid(NEW, s.subscription_id, v_amount, v_now);
      UPDATE subscription_states SET prepaid = prepaid - v_amount, paid_left = paid_left - v_paid,
        draw_dates = v_kept
      WHERE player_id = s.player_id AND subscription_id = s.subscription_id;
      INSERT INTO subscription_events (player_id, subscription_id, at, kind, amount, actor, detail)
      VALUES (s.player_id, s.subscription_id, v_now, 'paused', v_amount, 'player',
        jsonb_build_object('until', NEW.locked_until));
    END IF;
  END LOOP;
  RETURN NEW;
END $$;
CREATE TRIGGER subscriptions BEFORE UPDATE OF closed_at, locked_until, certificate_expires ON wallets FOR EACH ROW
  WHEN (NEW.closed_at IS DISTINCT FROM OLD.closed_at OR NEW.locked_until > OLD.locked_until
    OR NEW.certificate_expires > OLD.certificate_expires)
  EXECUTE FUNCTION subscriptions_follow_wallet();

-- A draw that is cancelled before its coupons were written: what was paid for it lessens the next charge.
CREATE FUNCTION subscriptions_leave_draw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE subscription_states SET draw_dates = array_remove(draw_dates, NEW.planned_date),
    paid_left = paid_left - CASE WHEN array_position(draw_dates, NEW.planned_date) <= paid_left THEN 1 ELSE 0 END
  WHERE game = NEW.game AND next_date <= NEW.planned_date AND NEW.planned_date = ANY (draw_dates);
  RETURN NULL;
END $$;
CREATE TRIGGER subscriptions AFTER UPDATE OF state ON draws FOR EACH ROW
  WHEN (NEW.state = 'cancelled' AND NEW.origin = 'calendar') EXECUTE FUNCTION subscriptions_leave_draw();

-- Stakes of subscriptions in a cancelled draw go back to where they came from; what comes to one that is over goes on
-- to the balance. The caller holds the wallets' locks and has written the cancellations.
CREATE FUNCTION refund_subscription_coupons(
  p_draw bigint, p_at timestamptz, p_player bigint[], p_ticket uuid[]
) RETURNS void LANGUAGE plpgsql AS $$
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
    UPDATE wallets SET balance = w.balance, debt = w.debt WHERE player_id = r.player_id;
  END LOOP;
END $$;

-- Three functions from before know of subscriptions now; the rest of each stays word for word.
DO $$
DECLARE
  each record;
  v_source text;
BEGIN
  FOR each IN SELECT * FROM (VALUES
    -- A ticket of a subscription is not given back by itself.
    ('cancel_ticket', $old$IF (t.purchased_at AT TIME ZONE 'UTC')::date <> v_today OR EXISTS ($old$,
      $new$IF EXISTS (SELECT FROM subscription_coupons WHERE player_id = p_player AND ticket_id = p_ticket) THEN
    RETURN QUERY SELECT 'EC_CANCEL_NOT_ALLOWED', NULL::text, false; RETURN;
  END IF;
  IF (t.purchased_at AT TIME ZONE 'UTC')::date <> v_today OR EXISTS ($new$),
    -- A key buys one thing, be it a ticket or a subscription.
    ('sell_batch', $old$WHERE player_id = p.player_id AND idempotency_key = p.key OFFSET 0$old$,
      $new$WHERE player_id = p.player_id AND idempotency_key = p.key
      UNION ALL SELECT NULL::text, ''::bytea FROM subscriptions
      WHERE player_id = p.player_id AND idempotency_key = p.key OFFSET 0$new$),
    ('refund_coupons', $old$PERFORM credit_coupons((SELECT stakes_account FROM draws WHERE draw_id = p_draw),
    'draw_cancellation', p_draw, v_now, v_player, v_ticket, v_coupon, v_amount, v_unstake);
  RETURN cardinality(v_player);$old$,
      $new$PERFORM refund_subscription_coupons(p_draw, v_now, v_player, v_ticket);
  PERFORM credit_coupons((SELECT stakes_account FROM draws WHERE draw_id = p_draw), 'draw_cancellation', p_draw, v_now,
    array_agg(player_id ORDER BY n), array_agg(ticket_id ORDER BY n), array_agg(coupon_id ORDER BY n),
    array_agg(amount ORDER BY n), array_agg(unstake ORDER BY n))
  FROM unnest(v_player, v_ticket, v_coupon, v_amount, v_unstake)
    WITH ORDINALITY u(player_id, ticket_id, coupon_id, amount, unstake, n)
  WHERE NOT EXISTS (SELECT FROM subscription_coupons l WHERE l.player_id = u.player_id AND l.ticket_id = u.ticket_id)
  HAVING count(*) > 0;
  RETURN cardinality(v_player);$new$)
  ) changes(name, old, new)
  LOOP
    SELECT pg_get_functiondef(oid) INTO STRICT v_source FROM pg_proc WHERE proname = each.name;
    IF position(each.old IN v_source) = 0 THEN RAISE EXCEPTION '% is not as it was', each.name; END IF;
    EXECUTE replace(v_source, each.old, each.new);
  END LOOP;
END $$;

-- And the list of coupons says which subscription one was written for.
DO $$
BEGIN
  EXECUTE format('CREATE OR REPLACE VIEW player_coupons AS
    SELECT v.*, l.subscription_id FROM (%s) v LEFT JOIN LATERAL (
      SELECT subscription_id FROM subscription_coupons l
      WHERE l.player_id = v.player_id AND l.ticket_id = v.ticket_id OFFSET 0
    ) l ON true', rtrim(pg_get_viewdef('player_coupons'::regclass), ';'));
END $$;
