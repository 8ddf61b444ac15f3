-- Up Migration
-- The idempotency key of a purchase lies in its ticket: one row less to write and keep for each, and no key without
-- the ticket that answers it. `idempotency_keys` stays for the calls that make no row of their own.
ALTER TABLE tickets
  ADD COLUMN idempotency_key text,
  ADD COLUMN input_hash bytea,
  ADD CONSTRAINT tickets_key_check CHECK ((idempotency_key IS NULL) = (input_hash IS NULL));

-- The same purchase sent before and after this migration is one: keys move. An answer named the ticket as it is shown
-- outside (server/platform/ids.ts): 26 letters of five bits each, two zero bits before them.
ALTER TABLE tickets DISABLE TRIGGER append_only;
ALTER TABLE idempotency_keys DISABLE TRIGGER append_only;
WITH moved AS (
  DELETE FROM idempotency_keys WHERE call = 'buy' RETURNING player_id, key, input_hash, answer::json ->> 'id' AS shown
), shown AS (
  SELECT player_id, ticket_id, (
    SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + substring(bits FROM 1 + 5 * n FOR 5)::int, 1), ''
      ORDER BY n)
    FROM generate_series(0, 25) n
  ) AS shown
  FROM tickets, LATERAL (SELECT B'00' || ('x' || replace(ticket_id::text, '-', ''))::bit(128) AS bits) b
)
UPDATE tickets t SET idempotency_key = moved.key, input_hash = moved.input_hash
FROM moved JOIN shown USING (player_id, shown)
WHERE t.player_id = shown.player_id AND t.ticket_id = shown.ticket_id;
ALTER TABLE tickets ENABLE TRIGGER append_only;
ALTER TABLE idempotency_keys ENABLE TRIGGER append_only;

CREATE UNIQUE INDEX tickets_key ON tickets (player_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

-- One constant instead of ten: a statement reads its table's checks anew each time, and this was the longest.
ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_kind_check, ADD CONSTRAINT ledger_transfers_kind_check
  CHECK (kind = ANY ('{purchase,cancellation,draw_cancellation,winnings,settlement,opening_carry,sandbox_balance,claim,
    lapse,correction}'));

-- The one door of every sale (design §6), in which only the keys changed. A batch is decided and written in one round
-- trip, in several statements: the first ones only lock (draws shared, wallets exclusive, ascending), so that every
-- later statement, having a newer snapshot, sees what the locks protect.

-- Look-ups are LATERAL with OFFSET 0, and plans are made once: kept plans may be made while the tables are
-- small, and only so is each of them sure to stay a look-up by key when they are not.

-- `p_draws`: every draw of the batch, ascending. All others: parallel arrays, one element a purchase, no player twice;
-- `p_draws_of`, `p_coupons`, `p_rows`, `p_bonus` hold array literals, because a multi-draw ticket has several coupons;
-- `p_session` the hash of the session that must be alive, null where no person buys.
-- `outcomes`: one element a purchase, 'sold', 'replayed' or the code of the refusal; `replayed`: the tickets of the
-- replayed ones, in order.
DROP FUNCTION sell_batch;
CREATE FUNCTION sell_batch(
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
BEGIN
  PERFORM 1 FROM draws WHERE draw_id = ANY (p_draws) ORDER BY draw_id FOR SHARE;
  PERFORM 1 FROM wallets WHERE player_id = ANY (p_player) ORDER BY player_id FOR UPDATE;
  v_now := domain_now();
  v_today := (v_now AT TIME ZONE 'UTC')::date;

  WITH draw AS MATERIALIZED (
    SELECT draw_id, amount_row, amount_joker, stakes_account, state = 'released' AS released,
      closed_at IS NULL AND close_date > v_now AND state IN ('created', 'released') AS unsealed
    FROM draws WHERE draw_id = ANY (p_draws)
  ), terms AS MATERIALIZED (
    -- Many purchases, few different lists of draws.
    SELECT draws_of, draw_ids, count(*) AS draws,
      bool_and(unsealed AND (nth > 1 OR released)) AND count(*) = cardinality(draw_ids) AS on_sale,
      min(amount_row) AS amount_row, min(amount_joker) AS amount_joker,
      min(amount_row) = max(amount_row) AND min(amount_joker) = max(amount_joker) AS one_price
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
        WHEN NOT t.one_price
          OR a.stake <> a.row_count * t.amount_row + CASE WHEN a.joker IS NULL THEN 0 ELSE t.amount_joker END
          THEN 'EC_INVALID_AMOUNT'
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
    -- As `touch_sessions`, in the same order: a nested loop locks them as the inner query brings them.
    UPDATE sessions s SET last_used_at = greatest(last_used_at, v_now)
    FROM (SELECT session FROM decided WHERE stale AND outcome <> 'EC_AUTH_FAIL' ORDER BY session) used
    WHERE s.token_hash = used.session
  )
  SELECT array_agg(outcome ORDER BY n), array_agg(ticket ORDER BY n) FILTER (WHERE outcome = 'replayed')
  INTO outcomes, replayed FROM decided;
END $$;
