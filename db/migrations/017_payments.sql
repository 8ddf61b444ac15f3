-- Money in and out: cards, deposits, withdrawals. Every payment is a row that was there before anybody outside was
-- asked, and moves only along `payment_transitions` (docs/decisions/048-a-payment-is-a-row-before-it-is-asked.md).

INSERT INTO ledger_account_kinds VALUES
  ('card_gateway', 'What the card gateway has taken from cards and owes us'),
  ('aur', 'What Aur has taken and owes us'),
  ('bank', 'What the bank has paid out for us'),
  ('withdrawals', 'What players have asked for and the bank has not settled yet');

ALTER TABLE ledger_transfers ADD COLUMN payment_id uuid;
ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_kind_check;
ALTER TABLE ledger_transfers ADD CONSTRAINT ledger_transfers_kind_check
  CHECK (kind = ANY ('{purchase,cancellation,draw_cancellation,winnings,settlement,opening_carry,sandbox_balance,claim,
    lapse,correction,subscription_charge,subscription_coupon,subscription_promotion,subscription_refund,
    subscription_return,raffle,deposit,subscription_deposit,withdrawal,withdrawal_return,withdrawal_paid,
    chargeback}'));
CREATE INDEX ledger_transfers_payment ON ledger_transfers (payment_id) WHERE payment_id IS NOT NULL;

-- The only moves there are, drawn in docs/payment-states.md. `from_status` '' is where one begins.
CREATE TABLE payment_transitions (
  kind text NOT NULL,
  from_status text NOT NULL,
  to_status text NOT NULL,
  means text NOT NULL,
  PRIMARY KEY (kind, from_status, to_status)
);
INSERT INTO payment_transitions VALUES
  ('cardDeposit', '', 'waiting', 'the cardholder is asked by the issuer'),
  ('cardDeposit', '', 'paying', 'below the amount from which the cardholder is asked'),
  ('cardDeposit', 'paying', 'waiting', 'the issuer wants the cardholder asked after all'),
  ('cardDeposit', 'waiting', 'paying', 'the cardholder came back proven, and may still deposit'),
  ('cardDeposit', 'waiting', 'failed', 'refused, given up, replaced or too late'),
  ('cardDeposit', 'paying', 'settled', 'the gateway took it: it is in the balance'),
  ('cardDeposit', 'paying', 'failed', 'the gateway refused'),
  ('cardDeposit', 'paying', 'unknown', 'no answer: it is undone'),
  ('cardDeposit', 'unknown', 'reversed', 'the gateway had booked it and gave it back'),
  ('cardDeposit', 'unknown', 'notBooked', 'the gateway knows nothing of it'),
  ('cardDeposit', 'notBooked', 'reversed', 'it was booked later, and given back'),
  ('aurDeposit', '', 'waiting', 'the player is asked on the phone'),
  ('aurDeposit', 'waiting', 'settled', 'approved: it is in the balance'),
  ('aurDeposit', 'waiting', 'cancelled', 'given up, refused on the phone or too late'),
  ('aurDeposit', 'waiting', 'failed', 'Aur refused to ask'),
  ('aurDeposit', 'cancelled', 'settled', 'approved on the phone all the same'),
  ('withdrawal', '', 'held', 'taken from the balance, to be ordered'),
  ('withdrawal', 'held', 'accepted', 'the bank has the order'),
  ('withdrawal', 'held', 'settled', 'the bank paid it at once'),
  ('withdrawal', 'held', 'rejected', 'the bank refused: it is back in the balance'),
  ('withdrawal', 'accepted', 'settled', 'the bank paid it'),
  ('withdrawal', 'accepted', 'rejected', 'the bank gave it back: it is in the balance'),
  ('subscriptionCharge', '', 'paying', 'the subscription card is charged'),
  ('subscriptionCharge', 'paying', 'paid', 'the gateway took it'),
  ('subscriptionCharge', 'paying', 'failed', 'the gateway refused'),
  ('subscriptionCharge', 'paying', 'unknown', 'no answer: it is undone before the next attempt'),
  ('subscriptionCharge', 'paid', 'settled', 'it is in the balance'),
  ('subscriptionCharge', 'unknown', 'reversed', 'the gateway had booked it and gave it back'),
  ('subscriptionCharge', 'unknown', 'notBooked', 'the gateway knows nothing of it'),
  ('subscriptionCharge', 'notBooked', 'reversed', 'it was booked later, and given back'),
  ('card', '', 'waiting', 'the cardholder is asked by the issuer'),
  ('card', 'waiting', 'storing', 'the cardholder came back proven'),
  ('card', 'waiting', 'failed', 'refused, given up, replaced or too late'),
  ('card', 'storing', 'stored', 'the gateway keeps it'),
  ('card', 'storing', 'failed', 'the gateway refused, or another player has it');

-- One row a payment. What was asked for never changes; the second part says where it stands.
CREATE TABLE payments (
  player_id bigint NOT NULL,
  payment_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('cardDeposit', 'aurDeposit', 'withdrawal', 'subscriptionCharge')),
  amount bigint NOT NULL CHECK (amount > 0),
  asked_at timestamptz NOT NULL,
  reentry_url text,
  -- Which call made it; null where nobody did. Keys are good once for each call of a player.
  call text,
  idempotency_key text,
  input_hash bytea,
  -- Of a subscription charge: good once for each.
  reference text,
  -- The card, kept at the gateway; the number of the phone; the account of the receiver.
  virtual_card text,
  card_brand text,
  card_last4 text,
  msisdn text,
  bank_account text,
  owner_national_id text,

  status text NOT NULL,
  changed_at timestamptz NOT NULL,
  -- What the player is told where it did not succeed.
  code text,
  aur_error_id text,
  -- By this the outside knows the attempt under way, and when that was sent.
  request_id uuid NOT NULL,
  sent_at timestamptz,
  -- How often the issuer was asked: what returns must carry the same number.
  round smallint NOT NULL DEFAULT 0,
  -- What the browser posts to the issuer, as long as it waits.
  form jsonb,
  -- The day toward whose limits it counts; null when it counts no more.
  counted_on date,
  -- The outside's own names for it.
  outside_token text,
  transaction_id text,
  authorization_code text,
  -- When somebody outside is asked next, and how often that was done.
  look_at timestamptz,
  looks integer NOT NULL DEFAULT 0,
  -- Why a person should look at it: `late`, `aboveLimit`, `locked`, `closed`, `otherAmount`, `stuck`.
  flag text,
  PRIMARY KEY (player_id, payment_id),
  CHECK ((idempotency_key IS NULL) = (input_hash IS NULL)),
  CHECK ((kind IN ('cardDeposit', 'subscriptionCharge')) = (virtual_card IS NOT NULL)),
  CHECK ((kind = 'aurDeposit') = (msisdn IS NOT NULL)),
  CHECK ((kind = 'withdrawal') = (bank_account IS NOT NULL)),
  CHECK (form IS NULL OR status = 'waiting')
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX payments_id ON payments (payment_id);
CREATE UNIQUE INDEX payments_request ON payments (request_id);
CREATE UNIQUE INDEX payments_key ON payments (player_id, call, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX payments_reference ON payments (player_id, reference) WHERE reference IS NOT NULL;
CREATE INDEX payments_look ON payments (look_at) WHERE look_at IS NOT NULL;
CREATE INDEX payments_asked ON payments (player_id, asked_at);
-- Of these a player has one at a time, and the next charge waits for it.
CREATE INDEX payments_open_charge ON payments (player_id)
  WHERE kind = 'subscriptionCharge' AND status IN ('paying', 'unknown', 'paid');
CREATE INDEX payments_changed ON payments USING brin (changed_at);

-- Cards that wait for their holder. What was typed lies here encrypted, under a key that only the browser brings back,
-- for fifteen minutes at most; unlogged, so that it is in no copy of the database.
CREATE TABLE card_verifications (
  player_id bigint NOT NULL,
  verification_id uuid PRIMARY KEY,
  kind text NOT NULL DEFAULT 'card' CHECK (kind = 'card'),
  purpose text NOT NULL CHECK (purpose IN ('deposit', 'subscription')),
  asked_at timestamptz NOT NULL,
  reentry_url text NOT NULL,
  status text NOT NULL,
  changed_at timestamptz NOT NULL,
  code text,
  request_id uuid NOT NULL,
  round smallint NOT NULL DEFAULT 0,
  form jsonb,
  CHECK (form IS NULL OR status = 'waiting')
);
CREATE INDEX card_verifications_player ON card_verifications (player_id, asked_at);
CREATE INDEX card_verifications_open ON card_verifications (asked_at) WHERE status IN ('waiting', 'storing');

CREATE UNLOGGED TABLE typed_cards (
  verification_id uuid PRIMARY KEY,
  expires_at timestamptz NOT NULL,
  sealed bytea NOT NULL
);
CREATE INDEX typed_cards_expiry ON typed_cards (expires_at);

CREATE FUNCTION guard_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_from text := CASE TG_OP WHEN 'INSERT' THEN '' ELSE OLD.status END;
BEGIN
  IF v_from <> NEW.status AND NOT EXISTS (
    SELECT FROM payment_transitions WHERE kind = NEW.kind AND from_status = v_from AND to_status = NEW.status
  ) THEN
    RAISE EXCEPTION '%: no way from % to %', NEW.kind, v_from, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION guard_payment();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON card_verifications FOR EACH ROW EXECUTE FUNCTION guard_payment();

CREATE FUNCTION guard_payment_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.player_id, NEW.payment_id, NEW.kind, NEW.amount, NEW.asked_at, NEW.idempotency_key, NEW.input_hash,
      NEW.reference, NEW.virtual_card, NEW.msisdn, NEW.bank_account)
    IS DISTINCT FROM (OLD.player_id, OLD.payment_id, OLD.kind, OLD.amount, OLD.asked_at, OLD.idempotency_key,
      OLD.input_hash, OLD.reference, OLD.virtual_card, OLD.msisdn, OLD.bank_account) THEN
    RAISE EXCEPTION 'payment %: what was asked for does not change', OLD.payment_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER facts BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION guard_payment_facts();

-- Every move of a payment or of a card.
CREATE TABLE payment_steps (
  step_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL,
  payment_id uuid NOT NULL,
  kind text NOT NULL,
  from_status text NOT NULL,
  to_status text NOT NULL,
  at timestamptz NOT NULL,
  code text
);
CREATE INDEX payment_steps_of ON payment_steps (payment_id, step_id);

CREATE FUNCTION note_payment_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_steps (player_id, payment_id, kind, from_status, to_status, at, code)
  VALUES (NEW.player_id, NEW.payment_id, NEW.kind, CASE TG_OP WHEN 'INSERT' THEN '' ELSE OLD.status END, NEW.status,
    NEW.changed_at, NEW.code);
  RETURN NULL;
END $$;
CREATE TRIGGER step_begun AFTER INSERT ON payments FOR EACH ROW EXECUTE FUNCTION note_payment_step();
CREATE TRIGGER step AFTER UPDATE ON payments FOR EACH ROW WHEN (OLD.status <> NEW.status)
  EXECUTE FUNCTION note_payment_step();

-- Puts an amount into a wallet from a house account; debt is paid first. The caller holds the wallet's lock.
CREATE FUNCTION credit_wallet(
  p_player bigint, p_from bigint, p_kind text, p_amount bigint, p_payment uuid, p_at timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  w wallets;
  v_debt bigint;
BEGIN
  SELECT * INTO STRICT w FROM wallets WHERE player_id = p_player FOR UPDATE;
  v_debt := least(w.debt, p_amount);
  IF v_debt > 0 THEN
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, payment_id)
    VALUES (p_player, p_at, p_kind, p_from, ledger_account('debt', p_player, NULL, NULL, NULL), v_debt, p_payment);
  END IF;
  IF p_amount > v_debt THEN
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
      wallet_after, payment_id)
    VALUES (p_player, p_at, p_kind, p_from, w.account_id, p_amount - v_debt, w.balance, w.balance + p_amount - v_debt,
      p_payment);
  END IF;
  UPDATE wallets SET balance = balance + p_amount - v_debt, debt = debt - v_debt WHERE player_id = p_player;
END $$;

-- Takes an amount from a wallet into a house account; what the wallet lacks becomes debt where that is allowed. The
-- caller holds the wallet's lock. Returns what came from the wallet.
CREATE FUNCTION debit_wallet(
  p_player bigint, p_to bigint, p_kind text, p_amount bigint, p_payment uuid, p_at timestamptz, p_into_debt boolean
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  w wallets;
  v_part bigint;
BEGIN
  SELECT * INTO STRICT w FROM wallets WHERE player_id = p_player FOR UPDATE;
  v_part := CASE WHEN p_into_debt THEN least(w.balance, p_amount) ELSE p_amount END;
  IF v_part > 0 THEN
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
      wallet_after, payment_id)
    VALUES (p_player, p_at, p_kind, w.account_id, p_to, v_part, w.balance, w.balance - v_part, p_payment);
  END IF;
  IF p_amount > v_part THEN
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, payment_id)
    VALUES (p_player, p_at, p_kind, ledger_account('debt', p_player, NULL, NULL, NULL), p_to, p_amount - v_part,
      p_payment);
  END IF;
  UPDATE wallets SET balance = balance - v_part, debt = debt + p_amount - v_part WHERE player_id = p_player;
  RETURN v_part;
END $$;

-- Cards that are kept. The number is nowhere: `virtual_card` is the gateway's name for it.
ALTER TABLE saved_cards
  ADD COLUMN virtual_card text,
  ADD COLUMN fingerprint bytea,
  ADD COLUMN added_at timestamptz NOT NULL DEFAULT domain_now(),
  -- A chargeback stopped it: nothing is charged to it any more.
  ADD COLUMN stopped_at timestamptz,
  -- The end that its player was told of.
  ADD COLUMN told_end text;

-- One card per number across players; a keyed digest, the key is not in the database.
CREATE TABLE card_fingerprints (
  fingerprint bytea PRIMARY KEY,
  player_id bigint NOT NULL
);

-- Days compared with the books of the outside; never changed, a later look is a row of its own.
CREATE TABLE reconciliations (
  reconciliation_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  day date NOT NULL,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  -- Whole krónur at the end of the day: what players have, and what lies with the outside for them.
  player_money bigint NOT NULL,
  outside_money bigint NOT NULL,
  compared integer NOT NULL,
  differences jsonb NOT NULL,
  -- Whether everybody outside showed their books.
  complete boolean NOT NULL
);
CREATE INDEX reconciliations_day ON reconciliations (day, reconciliation_id);

-- A payer's bank took a deposit back. One person enters it, another confirms; then it is posted.
CREATE TABLE chargebacks (
  payment_id uuid PRIMARY KEY,
  player_id bigint NOT NULL,
  reason text NOT NULL,
  entered_by text NOT NULL,
  entered_at timestamptz NOT NULL
);
CREATE TABLE chargeback_postings (
  payment_id uuid PRIMARY KEY REFERENCES chargebacks,
  confirmed_by text NOT NULL,
  posted_at timestamptz NOT NULL,
  from_wallet bigint NOT NULL CHECK (from_wallet >= 0)
);

-- The last day on which players were told that a card ends.
CREATE TABLE card_day (told_on date NOT NULL);
INSERT INTO card_day VALUES ('-infinity');

-- What is left in closed accounts goes to the bank.
CREATE INDEX wallets_closed ON wallets (player_id) WHERE closed_at IS NOT NULL;

-- Money of closed accounts that no bank account is known for: one person names where it goes, another pays.
CREATE TABLE held_payouts (
  player_id bigint PRIMARY KEY,
  bank_account text NOT NULL,
  entered_by text NOT NULL,
  entered_at timestamptz NOT NULL
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['payment_transitions', 'payment_steps', 'reconciliations', 'chargebacks',
    'chargeback_postings']
  LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION append_only()', t);
  END LOOP;
END $$;
