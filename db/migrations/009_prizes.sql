-- Prizes: won, paid, claimed or lapsed; and every coupon with what became of it.

-- One row a winning coupon, written by settlement after both engines agree.
CREATE TABLE coupon_wins (
  draw_id bigint NOT NULL,
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  side_amount bigint NOT NULL CHECK (side_amount >= 0),
  -- At or above the draw's threshold: it waits for two persons.
  high boolean NOT NULL,
  PRIMARY KEY (draw_id, player_id, coupon_id)
);
CREATE INDEX coupon_wins_ticket ON coupon_wins (player_id, ticket_id);
CREATE INDEX coupon_wins_high ON coupon_wins (draw_id) WHERE high;
CREATE TRIGGER security AFTER INSERT ON coupon_wins FOR EACH ROW WHEN (NEW.high)
  EXECUTE FUNCTION log_large_amount();

-- Keyed by coupon: a second run posts nothing.
CREATE TABLE coupon_payouts (
  draw_id bigint NOT NULL,
  player_id bigint NOT NULL,
  coupon_id uuid NOT NULL,
  paid_at timestamptz NOT NULL,
  PRIMARY KEY (draw_id, player_id, coupon_id)
);

-- Pays what is unpaid of the draw's prizes, in batches of up to `p_coupons` in the order of player and coupon, after
-- those given. Large prizes wait for a person. Answers how many were paid now and how far it came; null at the end.
--
-- What is paid right after a draw was settled lies in rows that the planner's statistics do not know yet: of a draw
-- that they have never seen they expect one row, and a plan for one row reads a draw's winners anew for each winner.
-- So nothing is left to them, here and in `refund_coupons`: coupons are walked in the order of their key, and what
-- became of each is looked up by the whole key (LATERAL with OFFSET 0 keeps a look-up a look-up). A batch is a number
-- of coupons: how long it holds wallets does not depend on who won.
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
    SELECT player_id, ticket_id, coupon_id, amount + side_amount AS amount FROM coupon_wins
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

-- Large prizes are paid by two persons: one takes the claim, another releases the payment. Claim, release and lapse are
-- facts of one coupon each; whoever writes them holds the lock of its draw.
CREATE TABLE prize_claims (
  draw_id bigint NOT NULL,
  player_id bigint NOT NULL,
  coupon_id uuid NOT NULL,
  claimed_at timestamptz NOT NULL,
  claimed_by text NOT NULL,
  PRIMARY KEY (draw_id, player_id, coupon_id),
  UNIQUE (draw_id, player_id, coupon_id, claimed_by),
  FOREIGN KEY (draw_id, player_id, coupon_id) REFERENCES coupon_wins
);

CREATE TABLE prize_releases (
  draw_id bigint NOT NULL,
  player_id bigint NOT NULL,
  coupon_id uuid NOT NULL,
  claimed_by text NOT NULL,
  released_at timestamptz NOT NULL,
  released_by text NOT NULL,
  PRIMARY KEY (draw_id, player_id, coupon_id),
  FOREIGN KEY (draw_id, player_id, coupon_id, claimed_by)
    REFERENCES prize_claims (draw_id, player_id, coupon_id, claimed_by),
  CONSTRAINT two_persons CHECK (lower(btrim(released_by)) <> lower(btrim(claimed_by)))
);

CREATE TABLE prize_lapses (
  draw_id bigint NOT NULL,
  player_id bigint NOT NULL,
  coupon_id uuid NOT NULL,
  lapsed_at timestamptz NOT NULL,
  PRIMARY KEY (draw_id, player_id, coupon_id),
  FOREIGN KEY (draw_id, player_id, coupon_id) REFERENCES coupon_wins
);

-- When the prizes of a draw could first be had: paying began. Null before.
CREATE FUNCTION prizes_due_from(p_draw bigint) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT min(at) FROM draw_steps WHERE draw_id = p_draw AND to_state = 'payout'
$$;

-- The last day on which they can be claimed, a year after the day from which they could.
CREATE FUNCTION claim_by(p_due_from timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT ((p_due_from AT TIME ZONE 'UTC')::date + interval '1 year')::date
$$;

-- Large prizes with what became of each.
CREATE VIEW large_prizes AS
SELECT w.draw_id, w.player_id, w.ticket_id, w.coupon_id, w.amount + w.side_amount AS amount,
  claim_by(due_from) AS claim_by, (claim_by(due_from) + 1)::timestamp AT TIME ZONE 'UTC' AS lapses_at,
  c.claimed_at, c.claimed_by, r.released_at, r.released_by, l.lapsed_at,
  CASE
    WHEN l.lapsed_at IS NOT NULL THEN 'lapsed'
    WHEN r.released_at IS NOT NULL THEN 'paid'
    WHEN c.claimed_at IS NOT NULL THEN 'claimed'
    WHEN due_from IS NOT NULL THEN 'waiting'
    ELSE 'pending'
  END AS status
FROM coupon_wins w
CROSS JOIN LATERAL (SELECT prizes_due_from(w.draw_id) AS due_from OFFSET 0) due
LEFT JOIN prize_claims c USING (draw_id, player_id, coupon_id)
LEFT JOIN prize_releases r USING (draw_id, player_id, coupon_id)
LEFT JOIN prize_lapses l USING (draw_id, player_id, coupon_id)
WHERE w.high;

-- Every coupon with what became of it, read from facts, each looked up by its whole key. Amounts in whole krónur.
CREATE VIEW player_coupons AS
SELECT c.player_id, c.ticket_id, c.coupon_id, t.game, c.draw_id, d.number AS draw, d.draw_date, d.close_date, d.state,
  d.rules_id, t.purchased_at, t.channel, t.stake AS stake_total, c.stake, t.row_masks, t.second_masks, t.quick_picks,
  t.system, t.row_count, t.side,
  CASE
    WHEN x.cancelled THEN 'cancelled'
    WHEN NOT known THEN 'pending'
    WHEN h.lapsed OR won = 0 THEN 'lost'
    WHEN p.paid THEN 'paid'
    WHEN h.claimed THEN 'claimed'
    WHEN w.high THEN 'highwind'
    ELSE 'won'
  END AS status,
  CASE WHEN known AND h.lapsed IS NOT TRUE THEN won ELSE 0 END AS amount_win,
  CASE WHEN known AND h.lapsed IS NOT TRUE THEN coalesce(w.side_amount, 0) ELSE 0 END AS side_amount_win,
  CASE WHEN h.lapsed THEN won END AS amount_lapsed,
  -- Of a large prize: the last day.
  h.claim_by
FROM coupons c
JOIN draws d USING (draw_id)
JOIN LATERAL (
  SELECT * FROM tickets t WHERE t.player_id = c.player_id AND t.ticket_id = c.ticket_id OFFSET 0
) t ON true
LEFT JOIN LATERAL (
  SELECT true AS cancelled FROM cancellations x
  WHERE x.player_id = c.player_id AND x.ticket_id = c.ticket_id AND x.coupon_id = c.coupon_id OFFSET 0
) x ON true
LEFT JOIN LATERAL (
  -- With the ticket, so that whichever index is taken finds this coupon's row and not all the wins of a player.
  SELECT amount, side_amount, high FROM coupon_wins w
  WHERE w.draw_id = c.draw_id AND w.player_id = c.player_id AND w.ticket_id = c.ticket_id
    AND w.coupon_id = c.coupon_id OFFSET 0
) w ON true
LEFT JOIN LATERAL (
  SELECT true AS paid FROM coupon_payouts p
  WHERE p.draw_id = c.draw_id AND p.player_id = c.player_id AND p.coupon_id = c.coupon_id OFFSET 0
) p ON true
LEFT JOIN LATERAL (
  SELECT claim_by(prizes_due_from(c.draw_id)) AS claim_by,
    EXISTS (SELECT FROM prize_claims k
      WHERE k.draw_id = c.draw_id AND k.player_id = c.player_id AND k.coupon_id = c.coupon_id) AS claimed,
    EXISTS (SELECT FROM prize_lapses l
      WHERE l.draw_id = c.draw_id AND l.player_id = c.player_id AND l.coupon_id = c.coupon_id) AS lapsed
  WHERE w.high OFFSET 0
) h ON true
CROSS JOIN LATERAL (
  SELECT d.state IN ('payout', 'closed', 'settled') AS known, coalesce(w.amount + w.side_amount, 0) AS won
) o;

-- Facts: added to, never changed.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['coupon_wins', 'coupon_payouts', 'prize_claims', 'prize_releases', 'prize_lapses']
  LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION append_only()', t);
  END LOOP;
END $$;
