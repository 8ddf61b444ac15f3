-- Clubs are paid what they are owed: two persons say where to, and two persons pay.
ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_kind_check;
ALTER TABLE ledger_transfers ADD CONSTRAINT ledger_transfers_kind_check
  CHECK (kind = ANY ('{purchase,cancellation,draw_cancellation,winnings,settlement,opening_carry,sandbox_balance,claim,
    lapse,correction,subscription_charge,subscription_coupon,subscription_promotion,subscription_refund,
    subscription_return,raffle,deposit,subscription_deposit,withdrawal,withdrawal_return,withdrawal_paid,
    chargeback,chargeback_return,debt_payment,contribution,club_payment}')) NOT VALID;

-- Where a club is paid: entered by one person and then by another. The last confirmed one holds.
CREATE TABLE club_accounts (
  entry bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  club_id integer NOT NULL REFERENCES clubs,
  bank_account text NOT NULL CHECK (bank_account ~ '^\d{4}-\d{2}-\d{6}$'),
  owner_national_id text NOT NULL CHECK (owner_national_id ~ '^\d{10}$'),
  entered_at timestamptz NOT NULL DEFAULT domain_now(),
  entered_by text NOT NULL,
  entered_by_key text NOT NULL,
  -- Of the person who entered the same before.
  proposer_key text,
  CONSTRAINT two_persons CHECK (proposer_key IS NULL OR is_other_person(proposer_key, entered_by_key))
);
CREATE INDEX club_accounts_club ON club_accounts (club_id, entry);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON club_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- An order of the bank, under its own id for ever. The money stays in the club's account until the bank has paid.
CREATE TABLE club_payouts (
  payout_id uuid PRIMARY KEY,
  club_id integer NOT NULL REFERENCES clubs,
  amount bigint NOT NULL CHECK (amount > 0),
  bank_account text NOT NULL,
  owner_national_id text NOT NULL,
  proposed_at timestamptz NOT NULL DEFAULT domain_now(),
  proposed_by text NOT NULL,
  proposed_by_key text NOT NULL,
  approved_at timestamptz,
  approved_by text,
  approved_by_key text,
  status text NOT NULL CHECK (status IN ('proposed', 'ordered', 'accepted', 'settled', 'rejected')),
  reason text CHECK (reason IN ('declined', 'ownerMismatch', 'noAccount', 'accountChanged')),
  changed_at timestamptz NOT NULL DEFAULT domain_now(),
  look_at timestamptz,
  looks integer NOT NULL DEFAULT 0,
  transaction_id text,
  transfer_id bigint UNIQUE,
  CONSTRAINT two_persons CHECK (approved_by_key IS NULL OR is_other_person(proposed_by_key, approved_by_key)),
  CHECK (num_nulls(approved_at, approved_by, approved_by_key) IN (0, 3)),
  CHECK (status NOT IN ('ordered', 'accepted', 'settled') OR approved_by IS NOT NULL),
  CHECK ((status = 'rejected') = (reason IS NOT NULL)),
  CHECK ((status = 'settled') = (transfer_id IS NOT NULL)),
  CHECK ((status IN ('ordered', 'accepted')) = (look_at IS NOT NULL))
);
-- A club is never paid twice for the same money.
CREATE UNIQUE INDEX club_payouts_open ON club_payouts (club_id) WHERE status NOT IN ('settled', 'rejected');
CREATE INDEX club_payouts_look ON club_payouts (look_at) WHERE look_at IS NOT NULL;
CREATE INDEX club_payouts_changed ON club_payouts (changed_at);

CREATE FUNCTION guard_club_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.status IN ('settled', 'rejected') OR
    (NEW.payout_id, NEW.club_id, NEW.amount, NEW.bank_account, NEW.owner_national_id, NEW.proposed_at, NEW.proposed_by,
      NEW.proposed_by_key) IS DISTINCT FROM
    (OLD.payout_id, OLD.club_id, OLD.amount, OLD.bank_account, OLD.owner_national_id, OLD.proposed_at, OLD.proposed_by,
      OLD.proposed_by_key) OR
    OLD.approved_by IS NOT NULL AND (NEW.approved_at, NEW.approved_by, NEW.approved_by_key) IS DISTINCT FROM
      (OLD.approved_at, OLD.approved_by, OLD.approved_by_key) THEN
    RAISE EXCEPTION 'payout % of a club: what was ordered does not change', OLD.payout_id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE OR DELETE ON club_payouts FOR EACH ROW EXECUTE FUNCTION guard_club_payout();
