-- What pools need of draws and of the sale: a hash of what is fixed at the release, a limit of rows for each player, and
-- the club that a ticket supports.

-- SHA-256 of the terms of a draw that are fixed at its release beside its rules; null if there are none.
ALTER TABLE draws ADD COLUMN terms_hash bytea CHECK (length(terms_hash) = 32);
-- How many rows a player may have in the draw; null: as many as the limits allow.
ALTER TABLE draws ADD COLUMN player_rows_max integer CHECK (player_rows_max > 0);

CREATE OR REPLACE FUNCTION guard_draw()
RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  IF NEW.state <> OLD.state THEN
    PERFORM 1 FROM draw_transitions WHERE from_state = OLD.state AND to_state = NEW.state;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'draw %: no way from % to %', OLD.draw_id, OLD.state, NEW.state USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  IF OLD.closed_at IS NOT NULL AND NEW.closed_at IS DISTINCT FROM OLD.closed_at THEN
    RAISE EXCEPTION 'draw %: closed once, for ever', OLD.draw_id USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.game, NEW.number, NEW.stakes_account) IS DISTINCT FROM (OLD.game, OLD.number, OLD.stakes_account)
     AND OLD.state <> 'created' THEN
    RAISE EXCEPTION 'draw %: its name and its account are fixed once it is on sale', OLD.draw_id USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.rules_id, NEW.amount_row, NEW.amount_side, NEW.high_win_from, NEW.held_above, NEW.held_days, NEW.awaits_figures,
      NEW.player_rows_max)
     IS DISTINCT FROM (OLD.rules_id, OLD.amount_row, OLD.amount_side, OLD.high_win_from, OLD.held_above, OLD.held_days, OLD.awaits_figures,
      OLD.player_rows_max)
     AND (OLD.state <> 'created' OR EXISTS (SELECT FROM coupons WHERE draw_id = OLD.draw_id)) THEN
    RAISE EXCEPTION 'draw %: its terms are fixed once it is sold', OLD.draw_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.terms_hash IS DISTINCT FROM OLD.terms_hash AND OLD.state <> 'created' THEN
    RAISE EXCEPTION 'draw %: what was released with it is fixed', OLD.draw_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

DROP FUNCTION plan_draw;

CREATE FUNCTION plan_draw(
  p_game text, p_number integer, p_draw_date timestamptz, p_close_date timestamptz, p_rules text,
  p_amount_row bigint, p_amount_side bigint, p_high_win_from bigint, p_awaits_figures boolean,
  p_held_above bigint, p_held_days integer, p_player_rows_max integer, p_in_turn boolean, p_actor text
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_draw bigint;
BEGIN
  IF EXISTS (SELECT FROM draws WHERE game = p_game AND number = p_number) THEN RETURN NULL; END IF;
  v_draw := nextval(pg_get_serial_sequence('draws', 'draw_id'));
  INSERT INTO draws (draw_id, game, number, draw_date, close_date, rules_id, amount_row, amount_side, high_win_from,
    awaits_figures, held_above, held_days, player_rows_max, in_turn, stakes_account)
  OVERRIDING SYSTEM VALUE
  VALUES (v_draw, p_game, p_number, p_draw_date, p_close_date, p_rules, p_amount_row, p_amount_side,
    p_high_win_from, p_awaits_figures, p_held_above, p_held_days, p_player_rows_max, p_in_turn,
    ledger_account('stakes', NULL, v_draw, p_game, NULL));
  INSERT INTO draw_steps (draw_id, from_state, to_state, at, actor)
  VALUES (v_draw, NULL, 'created', domain_now(), p_actor);
  RETURN v_draw;
END $$;

-- The number of a club has at most five digits, because the sales book stores it in the field of the side game's digits.
ALTER TABLE tickets ADD COLUMN support_id integer,
  ADD CONSTRAINT tickets_support CHECK (support_id BETWEEN 1 AND 99999) NOT VALID;
ALTER TYPE purchase ADD ATTRIBUTE support_id integer;

-- Rows that a player has in a draw. Under the lock of the wallet nobody adds to them.
CREATE FUNCTION player_rows(p_player bigint, p_draw bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(k.row_count), 0) FROM coupons c JOIN tickets k USING (player_id, ticket_id)
  WHERE c.draw_id = p_draw AND c.player_id = p_player AND NOT EXISTS (
    SELECT FROM cancellations x
    WHERE x.player_id = c.player_id AND x.ticket_id = c.ticket_id AND x.coupon_id = c.coupon_id)
$$;

CREATE OR REPLACE FUNCTION sell_batch(p_draws bigint[], p_purchases purchase[], OUT outcomes text[], OUT replayed_ids text[])
RETURNS record LANGUAGE plpgsql
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
    SELECT draw_id, rules_id, amount_row, amount_side, player_rows_max, stakes_account, state = 'released' AS released,
      closed_at IS NULL AND close_date > v_now AND state IN ('created', 'released') AS unsealed
    FROM draws WHERE draw_id = ANY (p_draws)
  ), terms AS MATERIALIZED (
    -- Many purchases, few different lists of draws.
    SELECT draw_ids, count(*) AS draws,
      bool_and(unsealed AND (nth > 1 OR released)) AND count(*) = cardinality(draw_ids) AS on_sale,
      min(amount_row) AS amount_row, min(amount_side) AS amount_side,
      min(amount_row) = max(amount_row) AND min(amount_side) = max(amount_side) AS one_price,
      min(rules_id) = max(rules_id) AS one_version, min(player_rows_max) AS player_rows_max
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
        WHEN t.player_rows_max < p.row_count + player_rows(p.player_id, p.draw_ids[1])
          AND (p.player_id = ANY (v_busy)) IS NOT TRUE THEN 'EC_ROW_LIMIT'
      END, t.draws * p.stake, v_busy, v_now) s ON true
  ), coupon AS MATERIALIZED (
    SELECT player_id, ticket_id, coupon_id, draw_id, stake, stakes_account, account_id,
      balance - (nth - 1) * stake AS before, balance - nth * stake AS after
    FROM decided, unnest(draw_ids, coupon_ids) WITH ORDINALITY o(draw_id, coupon_id, nth) JOIN draw USING (draw_id)
    WHERE outcome = 'sold' ORDER BY n, nth
  ), tickets_written AS (
    INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, row_masks, second_masks, quick_picks, system,
      row_count, side, support_id, channel, ip, affiliate_id, input_hash)
    SELECT player_id, ticket_id, game, v_now, total, row_masks, second_masks, quick_picks, system, row_count, side,
      support_id, channel, ip, affiliate_id, hash
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
    array_agg(player_id ORDER BY n) FILTER (WHERE outcome = 'sold'),
    array_agg(total ORDER BY n) FILTER (WHERE outcome = 'sold'),
    array_agg(session) FILTER (WHERE stale AND outcome NOT IN ('EC_AUTH_FAIL', 'busy'))
  INTO outcomes, replayed_ids, v_buyers, v_totals, v_stale FROM decided;
  IF v_buyers IS NOT NULL THEN PERFORM debit_stakes(v_buyers, v_totals, v_today); END IF;
  IF v_stale IS NOT NULL THEN PERFORM touch_sessions(v_stale); END IF;
END $$;

-- The amount that a tier gets from the other tiers of its draw; negative if it gives. Null in earlier prize tables.
ALTER TABLE draw_prizes ADD COLUMN moved bigint,
  DROP CONSTRAINT draw_prizes_exact,
  ADD CONSTRAINT draw_prizes_exact CHECK (
    share_exact + coalesce(moved, 0)::numeric * 100000000 + carry_in_exact + top_up::numeric * 100000000 = pool_exact
    AND paid::numeric * 100000000 + carry_out_exact + remainder_exact = pool_exact
    AND pool::numeric = div(pool_exact, 100000000) AND carry_in::numeric = div(carry_in_exact, 100000000)
    AND carry_out::numeric = div(carry_out_exact, 100000000)) NOT VALID;
