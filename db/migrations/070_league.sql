-- The betting league of teams: what their best rows have right, who came first, and their prizes.
INSERT INTO ledger_account_kinds (kind, meaning, scope) VALUES
  ('league_prizes', 'What the house gives as prizes of the betting league', 'house');

-- Whatever kinds there are by now, and one more.
DO $$
DECLARE v_check text;
BEGIN
  SELECT pg_get_constraintdef(oid) INTO STRICT v_check FROM pg_constraint
  WHERE conrelid = 'ledger_transfers'::regclass AND conname = 'ledger_transfers_kind_check';
  IF position('}''' IN v_check) = 0 THEN RAISE EXCEPTION 'ledger_transfers_kind_check is not as it was'; END IF;
  ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_kind_check;
  EXECUTE 'ALTER TABLE ledger_transfers ADD CONSTRAINT ledger_transfers_kind_check '
    || replace(v_check, '}''', ',league_prize}''');
END $$;

-- Programs whose tickets were counted: while their matches run after each goal, and once they are settled for good.
CREATE TABLE league_programs (
  draw_id bigint PRIMARY KEY REFERENCES draws,
  -- The last fact of its matches that the count knew of.
  fact_id bigint NOT NULL,
  is_final boolean NOT NULL,
  counted_at timestamptz NOT NULL DEFAULT domain_now()
);
-- Right matches in the best row of any ticket of a team, for each division that takes tickets of so many rows.
CREATE TABLE league_scores (
  draw_id bigint NOT NULL REFERENCES league_programs,
  division smallint NOT NULL CHECK (division BETWEEN 1 AND 3),
  team_id bigint NOT NULL REFERENCES club_teams,
  correct smallint NOT NULL CHECK (correct BETWEEN 0 AND 13),
  -- The ticket, for its owner alone.
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  PRIMARY KEY (draw_id, division, team_id)
);
CREATE INDEX league_scores_team ON league_scores (team_id);

CREATE FUNCTION guard_league_program() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.is_final THEN
    RAISE EXCEPTION 'program %: what was counted for good does not change', OLD.draw_id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE OR DELETE ON league_programs FOR EACH ROW EXECUTE FUNCTION guard_league_program();

-- Seasons whose places two persons have fixed, or are fixing, and whose prizes two persons paid.
CREATE TABLE league_seasons (
  season_id text PRIMARY KEY CHECK (season_id ~ '^\d{4}-\d$'),
  -- The hash of the places that were proposed: another person closes only with the same.
  proposed_places bytea NOT NULL,
  proposed_at timestamptz NOT NULL DEFAULT domain_now(),
  proposed_by text NOT NULL,
  proposed_by_key text NOT NULL,
  closed_at timestamptz,
  closed_by text,
  closed_by_key text,
  pay_proposed_at timestamptz,
  pay_proposed_by text,
  pay_proposed_by_key text,
  paid_at timestamptz,
  paid_by text,
  paid_by_key text,
  CONSTRAINT two_persons CHECK (closed_by_key IS NULL OR is_other_person(proposed_by_key, closed_by_key)),
  CONSTRAINT two_persons_pay CHECK (paid_by_key IS NULL OR is_other_person(pay_proposed_by_key, paid_by_key)),
  CHECK (num_nulls(closed_at, closed_by, closed_by_key) IN (0, 3)),
  CHECK (num_nulls(pay_proposed_at, pay_proposed_by, pay_proposed_by_key) IN (0, 3)),
  CHECK (num_nulls(paid_at, paid_by, paid_by_key) IN (0, 3)),
  CHECK (pay_proposed_at IS NULL OR closed_at IS NOT NULL),
  CHECK (paid_at IS NULL OR pay_proposed_at IS NOT NULL)
);
CREATE FUNCTION guard_league_season() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.closed_at IS NOT NULL AND
    (NEW.proposed_places, NEW.proposed_by_key, NEW.closed_at, NEW.closed_by_key) IS DISTINCT FROM
    (OLD.proposed_places, OLD.proposed_by_key, OLD.closed_at, OLD.closed_by_key) OR
    OLD.paid_at IS NOT NULL THEN
    RAISE EXCEPTION 'season %: what two persons fixed does not change', OLD.season_id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE OR DELETE ON league_seasons FOR EACH ROW EXECUTE FUNCTION guard_league_season();

-- The first places of a closed season.
CREATE TABLE league_places (
  season_id text NOT NULL REFERENCES league_seasons,
  division smallint NOT NULL CHECK (division BETWEEN 1 AND 3),
  team_id bigint NOT NULL REFERENCES club_teams,
  place smallint NOT NULL CHECK (place BETWEEN 1 AND 3),
  total smallint NOT NULL CHECK (total > 0),
  prize bigint NOT NULL CHECK (prize >= 0),
  PRIMARY KEY (season_id, division, team_id)
);
CREATE INDEX league_places_team ON league_places (team_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON league_places
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE league_payouts (
  season_id text NOT NULL,
  division smallint NOT NULL,
  team_id bigint NOT NULL,
  player_id bigint NOT NULL,
  transfer_id bigint NOT NULL UNIQUE,
  paid_at timestamptz NOT NULL DEFAULT domain_now(),
  PRIMARY KEY (season_id, division, team_id),
  FOREIGN KEY (season_id, division, team_id) REFERENCES league_places
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON league_payouts
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Credits a prize to a wallet. Like any prize it lowers the loss of its day, week and month.
CREATE FUNCTION credit_league_prize(p_player bigint, p_amount bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  w wallets;
  v_now timestamptz;
  v_transfer bigint;
BEGIN
  SELECT * INTO STRICT w FROM wallets WHERE player_id = p_player FOR UPDATE;
  v_now := domain_now();
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before, wallet_after)
  VALUES (p_player, v_now, 'league_prize', ledger_account('league_prizes', NULL, NULL, NULL, NULL), w.account_id,
    p_amount, w.balance, w.balance + p_amount) RETURNING transfer_id INTO v_transfer;
  w := count_returned(w, p_amount, v_now);
  UPDATE wallets SET balance = balance + p_amount, returned = w.returned, returned_week = w.returned_week,
    returned_month = w.returned_month, returned_on = w.returned_on WHERE player_id = p_player;
  RETURN v_transfer;
END $$;
