-- Up Migration
-- The one door of every sale (design §6). A batch is decided and written in one round trip, in several statements:
-- the first ones only lock (draws shared, wallets exclusive, ascending), so that every later statement, having a
-- newer snapshot, sees what the locks protect.

-- What the decision leaves for the writing: position in the batch, the wallet's account, its balance before and after,
-- and the day's stakes after.
CREATE TYPE sold_purchase AS (n integer, account_id bigint, before bigint, after bigint, staked bigint);

-- Look-ups are LATERAL with OFFSET 0: kept plans may be made while the tables are small, and only so is each of them
-- sure to stay a look-up by key when they are not.

-- Parallel arrays, one element a purchase; `p_draws`, `p_coupons`, `p_rows`, `p_bonus` hold array literals, because a
-- multi-draw ticket has several coupons; `p_session` the hash of the session that must be alive, null where no person
-- buys. Returns one row a purchase: `code` null when it was written or replayed.
CREATE FUNCTION sell_batch(
  p_player bigint[], p_ticket uuid[], p_game text[], p_draws text[], p_coupons text[], p_stake bigint[],
  p_rows text[], p_bonus text[], p_quick integer[], p_system smallint[], p_row_count integer[], p_joker text[],
  p_channel text[], p_ip text[], p_affiliate bigint[], p_key text[], p_hash bytea[], p_answer text[],
  p_session bytea[]
) RETURNS TABLE (pos integer, code text, answer text, replayed boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_today date;
  v_draws bigint[];
  v_player bigint;
  v_balance bigint;
  v_staked bigint;
  v_code text;
  v_codes text[] := array_fill(NULL::text, ARRAY[cardinality(p_player)]);
  v_replays text[] := array_fill(NULL::text, ARRAY[cardinality(p_player)]);
  v_sold sold_purchase[] := '{}';
  v_stale bytea[] := '{}';
  r record;
BEGIN
  SELECT array_agg(DISTINCT d ORDER BY d) INTO v_draws FROM unnest(p_draws) l, unnest(l::bigint[]) d;
  PERFORM 1 FROM draws WHERE draw_id = ANY (v_draws) ORDER BY draw_id FOR SHARE;
  PERFORM 1 FROM wallets WHERE player_id = ANY (p_player) ORDER BY player_id FOR UPDATE;
  v_now := domain_now();
  v_today := (v_now AT TIME ZONE 'UTC')::date;

  FOR r IN
    WITH state AS MATERIALIZED (
      SELECT draw_id, amount_row, amount_joker,
        closed_at IS NULL AND close_date > v_now AND state IN ('created', 'released') AS unsealed,
        state = 'released' AS released
      FROM draws WHERE draw_id = ANY (v_draws)
    ), asked AS (
      SELECT b.*, b.draws_text::bigint[] AS draw_ids
      FROM unnest(p_player, p_draws, p_stake, p_row_count, p_joker, p_key, p_hash, p_session) WITH ORDINALITY
        AS b(player_id, draws_text, stake, row_count, joker, key, hash, session, pos)
    )
    SELECT a.pos, a.player_id, a.stake, cardinality(a.draw_ids) * a.stake AS total, a.hash, w.account_id,
      w.balance, w.debt, w.closed_at, w.certificate_expires, w.locked_until, w.stake_limit_day,
      CASE WHEN w.staked_on = v_today THEN w.staked ELSE 0 END AS staked,
      k.input_hash, k.answer, a.session, a.session IS NULL OR u.alive IS TRUE AS signed_in, u.stale,
      COALESCE(s.on_sale, false) AS on_sale, COALESCE(s.priced, false) AS priced
    FROM asked a
    LEFT JOIN LATERAL (SELECT * FROM wallets WHERE player_id = a.player_id OFFSET 0) w ON true
    LEFT JOIN LATERAL (
      SELECT input_hash, answer FROM idempotency_keys
      WHERE player_id = a.player_id AND call = 'buy' AND key = a.key OFFSET 0
    ) k ON true
    LEFT JOIN LATERAL (
      SELECT session_end(last_used_at, ends_at) > v_now AS alive, session_stale(last_used_at, v_now) AS stale
      FROM sessions WHERE token_hash = a.session AND player_id = a.player_id OFFSET 0
    ) u ON true
    LEFT JOIN LATERAL (
      SELECT bool_and(st.unsealed AND (o.n > 1 OR st.released)) AND count(*) = cardinality(a.draw_ids) AS on_sale,
        bool_and(a.stake = a.row_count * st.amount_row
          + CASE WHEN a.joker IS NULL THEN 0 ELSE st.amount_joker END) AS priced
      FROM unnest(a.draw_ids) WITH ORDINALITY o(draw_id, n) JOIN state st USING (draw_id)
    ) s ON true
    ORDER BY a.player_id, a.pos
  LOOP
    IF v_player IS DISTINCT FROM r.player_id THEN
      v_player := r.player_id;
      v_balance := r.balance;
      v_staked := r.staked;
    END IF;
    v_code := NULL;
    IF r.stale AND r.signed_in THEN v_stale := v_stale || r.session; END IF;
    IF NOT r.signed_in THEN v_code := 'EC_AUTH_FAIL';
    ELSIF r.input_hash IS NOT NULL THEN
      IF r.input_hash = r.hash THEN v_replays[r.pos] := r.answer; ELSE v_code := 'EC_DUPLICATE_VALUE'; END IF;
    ELSIF NOT r.on_sale THEN v_code := 'EC_SALE_CLOSED';
    ELSIF NOT r.priced THEN v_code := 'EC_INVALID_AMOUNT';
    ELSE
      v_code := limits_refusal(r.closed_at, r.certificate_expires, r.locked_until, r.debt,
        v_staked, r.stake_limit_day, v_balance, r.total, v_now);
      IF v_code IS NULL THEN
        v_staked := v_staked + r.total;
        v_sold := v_sold || ROW(r.pos, r.account_id, v_balance, v_balance - r.total, v_staked)::sold_purchase;
        v_balance := v_balance - r.total;
      END IF;
    END IF;
    v_codes[r.pos] := v_code;
  END LOOP;

  IF cardinality(v_sold) > 0 THEN
    PERFORM write_sales(v_now, v_sold, p_player, p_ticket, p_game, p_draws, p_coupons, p_stake, p_rows, p_bonus,
      p_quick, p_system, p_row_count, p_joker, p_channel, p_ip, p_affiliate, p_key, p_hash, p_answer);
  END IF;

  IF cardinality(v_stale) > 0 THEN PERFORM touch_sessions(v_stale); END IF;

  RETURN QUERY
    SELECT n::integer, c, COALESCE(x, p_answer[n]), x IS NOT NULL
    FROM unnest(v_codes, v_replays) WITH ORDINALITY u(c, x, n);
END $$;

-- Writes what `sell_batch` decided: header, coupons, transfers, wallets, keys. The caller holds the locks.
CREATE FUNCTION write_sales(
  p_now timestamptz, p_sold sold_purchase[], p_player bigint[], p_ticket uuid[], p_game text[],
  p_draws text[], p_coupons text[], p_stake bigint[], p_rows text[], p_bonus text[], p_quick integer[],
  p_system smallint[], p_row_count integer[], p_joker text[], p_channel text[], p_ip text[], p_affiliate bigint[],
  p_key text[], p_hash bytea[], p_answer text[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, row_masks, bonus_masks, quick_picks, system,
    row_count, joker, channel, ip, affiliate_id)
  SELECT p_player[n], p_ticket[n], p_game[n], p_now, before - after,
    p_rows[n]::bigint[], p_bonus[n]::bigint[], p_quick[n], p_system[n], p_row_count[n], p_joker[n], p_channel[n],
    p_ip[n], p_affiliate[n]
  FROM unnest(p_sold);

  INSERT INTO coupons (player_id, ticket_id, coupon_id, draw_id, stake)
  SELECT p_player[n], p_ticket[n], coupon_id, draw_id, p_stake[n]
  FROM unnest(p_sold), unnest(p_draws[n]::bigint[], p_coupons[n]::uuid[]) o(draw_id, coupon_id);

  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
    wallet_after, draw_id, ticket_id, coupon_id)
  SELECT p_player[n], p_now, 'purchase', account_id, d.stakes_account, p_stake[n],
    before - (i - 1) * p_stake[n], before - i * p_stake[n], draw_id, p_ticket[n], coupon_id
  FROM unnest(p_sold),
    unnest(p_draws[n]::bigint[], p_coupons[n]::uuid[]) WITH ORDINALITY o(draw_id, coupon_id, i),
    LATERAL (SELECT stakes_account FROM draws WHERE draws.draw_id = o.draw_id OFFSET 0) d;

  UPDATE wallets w SET balance = last.after, staked = last.staked, staked_on = (p_now AT TIME ZONE 'UTC')::date
  FROM (
    SELECT DISTINCT ON (account_id) p_player[n] AS player_id, after, staked
    FROM unnest(p_sold) ORDER BY account_id, after
  ) last
  WHERE w.player_id = last.player_id;

  INSERT INTO idempotency_keys (player_id, call, key, input_hash, answer, at)
  SELECT p_player[n], 'buy', p_key[n], p_hash[n], p_answer[n], p_now
  FROM unnest(p_sold) WHERE p_key[n] IS NOT NULL
  ORDER BY 1, 3;
END $$;

-- Cancels a whole ticket on the day of its purchase, before its first draw closes (domain §7.5): stake back, day's
-- limit given back once, a row of record for each coupon. Returns the refusal, or null when done.
CREATE FUNCTION cancel_ticket(p_player bigint, p_ticket uuid, p_key text, p_hash bytea, p_answer text)
RETURNS TABLE (code text, answer text, replayed boolean) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_today date;
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
  SELECT * INTO t FROM tickets WHERE player_id = p_player AND ticket_id = p_ticket;
  IF NOT FOUND THEN RETURN QUERY SELECT 'EC_TICKET_NOT_FOUND', NULL::text, false; RETURN; END IF;
  IF w.closed_at IS NOT NULL THEN RETURN QUERY SELECT 'EC_ACCOUNT_CLOSED', NULL::text, false; RETURN; END IF;
  IF w.certificate_expires < v_today THEN
    RETURN QUERY SELECT 'EC_ELOGIN_AUTH_REQUIRED', NULL::text, false; RETURN;
  END IF;
  IF (t.purchased_at AT TIME ZONE 'UTC')::date <> v_today OR EXISTS (
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

  UPDATE wallets SET balance = balance + t.stake,
    staked = CASE WHEN staked_on = v_today THEN staked - t.stake ELSE staked END
  WHERE player_id = p_player;

  IF p_key IS NOT NULL THEN
    INSERT INTO idempotency_keys (player_id, call, key, input_hash, answer, at)
    VALUES (p_player, 'cancel', p_key, p_hash, p_answer, v_now);
  END IF;
  RETURN QUERY SELECT NULL::text, p_answer, false;
END $$;

-- For the same reason: no statement here has cause to read a whole table, whatever a small one's plan would say.
ALTER FUNCTION sell_batch SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
  SET enable_material = off;
ALTER FUNCTION cancel_ticket SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
  SET enable_material = off;
