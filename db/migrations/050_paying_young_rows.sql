-- Up Migration
-- What is paid or refunded right after a draw was settled lies in rows that the planner's statistics do not know
-- yet: of a draw that they have never seen they expect one row, and a plan for one row reads a draw's winners anew for
-- each winner. So nothing below is left to them: coupons are walked in the order of their key, and what became of each
-- is looked up by the whole key (LATERAL with OFFSET 0 keeps a look-up a look-up). A batch is a number of coupons: how
-- long it holds wallets does not depend on who won.

-- What an unpaid prize of the draw is, in batches of up to `p_coupons` in the order of player and coupon, after those
-- given. Large prizes wait for a person. Answers how many were paid now and how far it came; null at the end.
DROP FUNCTION pay_wins;
CREATE FUNCTION pay_wins(
  p_draw bigint, p_player bigint, p_coupon uuid, p_coupons integer,
  OUT paid integer, OUT player bigint, OUT coupon uuid
) LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
  SET enable_material = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  v_player bigint[];
  v_ticket uuid[];
  v_coupon uuid[];
  v_amount bigint[];
  v_now timestamptz;
BEGIN
  -- Nobody waits for the disk while wallets are locked: the step that ends the payment is flushed after all of it, and
  -- before that step a lost batch is paid by the next run.
  PERFORM set_config('synchronous_commit', 'off', true);
  SELECT array_agg(player_id), array_agg(ticket_id), array_agg(coupon_id), array_agg(amount)
  INTO v_player, v_ticket, v_coupon, v_amount
  FROM (
    SELECT player_id, ticket_id, coupon_id, amount + joker_amount AS amount FROM coupon_wins
    WHERE draw_id = p_draw AND (player_id, coupon_id) > (p_player, p_coupon) AND NOT high
    ORDER BY player_id, coupon_id LIMIT p_coupons
  ) won;
  paid := 0;
  IF v_player IS NULL THEN RETURN; END IF;
  player := v_player[cardinality(v_player)];
  coupon := v_coupon[cardinality(v_coupon)];
  PERFORM 1 FROM wallets WHERE player_id = ANY (v_player) ORDER BY player_id FOR UPDATE;
  v_now := domain_now();

  -- A newer snapshot than the locks: what another run paid meanwhile is left out. Mostly nothing was.
  IF EXISTS (SELECT FROM coupon_payouts WHERE draw_id = p_draw AND (player_id, coupon_id) > (p_player, p_coupon)
    AND (player_id, coupon_id) <= (player, coupon)) THEN
    SELECT array_agg(player_id ORDER BY n), array_agg(ticket_id ORDER BY n), array_agg(coupon_id ORDER BY n),
      array_agg(amount ORDER BY n)
    INTO v_player, v_ticket, v_coupon, v_amount
    FROM unnest(v_player, v_ticket, v_coupon, v_amount) WITH ORDINALITY
      won(player_id, ticket_id, coupon_id, amount, n)
    LEFT JOIN LATERAL (
      SELECT true AS known FROM coupon_payouts p
      WHERE p.draw_id = p_draw AND p.player_id = won.player_id AND p.coupon_id = won.coupon_id OFFSET 0
    ) payout ON true
    WHERE payout.known IS NULL;
    IF v_player IS NULL THEN RETURN; END IF;
  END IF;

  INSERT INTO coupon_payouts (draw_id, player_id, coupon_id, paid_at)
  SELECT p_draw, player_id, coupon_id, v_now FROM unnest(v_player, v_coupon) u(player_id, coupon_id);
  PERFORM credit_coupons(
    (SELECT ledger_account('winnings', NULL, p_draw, game, NULL) FROM draws WHERE draw_id = p_draw),
    'winnings', p_draw, v_now, v_player, v_ticket, v_coupon, v_amount,
    array_fill(0::bigint, ARRAY[cardinality(v_player)]));
  paid := cardinality(v_player);
END $$;

-- Returns the stakes of these coupons of a cancelled draw, each once. Returns how many were refunded now.
DROP FUNCTION refund_coupons;
CREATE FUNCTION refund_coupons(p_draw bigint, p_player bigint[], p_ticket uuid[], p_coupon uuid[], p_actor text)
RETURNS integer LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off
  SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  v_player bigint[];
  v_ticket uuid[];
  v_coupon uuid[];
  v_amount bigint[];
  v_unstake bigint[];
  v_now timestamptz;
BEGIN
  PERFORM 1 FROM wallets WHERE player_id = ANY (p_player) ORDER BY player_id FOR UPDATE;
  v_now := domain_now();

  SELECT array_agg(player_id ORDER BY n), array_agg(ticket_id ORDER BY n), array_agg(coupon_id ORDER BY n),
    array_agg(stake ORDER BY n), array_agg(unstake ORDER BY n)
  INTO v_player, v_ticket, v_coupon, v_amount, v_unstake
  FROM (
    SELECT g.player_id, g.ticket_id, g.coupon_id, g.n, c.stake,
      CASE WHEN (t.purchased_at AT TIME ZONE 'UTC')::date = (v_now AT TIME ZONE 'UTC')::date
        THEN c.stake ELSE 0 END AS unstake
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

  INSERT INTO cancellations (player_id, ticket_id, coupon_id, draw_id, at, by, reason)
  SELECT player_id, ticket_id, coupon_id, p_draw, v_now, p_actor, 'draw'
  FROM unnest(v_player, v_ticket, v_coupon) u(player_id, ticket_id, coupon_id);
  PERFORM credit_coupons((SELECT stakes_account FROM draws WHERE draw_id = p_draw),
    'draw_cancellation', p_draw, v_now, v_player, v_ticket, v_coupon, v_amount, v_unstake);
  RETURN cardinality(v_player);
END $$;

-- Credits parallel arrays, one element a coupon, from a house account: as before, with look-ups of wallets by key and in
-- whole numbers all through. The caller holds the wallets' locks.
-- `p_unstake`: what returns to the day's limit, for coupons bought today.
CREATE OR REPLACE FUNCTION credit_coupons(
  p_from bigint, p_kind text, p_draw bigint, p_at timestamptz, p_player bigint[], p_ticket uuid[],
  p_coupon uuid[], p_amount bigint[], p_unstake bigint[]
) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off
  SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  WITH asked AS MATERIALIZED (
    SELECT a.*, w.account_id, w.balance, w.debt,
      (sum(a.amount) OVER (PARTITION BY a.player_id ORDER BY a.pos ROWS UNBOUNDED PRECEDING))::bigint AS credited
    FROM unnest(p_player, p_ticket, p_coupon, p_amount) WITH ORDINALITY
      a(player_id, ticket_id, coupon_id, amount, pos)
    JOIN wallets w USING (player_id)
  ), split AS NOT MATERIALIZED (
    SELECT *, least(debt, credited) - least(debt, credited - amount) AS to_debt,
      greatest(0, credited - debt) AS into_wallet
    FROM asked
  )
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
    wallet_after, draw_id, ticket_id, coupon_id)
  SELECT player_id, p_at, p_kind, p_from, account, part, before, after, p_draw, ticket_id, coupon_id
  FROM (
    SELECT player_id, ticket_id, coupon_id, pos, account_id AS account, amount - to_debt AS part,
      balance + into_wallet - (amount - to_debt) AS before, balance + into_wallet AS after
    FROM split WHERE amount > to_debt
    UNION ALL
    SELECT player_id, ticket_id, coupon_id, pos, ledger_account('debt', player_id, NULL, NULL, NULL),
      to_debt, NULL, NULL
    FROM split WHERE to_debt > 0
  ) part
  ORDER BY player_id, pos;

  UPDATE wallets w
  SET balance = w.balance + greatest(0, t.total - w.debt), debt = w.debt - least(w.debt, t.total),
    staked = CASE WHEN w.staked_on = (p_at AT TIME ZONE 'UTC')::date THEN w.staked - t.unstake
      ELSE w.staked END
  FROM (
    SELECT player_id, sum(amount)::bigint AS total, sum(unstake)::bigint AS unstake
    FROM unnest(p_player, p_amount, p_unstake) a(player_id, amount, unstake) GROUP BY player_id
  ) t
  WHERE w.player_id = t.player_id;
END $$;
