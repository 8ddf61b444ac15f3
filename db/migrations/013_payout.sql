-- Up Migration
-- Credits to wallets in batches: prizes of a draw, refunds of a cancelled draw. Debt is paid first
-- (decisions §3), and each coupon is credited once, by the key of its fact. Source: design §7; domain §10.

-- Credits parallel arrays, one element a coupon, from a house account. The caller holds the wallets' locks.
-- `p_unstake`: what returns to the day's limit, for coupons bought today.
CREATE FUNCTION credit_coupons(
  p_from bigint, p_kind text, p_draw bigint, p_at timestamptz, p_player bigint[], p_ticket uuid[],
  p_coupon uuid[], p_amount bigint[], p_unstake bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH asked AS MATERIALIZED (
    SELECT a.*, w.account_id, w.balance, w.debt,
      sum(a.amount) OVER (PARTITION BY a.player_id ORDER BY a.pos) AS credited
    FROM unnest(p_player, p_ticket, p_coupon, p_amount) WITH ORDINALITY
      a(player_id, ticket_id, coupon_id, amount, pos)
    JOIN wallets w USING (player_id)
  ), split AS MATERIALIZED (
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
    SELECT player_id, sum(amount) AS total, sum(unstake) AS unstake
    FROM unnest(p_player, p_amount, p_unstake) a(player_id, amount, unstake) GROUP BY player_id
  ) t
  WHERE w.player_id = t.player_id;
END $$;

-- Pays the prizes of up to `p_players` players of a draw, those of the manual threshold apart. Returns the
-- coupons paid.
CREATE FUNCTION pay_wins(p_draw bigint, p_players integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_players bigint[];
  v_player bigint[];
  v_ticket uuid[];
  v_coupon uuid[];
  v_amount bigint[];
  v_now timestamptz;
BEGIN
  SELECT array_agg(player_id ORDER BY player_id) INTO v_players FROM (
    SELECT DISTINCT player_id FROM coupon_wins w
    WHERE draw_id = p_draw AND NOT high AND NOT EXISTS (
      SELECT FROM coupon_payouts p
      WHERE p.draw_id = w.draw_id AND p.player_id = w.player_id AND p.coupon_id = w.coupon_id)
    ORDER BY player_id LIMIT p_players
  ) waiting;
  IF v_players IS NULL THEN RETURN 0; END IF;
  PERFORM 1 FROM wallets WHERE player_id = ANY (v_players) ORDER BY player_id FOR UPDATE;
  v_now := domain_now();

  -- A newer snapshot than the locks: what another run paid meanwhile is left out.
  SELECT array_agg(player_id ORDER BY player_id, coupon_id),
    array_agg(ticket_id ORDER BY player_id, coupon_id), array_agg(coupon_id ORDER BY player_id, coupon_id),
    array_agg(amount + joker_amount ORDER BY player_id, coupon_id)
  INTO v_player, v_ticket, v_coupon, v_amount
  FROM coupon_wins w
  WHERE draw_id = p_draw AND NOT high AND player_id = ANY (v_players) AND NOT EXISTS (
    SELECT FROM coupon_payouts p
    WHERE p.draw_id = w.draw_id AND p.player_id = w.player_id AND p.coupon_id = w.coupon_id);
  IF v_player IS NULL THEN RETURN 0; END IF;

  INSERT INTO coupon_payouts (draw_id, player_id, coupon_id, paid_at)
  SELECT p_draw, player_id, coupon_id, v_now FROM unnest(v_player, v_coupon) u(player_id, coupon_id);
  PERFORM credit_coupons(
    (SELECT ledger_account('winnings', NULL, p_draw, game, NULL) FROM draws WHERE draw_id = p_draw),
    'winnings', p_draw, v_now, v_player, v_ticket, v_coupon, v_amount,
    array_fill(0::bigint, ARRAY[cardinality(v_player)]));
  RETURN cardinality(v_player);
END $$;

-- Returns the stakes of up to `p_players` players of a cancelled draw. Returns the coupons refunded.
CREATE FUNCTION refund_coupons(p_draw bigint, p_players integer, p_actor text)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_players bigint[];
  v_player bigint[];
  v_ticket uuid[];
  v_coupon uuid[];
  v_amount bigint[];
  v_unstake bigint[];
  v_now timestamptz;
BEGIN
  SELECT array_agg(player_id ORDER BY player_id) INTO v_players FROM (
    SELECT DISTINCT c.player_id FROM coupons c
    LEFT JOIN cancellations x USING (player_id, ticket_id, coupon_id)
    WHERE c.draw_id = p_draw AND x.coupon_id IS NULL
    ORDER BY c.player_id LIMIT p_players
  ) waiting;
  IF v_players IS NULL THEN RETURN 0; END IF;
  PERFORM 1 FROM wallets WHERE player_id = ANY (v_players) ORDER BY player_id FOR UPDATE;
  v_now := domain_now();

  SELECT array_agg(player_id ORDER BY player_id, coupon_id),
    array_agg(ticket_id ORDER BY player_id, coupon_id),
    array_agg(coupon_id ORDER BY player_id, coupon_id), array_agg(stake ORDER BY player_id, coupon_id),
    array_agg(unstake ORDER BY player_id, coupon_id)
  INTO v_player, v_ticket, v_coupon, v_amount, v_unstake
  FROM (
    SELECT c.player_id, c.ticket_id, c.coupon_id, c.stake,
      CASE WHEN (t.purchased_at AT TIME ZONE 'UTC')::date = (v_now AT TIME ZONE 'UTC')::date
        THEN c.stake ELSE 0 END AS unstake
    FROM coupons c
    JOIN tickets t USING (player_id, ticket_id)
    LEFT JOIN cancellations x USING (player_id, ticket_id, coupon_id)
    WHERE c.draw_id = p_draw AND c.player_id = ANY (v_players) AND x.coupon_id IS NULL
  ) live;
  IF v_player IS NULL THEN RETURN 0; END IF;

  INSERT INTO cancellations (player_id, ticket_id, coupon_id, draw_id, at, by, reason)
  SELECT player_id, ticket_id, coupon_id, p_draw, v_now, p_actor, 'draw'
  FROM unnest(v_player, v_ticket, v_coupon) u(player_id, ticket_id, coupon_id);
  PERFORM credit_coupons((SELECT stakes_account FROM draws WHERE draw_id = p_draw),
    'draw_cancellation', p_draw, v_now, v_player, v_ticket, v_coupon, v_amount, v_unstake);
  RETURN cardinality(v_player);
END $$;
