-- Sales. A ticket is one header and one coupon a draw. No field of them changes after the sale: what happens later is a
-- row in a table of its own, and a ticket's status is read from those facts (docs/decisions/003-status-from-facts.md).

-- Autovacuum: a sale only adds to these tables, to the ledger's transfers and to the keys. By itself PostgreSQL reads
-- samples of them again whenever they grew by a tenth, and visits them whenever they grew by a fifth: at closing time,
-- when they grow fastest, that takes its share of the machine and tells the planner nothing new, since every look-up
-- goes by key. What was only added to is visited for marks that spare a scan of an index the table (few do that here)
-- and to freeze old rows (years away), so it may wait while a table is young: a visit cost up to a third of the sales
-- while it lasted.
CREATE TABLE tickets (
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  game text NOT NULL,
  purchased_at timestamptz NOT NULL,
  stake bigint NOT NULL CHECK (stake > 0),
  -- A row is one word of bits or two. Of numbers, bit n-1 stands for number n; a system is one row of more numbers.
  row_masks bigint[] NOT NULL,
  second_masks bigint[],
  -- Bit i is set when row i was picked by the machine.
  quick_picks integer NOT NULL,
  system smallint NOT NULL,
  row_count integer NOT NULL CHECK (row_count > 0),
  -- The digits of the game beside the rows.
  side char(5),
  channel text,
  ip text,
  affiliate_id bigint,
  -- Of the purchase: one row less to write than with a table of keys, and no key without the ticket that answers it.
  idempotency_key text,
  input_hash bytea,
  PRIMARY KEY (player_id, ticket_id),
  CONSTRAINT tickets_key_check CHECK ((idempotency_key IS NULL) = (input_hash IS NULL))
) WITH (
  autovacuum_analyze_scale_factor = 0.5,
  autovacuum_vacuum_insert_scale_factor = 0.5,
  autovacuum_vacuum_insert_threshold = 10000000
);
CREATE UNIQUE INDEX tickets_key ON tickets (player_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
-- Finds what was sold in a span of time. Nothing heavier: a sale waits for each of its tables' indexes.
CREATE INDEX tickets_purchased ON tickets USING brin (purchased_at) WITH (autosummarize = on);

CREATE TABLE coupons (
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  draw_id bigint NOT NULL,
  stake bigint NOT NULL CHECK (stake > 0),
  PRIMARY KEY (player_id, ticket_id, coupon_id)
) WITH (
  autovacuum_analyze_scale_factor = 0.5,
  autovacuum_vacuum_insert_scale_factor = 0.5,
  autovacuum_vacuum_insert_threshold = 10000000
);
CREATE INDEX coupons_draw ON coupons (draw_id);

CREATE TABLE cancellations (
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  draw_id bigint NOT NULL,
  at timestamptz NOT NULL,
  by text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('player', 'draw')),
  PRIMARY KEY (player_id, ticket_id, coupon_id)
);
CREATE INDEX cancellations_draw ON cancellations (draw_id);

-- The stored answer, for ever, of a call that moved money and made no row of its own that could answer.
CREATE TABLE idempotency_keys (
  player_id bigint NOT NULL,
  call text NOT NULL,
  key text NOT NULL,
  input_hash bytea NOT NULL,
  answer text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (player_id, call, key)
) WITH (
  autovacuum_analyze_scale_factor = 0.5,
  autovacuum_vacuum_insert_scale_factor = 0.5,
  autovacuum_vacuum_insert_threshold = 10000000
);

-- Large stakes and wins are logged: half of what anybody may stake in a day, and prizes that wait for a person.
CREATE FUNCTION log_large_amount() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'tickets' THEN
    PERFORM security_event('largeStake', NEW.player_id,
      jsonb_build_object('ticketId', NEW.ticket_id, 'amount', NEW.stake));
  ELSE
    PERFORM security_event('largeWin', NEW.player_id,
      jsonb_build_object('couponId', NEW.coupon_id, 'amount', NEW.amount + NEW.side_amount));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER security AFTER INSERT ON tickets FOR EACH ROW WHEN (NEW.stake >= 50000)
  EXECUTE FUNCTION log_large_amount();

-- Some ticket sold after an instant. Without statistics of young rows the table would be read whole.
CREATE FUNCTION sold_after(p_at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE SET enable_seqscan = off AS $$
  SELECT purchased_at FROM tickets WHERE purchased_at > p_at LIMIT 1
$$;

-- The one door of every sale (docs/decisions/010-sale-in-one-function.md). A batch is decided and written in one round
-- trip, in several statements: the first ones only lock (draws shared, wallets exclusive), so that every later
-- statement, having a newer snapshot, sees what the locks protect. A draw is waited for, since closing holds it for
-- milliseconds; a wallet or a session never: a purchase whose wallet another connection holds is left undecided, the
-- server asks again, and one locked wallet makes nobody wait but its owner
-- (docs/decisions/037-what-waits-is-bounded.md).
--
-- Look-ups are LATERAL with OFFSET 0, and plans are made once: kept plans may be made while the tables are small, and
-- only so is each of them sure to stay a look-up by key when they are not.

-- One priced purchase. A multi-draw ticket has a coupon for each of its draws, in their order; the first draw must be on
-- sale. `stake` is one coupon's. server/sales/purchase-rows.ts writes its columns in this order.
CREATE TYPE purchase AS (
  player_id bigint,
  ticket_id uuid,
  game text,
  draw_ids bigint[],
  coupon_ids uuid[],
  stake bigint,
  row_masks bigint[],
  second_masks bigint[],
  quick_picks integer,
  system smallint,
  row_count integer,
  side text,
  channel text,
  ip text,
  affiliate_id bigint,
  key text,
  hash bytea,
  -- Hash of the session that must be alive; null where no person buys.
  session bytea
);

-- `p_draws`: every draw of the batch, ascending; no player stands twice in a batch.
-- `outcomes`: one element a purchase, 'sold', 'replayed', the code of the refusal, or 'busy' where the wallet was not
-- to be had and nothing is decided; `replayed`: the tickets of the replayed ones, in order.
CREATE FUNCTION sell_batch(p_draws bigint[], p_purchases purchase[], OUT outcomes text[], OUT replayed text[])
LANGUAGE plpgsql
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
    SELECT p.*, ordinality AS n, t.draws * p.stake AS total, w.account_id, w.balance, k.ticket, u.stale,
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
    LEFT JOIN terms t ON t.draw_ids = p.draw_ids
    LEFT JOIN LATERAL (SELECT * FROM wallets WHERE player_id = p.player_id OFFSET 0) w ON true
    LEFT JOIN LATERAL (
      SELECT ticket_id::text AS ticket, input_hash FROM tickets
      WHERE player_id = p.player_id AND idempotency_key = p.key OFFSET 0
    ) k ON true
    LEFT JOIN LATERAL (
      SELECT session_end(last_used_at, ends_at) > v_now AS alive, session_stale(last_used_at, v_now) AS stale
      FROM sessions WHERE token_hash = p.session AND player_id = p.player_id OFFSET 0
    ) u ON true
  ), coupon AS MATERIALIZED (
    SELECT player_id, ticket_id, coupon_id, draw_id, stake, stakes_account, account_id,
      balance - (nth - 1) * stake AS before, balance - nth * stake AS after
    FROM decided, unnest(draw_ids, coupon_ids) WITH ORDINALITY o(draw_id, coupon_id, nth) JOIN draw USING (draw_id)
    WHERE outcome = 'sold' ORDER BY n, nth
  ), tickets_written AS (
    INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, row_masks, second_masks, quick_picks, system,
      row_count, side, channel, ip, affiliate_id, idempotency_key, input_hash)
    SELECT player_id, ticket_id, game, v_now, total, row_masks, second_masks, quick_picks, system, row_count, side,
      channel, ip, affiliate_id, key, hash
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

-- Cancels a whole ticket on the day of its purchase, before its first draw closes: stake back, day's limit given back
-- once, a row of record for each coupon. Returns the refusal, or null when done. Like a sale it has no cause to read a
-- whole table, whatever a small one's plan would say.
CREATE FUNCTION cancel_ticket(p_player bigint, p_ticket uuid, p_key text, p_hash bytea, p_answer text)
RETURNS TABLE (code text, answer text, replayed boolean) LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off
AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_today date;
  v_refusal text;
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
  v_refusal := limits_inactive(w.closed_at, w.certificate_expires, v_now);
  IF v_refusal IS NOT NULL THEN RETURN QUERY SELECT v_refusal, NULL::text, false; RETURN; END IF;
  SELECT * INTO t FROM tickets WHERE player_id = p_player AND ticket_id = p_ticket;
  IF NOT FOUND THEN RETURN QUERY SELECT 'EC_TICKET_NOT_FOUND', NULL::text, false; RETURN; END IF;
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

-- Returns the stakes of these coupons of a cancelled draw, each once. Returns how many were refunded now.
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

-- Facts: added to, never changed.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['tickets', 'coupons', 'cancellations', 'idempotency_keys']
  LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION append_only()', t);
  END LOOP;
END $$;
