-- Syndicates (húskerfi): people buy shares, their club places tickets with the money, and what returns or is won is
-- divided by share. The tickets belong to player 0; their money comes from the account of the syndicate and goes back there.
ALTER TABLE ledger_account_kinds DROP CONSTRAINT ledger_account_kinds_scope_check,
  ADD CONSTRAINT ledger_account_kinds_scope_check CHECK (scope IN ('draw', 'game', 'house', 'club', 'syndicate'));
INSERT INTO ledger_account_kinds (kind, meaning, scope) VALUES
  ('syndicate', 'What holders of shares have paid and won together, until it is staked, returned or divided', 'syndicate');
ALTER TABLE ledger_accounts ADD COLUMN syndicate_id uuid,
  ADD CONSTRAINT ledger_accounts_syndicate CHECK ((kind = 'syndicate') = (syndicate_id IS NOT NULL)) NOT VALID;
DROP INDEX ledger_accounts_description;
CREATE UNIQUE INDEX ledger_accounts_description ON ledger_accounts
  (kind, coalesce(player_id, 0), coalesce(draw_id, 0), coalesce(game, ''), coalesce(tier, 0),
    coalesce(subscription_id, syndicate_id, '00000000-0000-0000-0000-000000000000'::uuid), coalesce(club_id, 0));
CREATE OR REPLACE FUNCTION club_account(p_club integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE v_id bigint;
BEGIN
  LOOP
    SELECT account_id INTO v_id FROM ledger_accounts WHERE kind = 'club' AND coalesce(player_id, 0) = 0
      AND coalesce(draw_id, 0) = 0 AND coalesce(game, '') = '' AND coalesce(tier, 0) = 0
      AND coalesce(subscription_id, syndicate_id, '00000000-0000-0000-0000-000000000000'::uuid)
        = '00000000-0000-0000-0000-000000000000'
      AND coalesce(club_id, 0) = p_club;
    IF FOUND THEN RETURN v_id; END IF;
    INSERT INTO ledger_accounts (kind, club_id) VALUES ('club', p_club) ON CONFLICT DO NOTHING;
  END LOOP;
END $$;

ALTER TABLE ledger_transfers ADD COLUMN syndicate_id uuid;
DO $$
DECLARE v_check text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'ledger_transfers_kind_check');
BEGIN
  ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_kind_check;
  EXECUTE 'ALTER TABLE ledger_transfers ADD CONSTRAINT ledger_transfers_kind_check '
    || replace(v_check, '}''', ',share_purchase,share_refund,share_return,share_winnings,syndicate_rest}''');
END $$;

-- Of one club and one program. Shares are sold until so many minutes before the program's close.
CREATE TABLE syndicates (
  syndicate_id uuid PRIMARY KEY,
  club_id integer NOT NULL REFERENCES clubs,
  draw_id bigint NOT NULL REFERENCES draws,
  name text NOT NULL,
  minutes_before_close integer NOT NULL CHECK (minutes_before_close BETWEEN 15 AND 10080),
  account_id bigint NOT NULL UNIQUE REFERENCES ledger_accounts,
  opened_at timestamptz NOT NULL,
  opened_by text NOT NULL,
  UNIQUE (club_id, draw_id, name)
);
CREATE INDEX syndicates_draw ON syndicates (draw_id);

-- From here on no share is bought or given back, whatever the clock says.
CREATE TABLE syndicate_stops (
  syndicate_id uuid PRIMARY KEY REFERENCES syndicates,
  stopped_at timestamptz NOT NULL,
  collected bigint NOT NULL CHECK (collected >= 0),
  actor text NOT NULL
);

-- On the path of a sale, so without references.
CREATE TABLE syndicate_shares (
  player_id bigint NOT NULL,
  share_id uuid NOT NULL,
  syndicate_id uuid NOT NULL,
  stake bigint NOT NULL CHECK (stake >= 100),
  bought_at timestamptz NOT NULL,
  channel text,
  ip text,
  input_hash bytea,
  PRIMARY KEY (player_id, share_id)
);
CREATE INDEX syndicate_shares_syndicate ON syndicate_shares (syndicate_id, player_id) INCLUDE (share_id, stake);
CREATE INDEX syndicate_shares_bought ON syndicate_shares USING brin (bought_at) WITH (autosummarize = 'on');

-- `player`: given back; `unused`: not staked; `void`: of a cancelled program or syndicate.
CREATE TABLE share_returns (
  player_id bigint NOT NULL,
  share_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('player', 'unused', 'void')),
  amount bigint NOT NULL CHECK (amount > 0),
  returned_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, share_id, reason),
  FOREIGN KEY (player_id, share_id) REFERENCES syndicate_shares
);

CREATE TABLE syndicate_tickets (
  ticket_id uuid PRIMARY KEY,
  coupon_id uuid NOT NULL UNIQUE,
  syndicate_id uuid NOT NULL REFERENCES syndicates,
  draw_id bigint NOT NULL,
  placed_by text NOT NULL
);
CREATE INDEX syndicate_tickets_syndicate ON syndicate_tickets (syndicate_id);

-- What was not staked has gone back; no ticket is placed after it. `rest` is what rounding left.
CREATE TABLE syndicate_closings (
  syndicate_id uuid PRIMARY KEY REFERENCES syndicates,
  closed_at timestamptz NOT NULL,
  unused bigint NOT NULL CHECK (unused >= 0),
  rest bigint NOT NULL CHECK (rest >= 0),
  actor text NOT NULL
);

-- A prize that was divided among the shares.
CREATE TABLE syndicate_splits (
  ticket_id uuid PRIMARY KEY REFERENCES syndicate_tickets,
  split_at timestamptz NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  rest bigint NOT NULL CHECK (rest >= 0)
);

-- The account is empty: the rests went to the club, or everything back to the holders.
CREATE TABLE syndicate_ends (
  syndicate_id uuid PRIMARY KEY REFERENCES syndicates,
  ended_at timestamptz NOT NULL,
  void boolean NOT NULL,
  rest bigint NOT NULL CHECK (rest >= 0)
);

-- Its row never changes. It is locked for each act, which takes the right to update.
CREATE FUNCTION guard_syndicate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'syndicate %: what was opened does not change', OLD.syndicate_id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER guard BEFORE UPDATE OR DELETE ON syndicates FOR EACH ROW EXECUTE FUNCTION guard_syndicate();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON syndicate_stops
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON syndicate_shares
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON share_returns
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON syndicate_tickets
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON syndicate_closings
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON syndicate_splits
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON syndicate_ends
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Shares that their holders have not given back.
CREATE VIEW held_shares AS
SELECT player_id, share_id, syndicate_id, stake, bought_at FROM syndicate_shares s
WHERE NOT EXISTS (
  SELECT FROM share_returns r WHERE r.player_id = s.player_id AND r.share_id = s.share_id AND r.reason = 'player');

-- What is collected; it stands still once the syndicate has stopped.
CREATE FUNCTION syndicate_collected(p_syndicate uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT collected FROM syndicate_stops WHERE syndicate_id = p_syndicate),
    (SELECT sum(stake) FROM held_shares WHERE syndicate_id = p_syndicate), 0)::bigint
$$;

-- Whether shares are sold at that time; `d` is its draw. A club that is closed sells no more.
CREATE FUNCTION syndicate_collects(s syndicates, d draws, p_at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT d.state = 'released' AND d.closed_at IS NULL
    AND d.close_date - make_interval(mins => s.minutes_before_close) > p_at
    AND NOT EXISTS (SELECT FROM syndicate_stops p WHERE p.syndicate_id = s.syndicate_id)
    AND NOT EXISTS (SELECT FROM clubs c WHERE c.club_id = s.club_id AND c.closed_at IS NOT NULL)
$$;

CREATE TYPE share_purchase AS (
  player_id bigint, share_id uuid, syndicate_id uuid, stake bigint, channel text, ip text, hash bytea, session bytea
);

-- Sells shares as `sell_batch` sells tickets: draws and syndicates shared, wallets exclusive, then the clock.
CREATE FUNCTION buy_shares(p_syndicates uuid[], p_purchases share_purchase[]) RETURNS text[] LANGUAGE plpgsql
SET enable_seqscan TO 'off'
SET enable_hashjoin TO 'off'
SET enable_mergejoin TO 'off'
SET enable_material TO 'off'
SET plan_cache_mode TO 'force_generic_plan'
AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_outcomes text[];
  v_held bigint[];
  v_busy bigint[];
  v_buyers bigint[];
  v_stakes bigint[];
  v_stale bytea[];
BEGIN
  PERFORM 1 FROM draws WHERE draw_id IN (SELECT draw_id FROM syndicates WHERE syndicate_id = ANY (p_syndicates))
    ORDER BY draw_id FOR SHARE;
  PERFORM 1 FROM syndicates WHERE syndicate_id = ANY (p_syndicates) ORDER BY syndicate_id FOR SHARE;
  v_held := ARRAY(
    SELECT player_id FROM wallets WHERE player_id = ANY (ARRAY(SELECT player_id FROM unnest(p_purchases)))
    FOR UPDATE SKIP LOCKED);
  IF cardinality(v_held) < cardinality(p_purchases) THEN
    v_busy := ARRAY(SELECT player_id FROM unnest(p_purchases) EXCEPT SELECT unnest(v_held));
  END IF;
  v_now := domain_now();

  WITH open AS MATERIALIZED (
    SELECT s.syndicate_id, s.account_id AS syndicate_account, s.draw_id,
      g.on_sale AND syndicate_collects(s, d, v_now) AS collects
    FROM syndicates s JOIN draws d USING (draw_id) JOIN games g USING (game)
    WHERE s.syndicate_id = ANY (p_syndicates)
  ), decided AS MATERIALIZED (
    SELECT p.*, ordinality AS n, o.syndicate_account, o.draw_id, t.*
    FROM unnest(p_purchases) WITH ORDINALITY AS p
    LEFT JOIN open o ON o.syndicate_id = p.syndicate_id
    LEFT JOIN LATERAL (
      SELECT input_hash FROM syndicate_shares k
      WHERE k.player_id = p.player_id AND k.share_id = p.share_id OFFSET 0) k ON true
    LEFT JOIN LATERAL decide_stake(p.player_id, p.session, NULL, NULL, p.hash, CASE
        WHEN k.input_hash = p.hash THEN 'replayed'
        WHEN k.input_hash IS NOT NULL THEN 'EC_DUPLICATE_VALUE'
        WHEN o.collects IS NOT TRUE THEN 'EC_SALE_CLOSED'
      END, p.stake, v_busy, v_now) t ON true
  ), shares_written AS (
    INSERT INTO syndicate_shares (player_id, share_id, syndicate_id, stake, bought_at, channel, ip, input_hash)
    SELECT player_id, share_id, syndicate_id, stake, v_now, channel, ip, hash FROM decided WHERE outcome = 'sold'
  ), transfers_written AS (
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
      wallet_after, draw_id, syndicate_id)
    SELECT player_id, v_now, 'share_purchase', account_id, syndicate_account, stake, balance, balance - stake, draw_id,
      syndicate_id
    FROM decided WHERE outcome = 'sold'
  )
  SELECT array_agg(outcome ORDER BY n), array_agg(player_id ORDER BY n) FILTER (WHERE outcome = 'sold'),
    array_agg(stake ORDER BY n) FILTER (WHERE outcome = 'sold'),
    array_agg(session) FILTER (WHERE stale AND outcome NOT IN ('EC_AUTH_FAIL', 'busy'))
  INTO v_outcomes, v_buyers, v_stakes, v_stale FROM decided;
  IF v_buyers IS NOT NULL THEN PERFORM debit_stakes(v_buyers, v_stakes, (v_now AT TIME ZONE 'UTC')::date); END IF;
  IF v_stale IS NOT NULL THEN PERFORM touch_sessions(v_stale); END IF;
  RETURN v_outcomes;
END $$;

-- Credits wallets from the account of a syndicate, under their locks. `share_refund` is on the day of the purchase and
-- leaves its counted stakes; the others lower the loss of the day, week and month in which they come.
CREATE FUNCTION credit_shares(p_syndicate uuid, p_kind text, p_ticket uuid, p_at timestamptz, p_player bigint[],
  p_amount bigint[]) RETURNS void LANGUAGE plpgsql
SET enable_seqscan TO 'off'
SET enable_hashjoin TO 'off'
SET enable_mergejoin TO 'off'
SET enable_material TO 'off'
SET plan_cache_mode TO 'force_generic_plan'
AS $$
#variable_conflict use_column
DECLARE
  s syndicates;
  v_today date := (p_at AT TIME ZONE 'UTC')::date;
BEGIN
  IF cardinality(p_player) IS NULL OR cardinality(p_player) = 0 THEN RETURN; END IF;
  SELECT * INTO STRICT s FROM syndicates WHERE syndicate_id = p_syndicate;
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
    wallet_after, draw_id, ticket_id, syndicate_id)
  SELECT player_id, p_at, p_kind, s.account_id, account_id, amount, balance + credited - amount, balance + credited,
    s.draw_id, p_ticket, p_syndicate
  FROM (
    SELECT a.*, w.account_id, w.balance,
      (sum(a.amount) OVER (PARTITION BY a.player_id ORDER BY a.pos ROWS UNBOUNDED PRECEDING))::bigint AS credited
    FROM unnest(p_player, p_amount) WITH ORDINALITY a(player_id, amount, pos) JOIN wallets w USING (player_id)
  ) credit ORDER BY player_id, pos;
  UPDATE wallets w SET balance = w.balance + total,
    returned_on = CASE WHEN lowers THEN v_today ELSE w.returned_on END,
    returned = CASE WHEN lowers AND w.returned_on < v_today THEN 0 ELSE w.returned END + back,
    returned_week = CASE WHEN lowers AND w.returned_on < week THEN 0 ELSE w.returned_week END + back,
    returned_month = CASE WHEN lowers AND w.returned_on < month THEN 0 ELSE w.returned_month END + back
  FROM (
    SELECT player_id, sum(amount)::bigint AS total,
      CASE WHEN p_kind = 'share_refund' THEN 0 ELSE sum(amount)::bigint END AS back
    FROM unnest(p_player, p_amount) a(player_id, amount) GROUP BY player_id
  ) t, (
    SELECT week_begin(v_today) AS week, month_begin(v_today) AS month, p_kind <> 'share_refund' AS lowers OFFSET 0
  ) periods
  WHERE w.player_id = t.player_id;
  IF p_kind = 'share_refund' THEN
    PERFORM uncount_stakes(p_player, p_amount, array_fill(v_today, ARRAY[cardinality(p_player)]), v_today);
  END IF;
END $$;

-- Returns amounts of shares; those bought on this day and those of earlier days are different movements.
CREATE FUNCTION return_shares(p_syndicate uuid, p_reason text, p_at timestamptz, p_player bigint[], p_share uuid[],
  p_amount bigint[]) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_today date := (p_at AT TIME ZONE 'UTC')::date;
  v_player bigint[];
  v_amount bigint[];
  v_earlier bigint[];
  v_earlier_amount bigint[];
BEGIN
  INSERT INTO share_returns (player_id, share_id, reason, amount, returned_at)
  SELECT player_id, share_id, p_reason, amount, p_at
  FROM unnest(p_player, p_share, p_amount) a(player_id, share_id, amount) WHERE amount > 0;
  SELECT array_agg(player_id ORDER BY n) FILTER (WHERE bought = v_today),
    array_agg(amount ORDER BY n) FILTER (WHERE bought = v_today),
    array_agg(player_id ORDER BY n) FILTER (WHERE bought <> v_today),
    array_agg(amount ORDER BY n) FILTER (WHERE bought <> v_today)
  INTO v_player, v_amount, v_earlier, v_earlier_amount
  FROM unnest(p_player, p_share, p_amount) WITH ORDINALITY a(player_id, share_id, amount, n)
  CROSS JOIN LATERAL (
    SELECT (bought_at AT TIME ZONE 'UTC')::date AS bought FROM syndicate_shares s
    WHERE s.player_id = a.player_id AND s.share_id = a.share_id OFFSET 0) s
  WHERE amount > 0;
  PERFORM credit_shares(p_syndicate, 'share_refund', NULL, p_at, v_player, v_amount);
  PERFORM credit_shares(p_syndicate, 'share_return', NULL, p_at, v_earlier, v_earlier_amount);
END $$;

-- A holder gives a share back on the day of its purchase, while the syndicate collects.
CREATE FUNCTION cancel_share(p_player bigint, p_share uuid, p_key text, p_hash bytea)
RETURNS TABLE (code text, replayed boolean) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_refusal text;
  h syndicate_shares;
  s syndicates;
  d draws;
  w wallets;
  k idempotency_keys;
BEGIN
  SELECT * INTO h FROM syndicate_shares WHERE player_id = p_player AND share_id = p_share;
  IF NOT FOUND THEN RETURN QUERY SELECT 'EC_NO_DATA_FOUND', false; RETURN; END IF;
  SELECT * INTO STRICT d FROM draws WHERE draw_id = (
    SELECT draw_id FROM syndicates WHERE syndicate_id = h.syndicate_id) FOR SHARE;
  SELECT * INTO STRICT s FROM syndicates WHERE syndicate_id = h.syndicate_id FOR SHARE;
  SELECT * INTO STRICT w FROM wallets WHERE player_id = p_player FOR UPDATE;
  v_now := domain_now();
  SELECT * INTO k FROM idempotency_keys WHERE player_id = p_player AND call = 'cancelShare' AND key = p_key;
  IF FOUND THEN
    RETURN QUERY SELECT CASE WHEN k.input_hash <> p_hash THEN 'EC_DUPLICATE_VALUE' END, true;
    RETURN;
  END IF;
  v_refusal := limits_inactive(w.closed_at, w.certificate_expires, v_now);
  IF v_refusal IS NOT NULL THEN RETURN QUERY SELECT v_refusal, false; RETURN; END IF;
  IF NOT syndicate_collects(s, d, v_now) OR (h.bought_at AT TIME ZONE 'UTC')::date <> (v_now AT TIME ZONE 'UTC')::date
    OR EXISTS (SELECT FROM share_returns WHERE player_id = p_player AND share_id = p_share) THEN
    RETURN QUERY SELECT 'EC_CANCEL_NOT_ALLOWED', false;
    RETURN;
  END IF;
  PERFORM return_shares(s.syndicate_id, 'player', v_now, ARRAY[p_player], ARRAY[p_share], ARRAY[h.stake]);
  IF p_key IS NOT NULL THEN
    INSERT INTO idempotency_keys (player_id, call, key, input_hash, answer, at)
    VALUES (p_player, 'cancelShare', p_key, p_hash, '', v_now);
  END IF;
  RETURN QUERY SELECT NULL::text, false;
END $$;

-- Ends the sale of shares under the lock that every purchase shares. Repeatable; true when it has stopped.
CREATE FUNCTION stop_syndicate(p_syndicate uuid, p_actor text, p_at_once boolean) RETURNS boolean LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  s syndicates;
  d draws;
  v_now timestamptz;
BEGIN
  SELECT * INTO STRICT d FROM draws WHERE draw_id = (
    SELECT draw_id FROM syndicates WHERE syndicate_id = p_syndicate) FOR SHARE;
  SELECT * INTO STRICT s FROM syndicates WHERE syndicate_id = p_syndicate FOR UPDATE;
  v_now := domain_now();
  IF EXISTS (SELECT FROM syndicate_stops WHERE syndicate_id = p_syndicate) THEN RETURN true; END IF;
  IF NOT p_at_once AND syndicate_collects(s, d, v_now) THEN RETURN false; END IF;
  INSERT INTO syndicate_stops (syndicate_id, stopped_at, collected, actor)
  SELECT p_syndicate, v_now, syndicate_collected(p_syndicate), p_actor;
  RETURN true;
END $$;
