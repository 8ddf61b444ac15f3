-- The seal of a draw: the sales book, the tree of hashes over it, the signed root. Then its result, and what both
-- engines made of it.

-- The book in blocks of at most 4096 coupons, in order of coupon id (docs/decisions/016-the-sealed-book.md).
CREATE TABLE book_blocks (
  draw_id bigint NOT NULL,
  block integer NOT NULL,
  first_coupon uuid NOT NULL,
  -- Packed and random: compressing costs time and gains nothing, and slices can be read alone.
  bytes bytea STORAGE EXTERNAL NOT NULL,
  PRIMARY KEY (draw_id, block)
);

-- Every level of the tree, level 0 the leaves, in parts of 4096 hashes, so that a proof rebuilds nothing.
CREATE TABLE seal_hashes (
  draw_id bigint NOT NULL,
  level smallint NOT NULL,
  part integer NOT NULL,
  hashes bytea STORAGE EXTERNAL NOT NULL,
  PRIMARY KEY (draw_id, level, part)
);

-- One a draw, for ever: a seal cannot be made twice.
CREATE TABLE seals (
  draw_id bigint PRIMARY KEY,
  sealed_at timestamptz NOT NULL,
  coupons integer NOT NULL CHECK (coupons >= 0),
  rows bigint NOT NULL CHECK (rows >= 0),
  stakes bigint NOT NULL CHECK (stakes >= 0),
  side_stakes bigint NOT NULL CHECK (side_stakes >= 0),
  merkle_root bytea NOT NULL CHECK (length(merkle_root) = 32),
  -- SHA-256 of the sales book, head and blocks.
  book_hash bytea NOT NULL CHECK (length(book_hash) = 32),
  algorithm text NOT NULL,
  signature bytea NOT NULL CHECK (length(signature) = 64),
  public_key bytea NOT NULL,
  -- What salts the leaves of the draw's book lies with its seal, so that SEAL_SECRET can be changed: proofs of draws
  -- sealed before need the secret of then. Whoever reads this table can read the tickets too.
  draw_secret bytea CHECK (length(draw_secret) = 32)
);

-- The answer of an embedded instance's draw machine, exactly as signed, before its numbers are entered.
CREATE TABLE draw_protocols (
  draw_id bigint PRIMARY KEY,
  received_at timestamptz NOT NULL DEFAULT domain_now(),
  machine text NOT NULL,
  protocol text NOT NULL,
  signature text NOT NULL
);

-- What each person entered, agreed upon or not; an outcome is as its kind of game writes it down.
CREATE TABLE result_entries (
  draw_id bigint NOT NULL,
  entry integer GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT domain_now(),
  actor text NOT NULL,
  confirms boolean NOT NULL,
  outcome jsonb NOT NULL,
  PRIMARY KEY (draw_id, entry)
);

-- The newest revision is the result. Only history has more than one: an import replaces the sample of its date.
CREATE TABLE draw_results (
  draw_id bigint NOT NULL,
  revision integer NOT NULL CHECK (revision > 0),
  origin text NOT NULL CHECK (origin IN ('calendar', 'sample', 'import')),
  outcome jsonb NOT NULL,
  confirmed_at timestamptz NOT NULL,
  confirmed_by text NOT NULL,
  PRIMARY KEY (draw_id, revision),
  CHECK (revision = 1 OR origin <> 'calendar')
);

CREATE VIEW current_results AS
SELECT DISTINCT ON (draw_id) * FROM draw_results ORDER BY draw_id, revision DESC;

-- The prize table: kr. per winning row. Own draws have the whole arithmetic, history what was published. Pools are kept
-- to the last fraction, in 1/10⁸ kr., beside the whole krónur that the ledger posts.
CREATE TABLE draw_prizes (
  draw_id bigint NOT NULL,
  revision integer NOT NULL CHECK (revision > 0),
  part text NOT NULL CHECK (part IN ('main', 'side')),
  tier smallint NOT NULL,
  condition text NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  -- In 1/1000 cents, where the organiser of a common pool decides it.
  amount_euro bigint CHECK (amount_euro >= 0),
  winners integer NOT NULL CHECK (winners >= 0),
  winners_local integer NOT NULL CHECK (winners_local >= 0),
  share bigint,
  carry_in bigint,
  top_up bigint,
  pool bigint,
  paid bigint,
  carry_out bigint,
  remainder bigint,
  share_exact numeric(30, 0),
  carry_in_exact numeric(30, 0),
  pool_exact numeric(30, 0),
  carry_out_exact numeric(30, 0),
  remainder_exact numeric(30, 0),
  PRIMARY KEY (draw_id, revision, part, tier),
  CONSTRAINT draw_prizes_exact CHECK (
    share_exact + carry_in_exact + top_up * 100000000::numeric = pool_exact
    AND paid * 100000000::numeric + carry_out_exact + remainder_exact = pool_exact
    AND (pool, carry_in, carry_out)
      = (div(pool_exact, 100000000), div(carry_in_exact, 100000000), div(carry_out_exact, 100000000)))
);

-- One a draw: both engines agreed, the sums add up, the transfers are posted.
CREATE TABLE draw_settlements (
  draw_id bigint PRIMARY KEY,
  settled_at timestamptz NOT NULL,
  engine_a bytea NOT NULL,
  engine_b bytea NOT NULL,
  winning_coupons integer NOT NULL,
  -- row_sales = sales_income + contribution + common_reserve + fund
  row_sales bigint NOT NULL,
  side_sales bigint NOT NULL,
  fund bigint NOT NULL,
  carry_in bigint NOT NULL,
  top_up bigint NOT NULL,
  paid bigint NOT NULL,
  carry_out bigint NOT NULL,
  remainder bigint NOT NULL,
  side_paid bigint NOT NULL,
  -- Of pools that are shared with other countries: what their organiser gets of the stakes, what goes to the prize
  -- reserve, what was paid to our own winners, and what the organiser owes for that.
  contribution bigint NOT NULL CHECK (contribution >= 0),
  common_reserve bigint NOT NULL CHECK (common_reserve >= 0),
  common_paid bigint NOT NULL CHECK (common_paid >= 0),
  common_due bigint NOT NULL CHECK (common_due >= common_paid),
  fund_exact numeric(30, 0) NOT NULL,
  carry_in_exact numeric(30, 0) NOT NULL,
  carry_out_exact numeric(30, 0) NOT NULL,
  remainder_exact numeric(30, 0) NOT NULL,
  -- The second signature of a draw: over its seal, its rules, the result and what both engines found. The first one is
  -- made before the draw and cannot say any of that.
  signature bytea NOT NULL,
  public_key bytea NOT NULL,
  CHECK (engine_a = engine_b),
  CHECK (carry_in + fund + top_up = paid + carry_out + remainder),
  CONSTRAINT draw_settlements_exact CHECK (
    carry_in_exact + fund_exact + top_up * 100000000::numeric
      = paid * 100000000::numeric + carry_out_exact + remainder_exact)
);

-- What waits for the next draw of a game, by tier, in 1/10⁸ kr.: what its last settled draw left, and before that what
-- the game was opened with. `balance` is what the tier's account holds, the floor of it.
CREATE FUNCTION waiting_carry(p_game text) RETURNS TABLE (tier smallint, exact numeric, balance bigint)
LANGUAGE sql STABLE AS $$
  SELECT a.tier, coalesce(last.carry_out_exact, 0) + coalesce(m.opened, 0) * 100000000::numeric,
    coalesce(m.balance, 0)::bigint
  FROM ledger_accounts a
  LEFT JOIN LATERAL (
    SELECT p.carry_out_exact, s.settled_at FROM draw_settlements s
    JOIN draws d USING (draw_id)
    JOIN draw_prizes p ON p.draw_id = s.draw_id AND p.revision = 1 AND p.part = 'main' AND p.tier = a.tier
    WHERE d.game = a.game ORDER BY d.draw_date DESC LIMIT 1
  ) last ON true
  LEFT JOIN LATERAL (
    SELECT sum(signed) AS balance,
      sum(signed) FILTER (WHERE kind = 'opening_carry' AND at > coalesce(last.settled_at, '-infinity')) AS opened
    FROM (
      SELECT t.kind, t.at, CASE WHEN t.credit_account = a.account_id THEN t.amount ELSE -t.amount END AS signed
      FROM ledger_transfers t
      WHERE t.player_id = 0 AND a.account_id IN (t.debit_account, t.credit_account)
    ) moved
  ) m ON true
  WHERE a.kind = 'carry' AND a.game = p_game
$$;

-- Binomial coefficient for the formulas of systems, 0 where nothing fits.
CREATE FUNCTION choose(n integer, k integer) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN k < 0 OR n < 0 OR k > n THEN 0
    ELSE (factorial(n) / (factorial(k) * factorial(n - k)))::integer END
$$;

-- Facts: added to, never changed.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY[
    'book_blocks', 'seal_hashes', 'seals', 'draw_protocols', 'result_entries', 'draw_results',
    'draw_prizes', 'draw_settlements'
  ]
  LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION append_only()', t);
  END LOOP;
END $$;
