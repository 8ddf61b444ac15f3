-- Up Migration
-- One locked wallet makes nobody wait but its owner: a purchase whose wallet another connection holds is left
-- undecided, and the server asks again (docs/decisions/037).

-- The one door of every sale. A batch is decided and written in one round trip, in several statements: the first ones
-- only lock (draws shared, wallets exclusive), so that every later statement, having a newer snapshot, sees what the
-- locks protect. A draw is waited for, since closing holds it for milliseconds; a wallet or a session never.

-- Look-ups are LATERAL with OFFSET 0, and plans are made once: kept plans may be made while the tables are
-- small, and only so is each of them sure to stay a look-up by key when they are not.

-- `p_draws`: every draw of the batch, ascending. All others: parallel arrays, one element a purchase, no player twice;
-- `p_draws_of`, `p_coupons`, `p_rows`, `p_bonus` hold array literals, because a multi-draw ticket has several coupons;
-- `p_session` the hash of the session that must be alive, null where no person buys.
-- `outcomes`: one element a purchase, 'sold', 'replayed', the code of the refusal, or 'busy' where the wallet was not to
-- be had and nothing is decided; `replayed`: the tickets of the replayed ones, in order.
CREATE OR REPLACE FUNCTION sell_batch(
  p_draws bigint[], p_player bigint[], p_ticket uuid[], p_game text[], p_draws_of text[], p_coupons text[],
  p_stake bigint[], p_rows text[], p_bonus text[], p_quick integer[], p_system smallint[], p_row_count integer[],
  p_joker text[], p_channel text[], p_ip text[], p_affiliate bigint[], p_key text[], p_hash bytea[],
  p_session bytea[], OUT outcomes text[], OUT replayed text[]
) LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off
  SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_today date;
  v_held bigint[];
  v_busy bigint[];
BEGIN
  PERFORM 1 FROM draws WHERE draw_id = ANY (p_draws) ORDER BY draw_id FOR SHARE;
  v_held := ARRAY(SELECT player_id FROM wallets WHERE player_id = ANY (p_player) FOR UPDATE SKIP LOCKED);
  IF cardinality(v_held) < cardinality(p_player) THEN
    v_busy := ARRAY(SELECT unnest(p_player) EXCEPT SELECT unnest(v_held));
  END IF;
  v_now := domain_now();
  v_today := (v_now AT TIME ZONE 'UTC')::date;

  WITH draw AS MATERIALIZED (
    SELECT draw_id, rules_id, amount_row, amount_joker, stakes_account, state = 'released' AS released,
      closed_at IS NULL AND close_date > v_now AND state IN ('created', 'released') AS unsealed
    FROM draws WHERE draw_id = ANY (p_draws)
  ), terms AS MATERIALIZED (
    -- Many purchases, few different lists of draws.
    SELECT draws_of, draw_ids, count(*) AS draws,
      bool_and(unsealed AND (nth > 1 OR released)) AND count(*) = cardinality(draw_ids) AS on_sale,
      min(amount_row) AS amount_row, min(amount_joker) AS amount_joker,
      min(amount_row) = max(amount_row) AND min(amount_joker) = max(amount_joker) AS one_price,
      min(rules_id) = max(rules_id) AS one_version
    FROM (SELECT DISTINCT l AS draws_of, l::bigint[] AS draw_ids FROM unnest(p_draws_of) l) lists,
      unnest(draw_ids) WITH ORDINALITY o(draw_id, nth) JOIN draw USING (draw_id)
    GROUP BY draws_of, draw_ids
  ), decided AS MATERIALIZED (
    SELECT a.n, a.player_id, a.stake, a.session, t.draw_ids, t.draws * a.stake AS total, w.account_id, w.balance,
      k.ticket, u.stale,
      CASE
        WHEN a.session IS NOT NULL AND u.alive IS NOT TRUE THEN 'EC_AUTH_FAIL'
        WHEN k.input_hash = a.hash THEN 'replayed'
        WHEN k.input_hash IS NOT NULL THEN 'EC_DUPLICATE_VALUE'
        WHEN t.on_sale IS NOT TRUE THEN 'EC_SALE_CLOSED'
        WHEN NOT t.one_version THEN 'EC_VALUE_TOO_HIGH'
        WHEN NOT t.one_price
          OR a.stake <> a.row_count * t.amount_row + CASE WHEN a.joker IS NULL THEN 0 ELSE t.amount_joker END
          THEN 'EC_INVALID_AMOUNT'
        -- What goes before holds without the wallet.
        WHEN v_busy IS NOT NULL AND a.player_id = ANY (v_busy) THEN 'busy'
        ELSE coalesce(limits_refusal(w.closed_at, w.certificate_expires, w.locked_until, w.debt,
          CASE WHEN w.staked_on = v_today THEN w.staked ELSE 0 END, w.stake_limit_day, w.balance,
          t.draws * a.stake, v_now), 'sold')
      END AS outcome
    FROM unnest(p_player, p_draws_of, p_stake, p_row_count, p_joker, p_key, p_hash, p_session) WITH ORDINALITY
      a(player_id, draws_of, stake, row_count, joker, key, hash, session, n)
    LEFT JOIN terms t ON t.draws_of = a.draws_of
    LEFT JOIN LATERAL (SELECT * FROM wallets WHERE player_id = a.player_id OFFSET 0) w ON true
    LEFT JOIN LATERAL (
      SELECT ticket_id::text AS ticket, input_hash FROM tickets
      WHERE player_id = a.player_id AND idempotency_key = a.key OFFSET 0
    ) k ON true
    LEFT JOIN LATERAL (
      SELECT session_end(last_used_at, ends_at) > v_now AS alive, session_stale(last_used_at, v_now) AS stale
      FROM sessions WHERE token_hash = a.session AND player_id = a.player_id OFFSET 0
    ) u ON true
  ), coupon AS MATERIALIZED (
    SELECT player_id, p_ticket[n] AS ticket_id, coupon_id, draw_id, stake, stakes_account, account_id,
      balance - (nth - 1) * stake AS before, balance - nth * stake AS after
    FROM decided, unnest(draw_ids, p_coupons[n]::uuid[]) WITH ORDINALITY o(draw_id, coupon_id, nth)
      JOIN draw USING (draw_id)
    WHERE outcome = 'sold' ORDER BY n, nth
  ), tickets_written AS (
    INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, row_masks, bonus_masks, quick_picks, system,
      row_count, joker, channel, ip, affiliate_id, idempotency_key, input_hash)
    SELECT player_id, p_ticket[n], p_game[n], v_now, total, p_rows[n]::bigint[], p_bonus[n]::bigint[], p_quick[n],
      p_system[n], p_row_count[n], p_joker[n], p_channel[n], p_ip[n], p_affiliate[n], p_key[n], p_hash[n]
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
  ), wallets_written AS (
    UPDATE wallets w SET balance = w.balance - total, staked_on = v_today,
      staked = CASE WHEN staked_on = v_today THEN staked ELSE 0 END + total
    FROM decided WHERE w.player_id = decided.player_id AND outcome = 'sold'
  ), sessions_touched AS (
    -- One that is held is being ended or touched by its holder.
    UPDATE sessions s SET last_used_at = greatest(last_used_at, v_now)
    FROM decided d, LATERAL (
      SELECT token_hash FROM sessions WHERE token_hash = d.session FOR UPDATE SKIP LOCKED
    ) free
    WHERE d.stale AND d.outcome NOT IN ('EC_AUTH_FAIL', 'busy') AND s.token_hash = free.token_hash
  )
  SELECT array_agg(outcome ORDER BY n), array_agg(ticket ORDER BY n) FILTER (WHERE outcome = 'replayed')
  INTO outcomes, replayed FROM decided;
END $$;

-- The same for the lookup that every other call begins with: all that arrive together share one.
CREATE OR REPLACE FUNCTION touch_sessions(p_hashes bytea[]) RETURNS void LANGUAGE sql AS $$
  UPDATE sessions SET last_used_at = greatest(last_used_at, domain_now())
  WHERE token_hash IN (SELECT token_hash FROM sessions WHERE token_hash = ANY (p_hashes) FOR UPDATE SKIP LOCKED)
$$;
