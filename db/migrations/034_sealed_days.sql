-- What each account moved on a day that is over, signed, so that a later check or export need not read the ledger from
-- its first day (docs/decisions/058-days-are-sealed.md). One row instead of one an account: a tenth of the space.
CREATE TABLE ledger_days (
  day date PRIMARY KEY,
  -- In ascending order; those that moved nothing in sum are left out.
  accounts bigint[] NOT NULL,
  moved bigint[] NOT NULL,
  -- Balances of all accounts of a kind at the end of the day.
  kinds text[] NOT NULL,
  kind_balances bigint[] NOT NULL,
  -- Now and then the balance of every account that has one.
  carried_accounts bigint[],
  carried bigint[],
  sealed_at timestamptz NOT NULL,
  signature bytea NOT NULL CHECK (length(signature) = 64),
  public_key bytea NOT NULL,
  CHECK (cardinality(accounts) = cardinality(moved)),
  CHECK (cardinality(kinds) = cardinality(kind_balances)),
  CHECK (cardinality(carried_accounts) = cardinality(carried)),
  CHECK ((carried_accounts IS NULL) = (carried IS NULL))
);
CREATE INDEX ledger_days_carried ON ledger_days (day) WHERE carried IS NOT NULL;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_days
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
