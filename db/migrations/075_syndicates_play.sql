-- What a syndicate does with its money: tickets, returns, prizes, its end.

-- Writes a ticket of a syndicate beside `sell_batch`, under the same lock of the draw. The ticket belongs to player 0 and is
-- paid from what was collected. Answers null, or why not; the same ticket again is the same.
CREATE FUNCTION place_syndicate_ticket(p_syndicate uuid, p_ticket uuid, p_coupon uuid, p_row_masks bigint[],
  p_system smallint, p_row_count integer, p_stake bigint, p_actor text) RETURNS text LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  s syndicates;
  d draws;
  v_now timestamptz;
BEGIN
  IF NOT stop_syndicate(p_syndicate, p_actor, false) THEN RETURN 'collecting'; END IF;
  SELECT * INTO STRICT s FROM syndicates WHERE syndicate_id = p_syndicate;
  SELECT * INTO STRICT d FROM draws WHERE draw_id = s.draw_id;
  v_now := domain_now();
  IF EXISTS (SELECT FROM syndicate_tickets WHERE ticket_id = p_ticket) THEN RETURN NULL; END IF;
  IF d.state <> 'released' OR d.closed_at IS NOT NULL OR d.close_date <= v_now
    OR EXISTS (SELECT FROM syndicate_closings WHERE syndicate_id = p_syndicate)
    OR EXISTS (SELECT FROM syndicate_ends WHERE syndicate_id = p_syndicate) THEN RETURN 'EC_SALE_CLOSED'; END IF;
  IF NOT (SELECT on_sale FROM games WHERE game = d.game) THEN RETURN 'EC_PRODUCT_CLOSED'; END IF;
  IF p_stake <> p_row_count * d.amount_row THEN RETURN 'EC_INVALID_AMOUNT'; END IF;
  IF p_stake > syndicate_collected(p_syndicate) - (
    SELECT coalesce(sum(stake), 0) FROM syndicate_tickets t JOIN coupons c ON c.player_id = 0
      AND c.draw_id = t.draw_id AND c.ticket_id = t.ticket_id
    WHERE t.syndicate_id = p_syndicate) THEN RETURN 'EC_BALANCE_TOO_LOW'; END IF;
  INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, row_masks, quick_picks, system, row_count,
    support_id, channel)
  VALUES (0, p_ticket, d.game, v_now, p_stake, p_row_masks, 0, p_system, p_row_count, s.club_id, 'clubSale');
  INSERT INTO coupons (player_id, ticket_id, coupon_id, draw_id, stake)
  VALUES (0, p_ticket, p_coupon, d.draw_id, p_stake);
  INSERT INTO syndicate_tickets (ticket_id, coupon_id, syndicate_id, draw_id, placed_by)
  VALUES (p_ticket, p_coupon, p_syndicate, d.draw_id, p_actor);
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, draw_id, ticket_id,
    coupon_id, syndicate_id)
  VALUES (0, v_now, 'purchase', s.account_id, d.stakes_account, p_stake, d.draw_id, p_ticket, p_coupon, p_syndicate);
  RETURN NULL;
END $$;

-- Returns what was not staked, by share and rounded down. No ticket is placed after it.
CREATE FUNCTION close_syndicate(p_syndicate uuid, p_actor text) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_collected numeric;
  v_unused numeric;
  v_player bigint[];
  v_share uuid[];
  v_amount bigint[];
BEGIN
  IF NOT stop_syndicate(p_syndicate, p_actor, false) THEN RAISE EXCEPTION 'syndicate % collects', p_syndicate; END IF;
  IF EXISTS (SELECT FROM syndicate_closings WHERE syndicate_id = p_syndicate) THEN RETURN; END IF;
  v_collected := syndicate_collected(p_syndicate);
  v_unused := v_collected - (
    SELECT coalesce(sum(stake), 0) FROM syndicate_tickets t JOIN coupons c ON c.player_id = 0
      AND c.draw_id = t.draw_id AND c.ticket_id = t.ticket_id
    WHERE t.syndicate_id = p_syndicate);
  SELECT array_agg(player_id ORDER BY player_id, share_id), array_agg(share_id ORDER BY player_id, share_id),
    array_agg(div(v_unused * stake, v_collected)::bigint ORDER BY player_id, share_id)
  INTO v_player, v_share, v_amount FROM held_shares WHERE syndicate_id = p_syndicate;
  PERFORM 1 FROM wallets WHERE player_id = ANY (v_player) ORDER BY player_id FOR UPDATE;
  v_now := domain_now();
  INSERT INTO syndicate_closings (syndicate_id, closed_at, unused, rest, actor)
  VALUES (p_syndicate, v_now, v_unused, v_unused - (SELECT coalesce(sum(a), 0) FROM unnest(v_amount) a), p_actor);
  IF v_unused > 0 THEN PERFORM return_shares(p_syndicate, 'unused', v_now, v_player, v_share, v_amount); END IF;
END $$;

-- Divides the prize of a ticket that was paid to the syndicate: rounded down for each holder.
CREATE FUNCTION split_syndicate_prize(p_ticket uuid) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  t syndicate_tickets;
  v_now timestamptz;
  v_collected numeric;
  v_won numeric;
  v_player bigint[];
  v_amount bigint[];
BEGIN
  SELECT * INTO STRICT t FROM syndicate_tickets WHERE ticket_id = p_ticket;
  PERFORM 1 FROM syndicates WHERE syndicate_id = t.syndicate_id FOR UPDATE;
  IF EXISTS (SELECT FROM syndicate_splits WHERE ticket_id = p_ticket) THEN RETURN; END IF;
  SELECT w.amount + w.side_amount INTO STRICT v_won FROM coupon_payouts p JOIN coupon_wins w USING (draw_id, player_id, coupon_id)
  WHERE p.draw_id = t.draw_id AND p.player_id = 0 AND p.coupon_id = t.coupon_id;
  v_collected := syndicate_collected(t.syndicate_id);
  SELECT array_agg(player_id ORDER BY player_id), array_agg(part ORDER BY player_id) INTO v_player, v_amount
  FROM (
    SELECT player_id, div(v_won * sum(stake), v_collected)::bigint AS part FROM held_shares
    WHERE syndicate_id = t.syndicate_id GROUP BY player_id
  ) parts WHERE part > 0;
  PERFORM 1 FROM wallets WHERE player_id = ANY (v_player) ORDER BY player_id FOR UPDATE;
  v_now := domain_now();
  INSERT INTO syndicate_splits (ticket_id, split_at, amount, rest)
  VALUES (p_ticket, v_now, v_won, v_won - (SELECT coalesce(sum(a), 0) FROM unnest(v_amount) a));
  PERFORM credit_shares(t.syndicate_id, 'share_winnings', p_ticket, v_now, v_player, v_amount);
END $$;

-- What a syndicate has in its account, from the facts.
CREATE FUNCTION syndicate_balance(p_syndicate uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT ((SELECT coalesce(sum(stake), 0) FROM syndicate_shares WHERE syndicate_id = p_syndicate)
    - (SELECT coalesce(sum(amount), 0) FROM share_returns r JOIN syndicate_shares s USING (player_id, share_id)
      WHERE s.syndicate_id = p_syndicate)
    + coalesce(sum(CASE WHEN x.coupon_id IS NULL THEN 0 ELSE c.stake END - c.stake
      + CASE WHEN p.coupon_id IS NULL THEN 0 ELSE w.amount + w.side_amount END
      - coalesce(l.amount - l.rest, 0)), 0)
    - coalesce((SELECT rest FROM syndicate_ends WHERE syndicate_id = p_syndicate), 0))::bigint
  FROM syndicate_tickets t
  JOIN coupons c ON c.player_id = 0 AND c.draw_id = t.draw_id AND c.ticket_id = t.ticket_id
  LEFT JOIN cancellations x ON x.player_id = 0 AND x.ticket_id = t.ticket_id AND x.coupon_id = t.coupon_id
  LEFT JOIN coupon_payouts p ON p.player_id = 0 AND p.draw_id = t.draw_id AND p.coupon_id = t.coupon_id
  LEFT JOIN coupon_wins w ON w.player_id = 0 AND w.draw_id = t.draw_id AND w.coupon_id = t.coupon_id
  LEFT JOIN syndicate_splits l ON l.ticket_id = t.ticket_id
  WHERE t.syndicate_id = p_syndicate
$$;

-- Ends a syndicate whose tickets are all decided. Void: every share gets back what it has not got yet. Else the rests of
-- all roundings go to the club.
CREATE FUNCTION end_syndicate(p_syndicate uuid, p_void boolean) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  s syndicates;
  v_now timestamptz;
  v_left bigint;
  v_rest bigint;
  v_player bigint[];
  v_share uuid[];
  v_amount bigint[];
BEGIN
  SELECT * INTO STRICT s FROM syndicates WHERE syndicate_id = p_syndicate FOR UPDATE;
  IF EXISTS (SELECT FROM syndicate_ends WHERE syndicate_id = p_syndicate) THEN RETURN; END IF;
  v_left := syndicate_balance(p_syndicate);
  IF p_void THEN
    SELECT array_agg(player_id ORDER BY player_id, share_id), array_agg(share_id ORDER BY player_id, share_id),
      array_agg(h.stake - coalesce(r.amount, 0) ORDER BY player_id, share_id)
    INTO v_player, v_share, v_amount
    FROM held_shares h LEFT JOIN share_returns r USING (player_id, share_id) WHERE h.syndicate_id = p_syndicate;
    v_rest := 0;
  ELSE
    v_rest := (SELECT rest FROM syndicate_closings WHERE syndicate_id = p_syndicate) + (
      SELECT coalesce(sum(rest), 0) FROM syndicate_splits JOIN syndicate_tickets USING (ticket_id)
      WHERE syndicate_id = p_syndicate);
  END IF;
  IF v_left IS DISTINCT FROM v_rest + (SELECT coalesce(sum(a), 0) FROM unnest(v_amount) a) THEN
    RAISE EXCEPTION 'syndicate % has % kr. left', p_syndicate, v_left;
  END IF;
  PERFORM 1 FROM wallets WHERE player_id = ANY (v_player) ORDER BY player_id FOR UPDATE;
  v_now := domain_now();
  INSERT INTO syndicate_ends (syndicate_id, ended_at, void, rest) VALUES (p_syndicate, v_now, p_void, v_rest);
  IF p_void THEN PERFORM return_shares(p_syndicate, 'void', v_now, v_player, v_share, v_amount); END IF;
  IF v_rest > 0 THEN
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, draw_id, syndicate_id)
    VALUES (0, v_now, 'syndicate_rest', s.account_id, club_account(s.club_id), v_rest, s.draw_id, p_syndicate);
  END IF;
END $$;

-- Takes back a syndicate without tickets: nobody buys from now on, and everything goes back.
CREATE FUNCTION cancel_syndicate(p_syndicate uuid, p_actor text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM stop_syndicate(p_syndicate, p_actor, true);
  IF EXISTS (SELECT FROM syndicate_ends WHERE syndicate_id = p_syndicate AND void) THEN RETURN NULL; END IF;
  IF EXISTS (SELECT FROM syndicate_tickets WHERE syndicate_id = p_syndicate)
    OR EXISTS (SELECT FROM syndicate_closings WHERE syndicate_id = p_syndicate) THEN
    RETURN 'EC_CANCEL_NOT_ALLOWED';
  END IF;
  PERFORM end_syndicate(p_syndicate, true);
  RETURN NULL;
END $$;

-- Coupons of player 0 are of syndicates: their money goes to those accounts.
CREATE FUNCTION credit_syndicates(p_from bigint, p_kind text, p_draw bigint, p_at timestamptz, p_player bigint[],
  p_ticket uuid[], p_coupon uuid[], p_amount bigint[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, draw_id, ticket_id,
    coupon_id, syndicate_id)
  SELECT 0, p_at, p_kind, p_from, s.account_id, a.amount, p_draw, a.ticket_id, a.coupon_id, s.syndicate_id
  FROM unnest(p_player, p_ticket, p_coupon, p_amount) a(player_id, ticket_id, coupon_id, amount)
  JOIN syndicate_tickets t ON t.ticket_id = a.ticket_id JOIN syndicates s USING (syndicate_id)
  WHERE a.player_id = 0
$$;
DO $$
DECLARE v_body text;
BEGIN
  v_body := pg_get_functiondef('credit_coupons'::regproc);
  IF position(E'BEGIN\n  INSERT INTO ledger_transfers' IN v_body) = 0 THEN RAISE EXCEPTION 'credit_coupons has changed'; END IF;
  EXECUTE replace(v_body, E'BEGIN\n  INSERT INTO ledger_transfers', E'BEGIN\n  IF 0 = ANY (p_player) THEN\n'
    '    PERFORM credit_syndicates(p_from, p_kind, p_draw, p_at, p_player, p_ticket, p_coupon, p_amount);\n'
    '  END IF;\n  INSERT INTO ledger_transfers');
END $$;
