-- Debt is paid first by every credit, and a payer's bank may take back a part of a deposit, or lose a dispute.

ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_kind_check;
ALTER TABLE ledger_transfers ADD CONSTRAINT ledger_transfers_kind_check
  CHECK (kind = ANY ('{purchase,cancellation,draw_cancellation,winnings,settlement,opening_carry,sandbox_balance,claim,
    lapse,correction,subscription_charge,subscription_coupon,subscription_promotion,subscription_refund,
    subscription_return,raffle,deposit,subscription_deposit,withdrawal,withdrawal_return,withdrawal_paid,
    chargeback,chargeback_return,debt_payment}'));

-- The one place where debt is paid: a wallet never holds a balance and a debt at once. Credits post their whole amount,
-- and this moves what the debt takes. Named so that it runs after the trigger `subscriptions`, which also credits.
CREATE FUNCTION pay_debt() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_paid bigint := least(NEW.balance, NEW.debt);
BEGIN
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before, wallet_after)
  VALUES (NEW.player_id, domain_now(), 'debt_payment', NEW.account_id,
    ledger_account('debt', NEW.player_id, NULL, NULL, NULL), v_paid, NEW.balance, NEW.balance - v_paid);
  NEW.balance := NEW.balance - v_paid;
  NEW.debt := NEW.debt - v_paid;
  RETURN NEW;
END $$;
CREATE TRIGGER then_pay_debt BEFORE UPDATE ON wallets FOR EACH ROW WHEN (NEW.debt > 0 AND NEW.balance > 0)
  EXECUTE FUNCTION pay_debt();

-- Balances that were credited past a debt before.
UPDATE wallets SET balance = balance WHERE debt > 0 AND balance > 0;

-- Credits parallel arrays, one element a coupon, from a house account: prizes of a draw, refunds of a cancelled draw.
-- The caller holds the wallets' locks, and writes the fact by whose key each coupon is credited once. `p_unstake`: what
-- returns to the day's limit, for coupons bought today.
CREATE OR REPLACE FUNCTION credit_coupons(
  p_from bigint, p_kind text, p_draw bigint, p_at timestamptz, p_player bigint[], p_ticket uuid[],
  p_coupon uuid[], p_amount bigint[], p_unstake bigint[]
) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off
  SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
    wallet_after, draw_id, ticket_id, coupon_id)
  SELECT player_id, p_at, p_kind, p_from, account_id, amount, balance + credited - amount, balance + credited, p_draw,
    ticket_id, coupon_id
  FROM (
    SELECT a.*, w.account_id, w.balance,
      (sum(a.amount) OVER (PARTITION BY a.player_id ORDER BY a.pos ROWS UNBOUNDED PRECEDING))::bigint AS credited
    FROM unnest(p_player, p_ticket, p_coupon, p_amount) WITH ORDINALITY
      a(player_id, ticket_id, coupon_id, amount, pos)
    JOIN wallets w USING (player_id)
  ) credit
  ORDER BY player_id, pos;

  UPDATE wallets w
  SET balance = w.balance + t.total,
    staked = CASE WHEN w.staked_on = (p_at AT TIME ZONE 'UTC')::date THEN w.staked - t.unstake
      ELSE w.staked END
  FROM (
    SELECT player_id, sum(amount)::bigint AS total, sum(unstake)::bigint AS unstake
    FROM unnest(p_player, p_amount, p_unstake) a(player_id, amount, unstake) GROUP BY player_id
  ) t
  WHERE w.player_id = t.player_id;
END $$;

-- Gives back what was paid to the balance of the wallet `w`, whose row the caller holds and writes.
CREATE OR REPLACE FUNCTION return_prepaid(INOUT w wallets, p_subscription uuid, p_amount bigint, p_at timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
  v_account bigint;
BEGIN
  IF p_amount = 0 THEN RETURN; END IF;
  SELECT prepaid_account INTO STRICT v_account FROM subscriptions
  WHERE player_id = w.player_id AND subscription_id = p_subscription;
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
    wallet_after, subscription_id)
  VALUES (w.player_id, p_at, 'subscription_return', v_account, w.account_id, p_amount, w.balance,
    w.balance + p_amount, p_subscription);
  w.balance := w.balance + p_amount;
END $$;

-- Puts an amount into a wallet from a house account. The caller holds the wallet's lock.
CREATE OR REPLACE FUNCTION credit_wallet(
  p_player bigint, p_from bigint, p_kind text, p_amount bigint, p_payment uuid, p_at timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  w wallets;
BEGIN
  SELECT * INTO STRICT w FROM wallets WHERE player_id = p_player FOR UPDATE;
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
    wallet_after, payment_id)
  VALUES (p_player, p_at, p_kind, p_from, w.account_id, p_amount, w.balance, w.balance + p_amount, p_payment);
  UPDATE wallets SET balance = balance + p_amount WHERE player_id = p_player;
END $$;

-- An entry of a chargeback has its amount now, and there may be several of a payment. `taken`: the bank took it back;
-- `won`: the dispute was won and the bank gave it back. One person enters it, another posts it.
ALTER TABLE chargeback_postings
  DROP CONSTRAINT chargeback_postings_payment_id_fkey,
  DROP CONSTRAINT chargeback_postings_pkey,
  ADD COLUMN chargeback_id bigint;
ALTER TABLE chargebacks
  DROP CONSTRAINT chargebacks_pkey,
  ADD COLUMN chargeback_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ADD COLUMN kind text NOT NULL DEFAULT 'taken' CHECK (kind IN ('taken', 'won')),
  ADD COLUMN amount bigint CHECK (amount > 0);
ALTER TABLE chargebacks DISABLE TRIGGER append_only;
ALTER TABLE chargeback_postings DISABLE TRIGGER append_only;
UPDATE chargebacks c SET amount = p.amount FROM payments p WHERE p.payment_id = c.payment_id;
UPDATE chargeback_postings b SET chargeback_id = c.chargeback_id FROM chargebacks c WHERE c.payment_id = b.payment_id;
ALTER TABLE chargebacks ENABLE TRIGGER append_only;
ALTER TABLE chargeback_postings ENABLE TRIGGER append_only;
ALTER TABLE chargebacks ALTER COLUMN amount SET NOT NULL, ALTER COLUMN kind DROP DEFAULT;
-- `from_wallet` is 0 where a dispute was won.
ALTER TABLE chargeback_postings
  ADD PRIMARY KEY (chargeback_id),
  ADD FOREIGN KEY (chargeback_id) REFERENCES chargebacks;
CREATE INDEX chargebacks_payment ON chargebacks (payment_id);
CREATE INDEX chargeback_postings_payment ON chargeback_postings (payment_id);

-- What banks hold back of a payment by our postings: whole krónur, never below 0 and never above its amount.
CREATE FUNCTION charged_back(p_payment uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(CASE c.kind WHEN 'taken' THEN c.amount ELSE -c.amount END), 0)::bigint
  FROM chargebacks c JOIN chargeback_postings b USING (chargeback_id) WHERE c.payment_id = p_payment
$$;

-- Lines of chargebacks in the gateway's daily files, as they were last read: a posting of ours must meet one.
CREATE TABLE chargeback_lines (
  day date NOT NULL,
  request_id uuid NOT NULL,
  transaction_id text NOT NULL,
  -- What the bank took back; below 0 where it gave it back.
  amount bigint NOT NULL,
  PRIMARY KEY (day, transaction_id)
);
CREATE INDEX chargeback_lines_request ON chargeback_lines (request_id);
