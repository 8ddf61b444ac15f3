-- The secret of ticket ids, never changed (docs/decisions/060): 32 random bytes, filled up with zeros to the 64 bytes
-- of a block of SHA-256, and exclusive-or with the two constants of HMAC (RFC 2104).
CREATE TABLE ticket_secret (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  inner_key bytea NOT NULL CHECK (length(inner_key) = 64),
  outer_key bytea NOT NULL CHECK (length(outer_key) = 64)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ticket_secret
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- A random UUID has 122 random bits: four of them have more than the 256 that are kept.
WITH secret AS MATERIALIZED (
  SELECT sha256(string_agg(uuid_send(gen_random_uuid()), '')) || decode(repeat('00', 32), 'hex') AS bytes
  FROM generate_series(1, 4)
)
INSERT INTO ticket_secret (inner_key, outer_key)
SELECT string_agg(set_byte('\x00', 0, get_byte(bytes, at) # 54), '' ORDER BY at),
  string_agg(set_byte('\x00', 0, get_byte(bytes, at) # 92), '' ORDER BY at)
FROM secret, generate_series(0, 63) at;

-- The id of the ticket that a player buys with an idempotency key: the first 16 bytes of
-- HMAC-SHA-256(secret, 8 bytes of the player's number and the key). Stable and without a subquery, so that it is
-- inlined; the halves of the secret are those of ticket_secret.
CREATE FUNCTION ticket_id_of_key(p_inner bytea, p_outer bytea, p_player bigint, p_key text) RETURNS uuid
LANGUAGE sql STABLE AS $$
  SELECT encode(substring(sha256(p_outer || sha256(p_inner || int8send(p_player) || convert_to(p_key, 'UTF8'))),
    1, 16), 'hex')::uuid
$$;

-- The ticket that a key has bought, if any. Tickets from before this migration carry their key; no new one does, so
-- that the index tickets_key does not grow any more.
CREATE FUNCTION tickets_of_key(p_player bigint, p_key text) RETURNS TABLE (ticket_id uuid, input_hash bytea)
LANGUAGE sql STABLE AS $$
  SELECT t.ticket_id, t.input_hash FROM tickets t WHERE t.player_id = p_player
    AND t.ticket_id = (SELECT ticket_id_of_key(inner_key, outer_key, p_player, p_key) FROM ticket_secret)
  UNION ALL
  SELECT t.ticket_id, t.input_hash FROM tickets t WHERE t.player_id = p_player AND t.idempotency_key = p_key
$$;

ALTER TABLE tickets DROP CONSTRAINT tickets_key_check,
  ADD CONSTRAINT tickets_key_check CHECK (idempotency_key IS NULL OR input_hash IS NOT NULL);

-- Dropped, not replaced: a process of an earlier release, which took the ids that it made for those of the tickets,
-- must fail rather than answer a wrong one. `ticket_ids` has the ticket of each purchase that is sold or replayed; of a
-- refused one it means nothing.
DROP FUNCTION sell_batch(bigint[], purchase[]);
CREATE FUNCTION sell_batch(p_draws bigint[], p_purchases purchase[], OUT outcomes text[], OUT ticket_ids uuid[])
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_material = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_today date;
  v_held bigint[];
  v_busy bigint[];
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
    SELECT draw_id, rules_id, amount_row, amount_side, stakes_account, state = 'released' AS released,
      closed_at IS NULL AND close_date > v_now AND state IN ('created', 'released') AS unsealed
    FROM draws WHERE draw_id = ANY (p_draws)
  ), terms AS MATERIALIZED (
    -- Many purchases, few different lists of draws.
    SELECT draw_ids, count(*) AS draws,
      bool_and(unsealed AND (nth > 1 OR released)) AND count(*) = cardinality(draw_ids) AS on_sale,
      min(amount_row) AS amount_row, min(amount_side) AS amount_side,
      min(amount_row) = max(amount_row) AND min(amount_side) = max(amount_side) AS one_price,
      min(rules_id) = max(rules_id) AS one_version
    FROM (SELECT DISTINCT draw_ids FROM unnest(p_purchases)) lists,
      unnest(draw_ids) WITH ORDINALITY o(draw_id, nth) JOIN draw USING (draw_id)
    GROUP BY draw_ids
  ), decided AS MATERIALIZED (
    SELECT p.*, ordinality AS n, t.draws * p.stake AS total, w.account_id, w.balance, u.stale,
      coalesce(k.ticket_id, i.id) AS id,
      CASE
        WHEN p.session IS NOT NULL AND u.alive IS NOT TRUE THEN 'EC_AUTH_FAIL'
        WHEN k.input_hash = p.hash THEN 'replayed'
        WHEN k.input_hash IS NOT NULL THEN 'EC_DUPLICATE_VALUE'
        WHEN t.on_sale IS NOT TRUE THEN 'EC_SALE_CLOSED'
        WHEN NOT t.one_version THEN 'EC_VALUE_TOO_HIGH'
        WHEN NOT t.one_price
          OR p.stake <> p.row_count * t.amount_row + CASE WHEN p.side IS NULL THEN 0 ELSE t.amount_side END
          THEN 'EC_INVALID_AMOUNT'
        -- What goes before holds without the wallet.
        WHEN v_busy IS NOT NULL AND p.player_id = ANY (v_busy) THEN 'busy'
        ELSE coalesce(limits_refusal(w.closed_at, w.certificate_expires, w.locked_until, w.debt,
          CASE WHEN w.staked_on = v_today THEN w.staked ELSE 0 END, w.stake_limit_day, w.balance,
          t.draws * p.stake, v_now), 'sold')
      END AS outcome
    FROM unnest(p_purchases) WITH ORDINALITY AS p
    CROSS JOIN LATERAL (
      SELECT CASE WHEN p.key IS NULL THEN p.ticket_id ELSE ticket_id_of_key((SELECT inner_key FROM ticket_secret),
        (SELECT outer_key FROM ticket_secret), p.player_id, p.key) END AS id OFFSET 0
    ) i
    LEFT JOIN terms t ON t.draw_ids = p.draw_ids
    LEFT JOIN LATERAL (SELECT * FROM wallets WHERE player_id = p.player_id OFFSET 0) w ON true
    LEFT JOIN LATERAL (
      SELECT ticket_id, input_hash FROM tickets WHERE player_id = p.player_id AND ticket_id = i.id
      UNION ALL SELECT ticket_id, input_hash FROM tickets WHERE player_id = p.player_id AND idempotency_key = p.key
      UNION ALL SELECT NULL::uuid, ''::bytea FROM subscriptions
      WHERE player_id = p.player_id AND idempotency_key = p.key OFFSET 0
    ) k ON true
    LEFT JOIN LATERAL (
      SELECT session_end(last_used_at, ends_at) > v_now AS alive, session_stale(last_used_at, v_now) AS stale
      FROM sessions WHERE token_hash = p.session AND player_id = p.player_id OFFSET 0
    ) u ON true
  ), coupon AS MATERIALIZED (
    SELECT player_id, id AS ticket_id, coupon_id, draw_id, stake, stakes_account, account_id,
      balance - (nth - 1) * stake AS before, balance - nth * stake AS after
    FROM decided, unnest(draw_ids, coupon_ids) WITH ORDINALITY o(draw_id, coupon_id, nth) JOIN draw USING (draw_id)
    WHERE outcome = 'sold' ORDER BY n, nth
  ), tickets_written AS (
    INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, row_masks, second_masks, quick_picks, system,
      row_count, side, channel, ip, affiliate_id, input_hash)
    SELECT player_id, id, game, v_now, total, row_masks, second_masks, quick_picks, system, row_count, side,
      channel, ip, affiliate_id, hash
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
  SELECT array_agg(outcome ORDER BY n), array_agg(id ORDER BY n) INTO outcomes, ticket_ids FROM decided;
END $$;
