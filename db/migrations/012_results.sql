-- Up Migration
-- Results and prize tables, of our own draws and of the history. Source: games specification §3; decisions
-- §4, §8.

-- What each person entered, agreed upon or not (checklist 79).
CREATE TABLE result_entries (
  draw_id bigint NOT NULL,
  entry integer GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT domain_now(),
  actor text NOT NULL,
  confirms boolean NOT NULL,
  numbers smallint[] NOT NULL,
  bonus_numbers smallint[] NOT NULL,
  joker char(5),
  PRIMARY KEY (draw_id, entry)
);

-- The newest revision is the result. Only history has more than one: an import replaces the sample of its
-- date.
CREATE TABLE draw_results (
  draw_id bigint NOT NULL,
  revision integer NOT NULL CHECK (revision > 0),
  origin text NOT NULL CHECK (origin IN ('calendar', 'sample', 'import')),
  numbers smallint[] NOT NULL,
  bonus_numbers smallint[] NOT NULL,
  super_numbers smallint[] NOT NULL DEFAULT '{}',
  joker char(5),
  confirmed_at timestamptz NOT NULL,
  confirmed_by text NOT NULL,
  PRIMARY KEY (draw_id, revision),
  CHECK (revision = 1 OR origin <> 'calendar')
);

-- The prize table: kr. per winning row. Own draws have the whole arithmetic, history what was published.
CREATE TABLE draw_prizes (
  draw_id bigint NOT NULL,
  revision integer NOT NULL CHECK (revision > 0),
  part text NOT NULL CHECK (part IN ('main', 'joker')),
  tier smallint NOT NULL,
  condition text NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  winners integer NOT NULL CHECK (winners >= 0),
  winners_local integer NOT NULL CHECK (winners_local >= 0),
  share bigint,
  carry_in bigint,
  top_up bigint,
  pool bigint,
  paid bigint,
  carry_out bigint,
  remainder bigint,
  PRIMARY KEY (draw_id, revision, part, tier)
);

-- One a draw: both engines agreed, the sums add up, the transfers are posted.
CREATE TABLE draw_settlements (
  draw_id bigint PRIMARY KEY,
  settled_at timestamptz NOT NULL,
  engine_a bytea NOT NULL,
  engine_b bytea NOT NULL,
  winning_coupons integer NOT NULL,
  row_sales bigint NOT NULL,
  joker_sales bigint NOT NULL,
  fund bigint NOT NULL,
  carry_in bigint NOT NULL,
  top_up bigint NOT NULL,
  paid bigint NOT NULL,
  carry_out bigint NOT NULL,
  remainder bigint NOT NULL,
  joker_paid bigint NOT NULL,
  CHECK (engine_a = engine_b),
  CHECK (carry_in + fund + top_up = paid + carry_out + remainder)
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['result_entries', 'draw_results', 'draw_prizes', 'draw_settlements']
  LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION append_only()', t);
  END LOOP;
END $$;

CREATE VIEW current_results AS
SELECT DISTINCT ON (draw_id) * FROM draw_results ORDER BY draw_id, revision DESC;

-- Binomial coefficient for the formulas of systems, 0 where nothing fits.
CREATE FUNCTION choose(n integer, k integer) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN k < 0 OR n < 0 OR k > n THEN 0
    ELSE (factorial(n) / (factorial(k) * factorial(n - k)))::integer END
$$;
