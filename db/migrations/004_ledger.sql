-- Double entry: a transfer moves a positive amount from one account to another, so every movement balances by
-- construction. Wallets keep a running balance with before and after; house accounts are sums over entries
-- (docs/decisions/001-transfers-instead-of-pairs.md).

CREATE TABLE ledger_account_kinds (
  kind text PRIMARY KEY,
  meaning text NOT NULL
);
INSERT INTO ledger_account_kinds VALUES
  ('wallet', 'What the house owes a player'),
  ('debt', 'What a player owes the house after a correction the wallet could not cover'),
  ('stakes', 'Stakes of a draw, until it is settled'),
  ('prize_fund', 'Pool of one tier of a draw'),
  ('winnings', 'Prizes of a draw that are won and not yet paid'),
  ('carry', 'Pool of a tier that waits for the next draw of the game'),
  ('opening', 'Pools that waited before the first draw here, as they were published'),
  ('joker_reserve', 'Pays the fixed Joker prizes'),
  ('prize_reserve', 'What rounding leaves, and what lapses'),
  ('organiser_payable', 'What common pools get of the stakes, owed to their organiser'),
  ('organiser_receivable', 'Prizes of common pools that were paid here, owed by their organiser'),
  ('exchange_difference', 'What the organiser gives beyond the prizes, which are rounded down'),
  ('sales_income', 'The part of the stakes that is not prizes'),
  ('sandbox', 'Source of the balances that an embedded instance is given to play with');

CREATE TABLE ledger_accounts (
  account_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL REFERENCES ledger_account_kinds,
  player_id bigint,
  draw_id bigint,
  game text,
  tier smallint
);

-- One account of a description; by expressions, since a look-up by IS NOT DISTINCT FROM could not use a plain index.
CREATE UNIQUE INDEX ledger_accounts_description ON ledger_accounts
  (kind, coalesce(player_id, 0), coalesce(draw_id, 0), coalesce(game, ''), coalesce(tier, 0));

-- The running balance, and beside it what the limits module must read and write under the same lock.
CREATE TABLE wallets (
  player_id bigint PRIMARY KEY,
  account_id bigint NOT NULL UNIQUE,
  balance bigint NOT NULL DEFAULT 0 CHECK (balance >= 0),
  debt bigint NOT NULL DEFAULT 0 CHECK (debt >= 0),
  staked_on date NOT NULL DEFAULT '-infinity',
  staked bigint NOT NULL DEFAULT 0 CHECK (staked >= 0),
  stake_limit_day bigint NOT NULL DEFAULT 100000 CHECK (stake_limit_day >= 0),
  locked_until timestamptz NOT NULL DEFAULT '-infinity',
  closed_at timestamptz,
  certificate_expires date NOT NULL
) WITH (fillfactor = 50);

-- No foreign key to accounts or draws: its row lock on a house account that every sale names would make sales wait for
-- each other. `ledger check` looks for orphans instead.
-- Of autovacuum, see `tickets`.
CREATE TABLE ledger_transfers (
  -- 0 where no player takes part; in the key so that the table can be distributed by player.
  player_id bigint NOT NULL,
  transfer_id bigint GENERATED ALWAYS AS IDENTITY (CACHE 200),
  at timestamptz NOT NULL,
  -- One constant instead of ten: a statement reads its table's checks anew each time, and this is the longest.
  kind text NOT NULL CHECK (kind = ANY ('{purchase,cancellation,draw_cancellation,winnings,settlement,opening_carry,
    sandbox_balance,claim,lapse,correction}')),
  debit_account bigint NOT NULL,
  credit_account bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  wallet_before bigint CHECK (wallet_before >= 0),
  wallet_after bigint CHECK (wallet_after >= 0),
  draw_id bigint,
  ticket_id uuid,
  coupon_id uuid,
  PRIMARY KEY (player_id, transfer_id),
  CHECK (debit_account <> credit_account),
  CHECK (abs(wallet_after - wallet_before) = amount)
) WITH (
  autovacuum_analyze_scale_factor = 0.5,
  autovacuum_vacuum_insert_scale_factor = 0.5,
  autovacuum_vacuum_insert_threshold = 10000000
);

-- A week of transfers lies together, and only the sealing of a draw reads by draw: ranges of pages are enough.
CREATE INDEX ledger_transfers_draw ON ledger_transfers USING brin (draw_id) WITH (autosummarize = on);

CREATE VIEW ledger_entries AS
  SELECT transfer_id, at, kind, debit_account AS account_id, -amount AS amount, player_id, draw_id, ticket_id, coupon_id
  FROM ledger_transfers
  UNION ALL
  SELECT transfer_id, at, kind, credit_account, amount, player_id, draw_id, ticket_id, coupon_id
  FROM ledger_transfers;

-- The account of that description, made when it is first named.
CREATE FUNCTION ledger_account(p_kind text, p_player bigint, p_draw bigint, p_game text, p_tier smallint)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE v_id bigint;
BEGIN
  LOOP
    SELECT account_id INTO v_id FROM ledger_accounts
    WHERE kind = p_kind AND coalesce(player_id, 0) = coalesce(p_player, 0)
      AND coalesce(draw_id, 0) = coalesce(p_draw, 0) AND coalesce(game, '') = coalesce(p_game, '')
      AND coalesce(tier, 0) = coalesce(p_tier, 0);
    IF FOUND THEN RETURN v_id; END IF;
    INSERT INTO ledger_accounts (kind, player_id, draw_id, game, tier)
    VALUES (p_kind, p_player, p_draw, p_game, p_tier)
    ON CONFLICT DO NOTHING;
  END LOOP;
END $$;

-- Credits parallel arrays, one element a coupon, from a house account: prizes of a draw, refunds of a cancelled draw.
-- Debt is paid first. The caller holds the wallets' locks, and writes the fact by whose key each coupon is credited
-- once. `p_unstake`: what returns to the day's limit, for coupons bought today.
CREATE FUNCTION credit_coupons(
  p_from bigint, p_kind text, p_draw bigint, p_at timestamptz, p_player bigint[], p_ticket uuid[],
  p_coupon uuid[], p_amount bigint[], p_unstake bigint[]
) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off
  SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  WITH asked AS MATERIALIZED (
    SELECT a.*, w.account_id, w.balance, w.debt,
      (sum(a.amount) OVER (PARTITION BY a.player_id ORDER BY a.pos ROWS UNBOUNDED PRECEDING))::bigint AS credited
    FROM unnest(p_player, p_ticket, p_coupon, p_amount) WITH ORDINALITY
      a(player_id, ticket_id, coupon_id, amount, pos)
    JOIN wallets w USING (player_id)
  ), split AS NOT MATERIALIZED (
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
    SELECT player_id, sum(amount)::bigint AS total, sum(unstake)::bigint AS unstake
    FROM unnest(p_player, p_amount, p_unstake) a(player_id, amount, unstake) GROUP BY player_id
  ) t
  WHERE w.player_id = t.player_id;
END $$;

-- Facts: added to, never changed.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['ledger_accounts', 'ledger_transfers']
  LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION append_only()', t);
  END LOOP;
END $$;
