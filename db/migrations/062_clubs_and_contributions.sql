-- Clubs end, are owed their share of sales, and have ISO weeks that are booked once.
ALTER TABLE clubs ADD COLUMN closed_at timestamptz;
ALTER TABLE clubs ADD CONSTRAINT clubs_number CHECK (club_id BETWEEN 1 AND 99999);

ALTER TABLE ledger_account_kinds DROP CONSTRAINT ledger_account_kinds_scope_check,
  ADD CONSTRAINT ledger_account_kinds_scope_check CHECK (scope IN ('draw', 'game', 'house', 'club'));
INSERT INTO ledger_account_kinds (kind, meaning, scope) VALUES
  ('club', 'What a club is owed: its share of sales that is booked and not yet paid', 'club');
ALTER TABLE ledger_accounts ADD COLUMN club_id integer,
  ADD CONSTRAINT ledger_accounts_club CHECK ((kind = 'club') = (club_id IS NOT NULL)) NOT VALID;
DROP INDEX ledger_accounts_description;
CREATE UNIQUE INDEX ledger_accounts_description ON ledger_accounts
  (kind, coalesce(player_id, 0), coalesce(draw_id, 0), coalesce(game, ''), coalesce(tier, 0),
    coalesce(subscription_id, '00000000-0000-0000-0000-000000000000'::uuid), coalesce(club_id, 0));

CREATE FUNCTION club_account(p_club integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE v_id bigint;
BEGIN
  LOOP
    SELECT account_id INTO v_id FROM ledger_accounts WHERE kind = 'club' AND coalesce(player_id, 0) = 0
      AND coalesce(draw_id, 0) = 0 AND coalesce(game, '') = '' AND coalesce(tier, 0) = 0
      AND coalesce(subscription_id, '00000000-0000-0000-0000-000000000000'::uuid)
        = '00000000-0000-0000-0000-000000000000'
      AND coalesce(club_id, 0) = p_club;
    IF FOUND THEN RETURN v_id; END IF;
    INSERT INTO ledger_accounts (kind, club_id) VALUES ('club', p_club) ON CONFLICT DO NOTHING;
  END LOOP;
END $$;

ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_kind_check;
ALTER TABLE ledger_transfers ADD CONSTRAINT ledger_transfers_kind_check
  CHECK (kind = ANY ('{purchase,cancellation,draw_cancellation,winnings,settlement,opening_carry,sandbox_balance,claim,
    lapse,correction,subscription_charge,subscription_coupon,subscription_promotion,subscription_refund,
    subscription_return,raffle,deposit,subscription_deposit,withdrawal,withdrawal_return,withdrawal_paid,
    chargeback,chargeback_return,debt_payment,contribution}')) NOT VALID;

-- An ISO week whose contributions are booked. The share is in hundredths of a percent.
CREATE TABLE contribution_weeks (
  year integer NOT NULL CHECK (year BETWEEN 2016 AND 9999),
  week integer NOT NULL CHECK (week BETWEEN 1 AND 53),
  basis_points integer NOT NULL CHECK (basis_points BETWEEN 1 AND 10000),
  booked_at timestamptz NOT NULL DEFAULT domain_now(),
  PRIMARY KEY (year, week)
);
-- The programs of a week, also those that were void and those without a ticket for a club.
CREATE TABLE contribution_programs (
  draw_id bigint PRIMARY KEY REFERENCES draws,
  year integer NOT NULL,
  week integer NOT NULL,
  void boolean NOT NULL,
  FOREIGN KEY (year, week) REFERENCES contribution_weeks
);
CREATE INDEX contribution_programs_week ON contribution_programs (year, week);
-- What a club got from a program. Only the sum of a week is rounded, so that the amounts of its programs add up to it.
CREATE TABLE contributions (
  club_id integer NOT NULL REFERENCES clubs,
  draw_id bigint NOT NULL REFERENCES contribution_programs,
  sale bigint NOT NULL CHECK (sale > 0),
  sale_count integer NOT NULL CHECK (sale_count > 0),
  amount bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (club_id, draw_id)
);
CREATE INDEX contributions_program ON contributions (draw_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON contribution_weeks
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON contribution_programs
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON contributions
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Until now only samples were written. `amount` is what the club got; samples have none.
ALTER TABLE club_sales ADD COLUMN origin text NOT NULL DEFAULT 'sample',
  ADD COLUMN amount bigint CHECK (amount >= 0);
ALTER TABLE club_sales ALTER COLUMN origin DROP DEFAULT,
  ADD CONSTRAINT club_sales_origin CHECK (origin IN ('sample', 'booked') AND (origin = 'booked') = (amount IS NOT NULL));
