-- Programs of the football pools: a draw by command, its thirteen matches, and the terms fixed at its release.
-- No game is on sale before pages sell it: `games` says when.
INSERT INTO games (game, on_sale) VALUES ('totoeng', false), ('totoeur', false), ('xg', false);
INSERT INTO ledger_account_kinds (kind, meaning, scope) VALUES
  ('guarantee_fund', 'Belongs to the players of a pool: takes its part of each fund and what rounding leaves', 'game');

CREATE TABLE programs (
  draw_id bigint PRIMARY KEY REFERENCES draws,
  name text NOT NULL,
  -- Null in games whose programs have no groups.
  group_id text CHECK (group_id IN ('sat', 'sun', 'wed')),
  mode text NOT NULL CHECK (mode IN ('own', 'common')),
  result_date timestamptz NOT NULL,
  -- Matches that begin later are decided by lot, by the value that the public beacon gives at `lots_at`.
  round_ends timestamptz NOT NULL,
  lots_at timestamptz NOT NULL CHECK (lots_at > round_ends),
  file_hash bytea NOT NULL CHECK (length(file_hash) = 32),
  imported_by text NOT NULL,
  imported_by_key text NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT domain_now(),
  -- Set at the release: who, and the published text whose SHA-256 is signed with the seal.
  released_by text,
  released_by_key text,
  terms text,
  CONSTRAINT released_whole CHECK (num_nulls(released_by, released_by_key, terms) IN (0, 3)),
  CONSTRAINT two_persons CHECK (released_by IS NULL OR is_other_person(imported_by_key, released_by_key))
);

-- Chances, odds (in hundredths) and forecast in the order of the outcomes: 1, X, 2, or 0 to 7+ goals.
CREATE TABLE program_matches (
  draw_id bigint NOT NULL REFERENCES programs,
  number smallint NOT NULL CHECK (number BETWEEN 1 AND 13),
  match_id bigint NOT NULL REFERENCES matches,
  kick_off timestamptz NOT NULL,
  chances smallint[] NOT NULL CHECK (cardinality(chances) IN (3, 8)),
  odds integer[],
  forecast smallint[],
  PRIMARY KEY (draw_id, number),
  UNIQUE (draw_id, match_id)
);
CREATE INDEX program_matches_match ON program_matches (match_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON program_matches
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- The only change of a program is its release.
CREATE FUNCTION guard_program() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.terms IS NOT NULL
    OR (to_jsonb(NEW) - '{released_by,released_by_key,terms}'::text[])
      <> (to_jsonb(OLD) - '{released_by,released_by_key,terms}'::text[]) THEN
    RAISE EXCEPTION 'program %: it is fixed', OLD.draw_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE OR DELETE ON programs FOR EACH ROW EXECUTE FUNCTION guard_program();

-- The beacon's value, entered by one person and then by another.
CREATE TABLE program_beacons (
  entry bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  draw_id bigint NOT NULL REFERENCES programs,
  value bytea NOT NULL CHECK (length(value) = 32),
  at timestamptz NOT NULL DEFAULT domain_now(),
  actor text NOT NULL,
  actor_key text NOT NULL,
  -- Of the person who entered the same value before.
  proposer_key text,
  CONSTRAINT two_persons CHECK (proposer_key IS NULL OR is_other_person(proposer_key, actor_key))
);
CREATE UNIQUE INDEX program_beacons_confirmed ON program_beacons (draw_id) WHERE proposer_key IS NOT NULL;
CREATE INDEX program_beacons_draw ON program_beacons (draw_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON program_beacons
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- A draw whose pools are all shared with other countries leaves the carry of the game where it is.
CREATE OR REPLACE FUNCTION waiting_carry(p_game text)
RETURNS TABLE(tier smallint, exact numeric, balance bigint) LANGUAGE sql STABLE AS $$
  SELECT a.tier, coalesce(last.carry_out_exact, 0) + coalesce(m.opened, 0) * 100000000::numeric,
    coalesce(m.balance, 0)::bigint
  FROM ledger_accounts a
  LEFT JOIN LATERAL (
    SELECT p.carry_out_exact, s.settled_at FROM draw_settlements s
    JOIN draws d USING (draw_id)
    JOIN draw_prizes p ON p.draw_id = s.draw_id AND p.revision = 1 AND p.part = 'main' AND p.tier = a.tier
      AND p.carry_out_exact IS NOT NULL
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
