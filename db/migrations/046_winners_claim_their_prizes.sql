-- The winner claims a large prize, one operator prepares the payment and another approves it. The bank is told to pay once
-- the prize may be paid and the account is old enough; the ledger moves when the bank has paid.

-- Past e-mail addresses and mobiles of players: news of a claim also goes to those of the day of the purchase. Contacts that
-- were replaced two years ago are deleted, because no prize can be claimed so late.
CREATE TABLE player_contacts (
  player_id bigint NOT NULL REFERENCES players,
  since timestamptz NOT NULL,
  email text NOT NULL,
  mobile text,
  PRIMARY KEY (player_id, since)
);
INSERT INTO player_contacts SELECT player_id, created_at, email, mobile FROM players WHERE erased_at IS NULL;

CREATE FUNCTION keep_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.erased_at IS NOT NULL THEN
    DELETE FROM player_contacts WHERE player_id = NEW.player_id;
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND (NEW.email, NEW.mobile) IS NOT DISTINCT FROM (OLD.email, OLD.mobile) THEN
    RETURN NULL;
  END IF;
  INSERT INTO player_contacts
  VALUES (NEW.player_id, CASE TG_OP WHEN 'INSERT' THEN NEW.created_at ELSE domain_now() END, NEW.email, NEW.mobile)
  ON CONFLICT (player_id, since) DO UPDATE SET email = excluded.email, mobile = excluded.mobile;
  DELETE FROM player_contacts c WHERE c.player_id = NEW.player_id AND EXISTS (
    SELECT FROM player_contacts n WHERE n.player_id = c.player_id AND n.since > c.since
      AND n.since < domain_now() - interval '2 years');
  RETURN NULL;
END $$;
CREATE TRIGGER contact AFTER INSERT OR UPDATE OF email, mobile, erased_at ON players
FOR EACH ROW EXECUTE FUNCTION keep_contact();

CREATE TABLE winner_claims (
  draw_id bigint,
  player_id bigint NOT NULL REFERENCES players,
  cause_id uuid NOT NULL,
  claimed_at timestamptz NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- The first day on which so large a prize is paid; null where nothing holds it.
  payable_from date,
  PRIMARY KEY (player_id, cause_id),
  FOREIGN KEY (draw_id, player_id, cause_id) REFERENCES coupon_wins (draw_id, player_id, coupon_id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON winner_claims
FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- The winner's bank account at the claim, and each later one.
CREATE TABLE claim_accounts (
  player_id bigint NOT NULL,
  cause_id uuid NOT NULL,
  since timestamptz NOT NULL,
  bank_account text NOT NULL,
  PRIMARY KEY (player_id, cause_id, since),
  FOREIGN KEY (player_id, cause_id) REFERENCES winner_claims
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON claim_accounts
FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE prize_approvals (
  player_id bigint NOT NULL,
  cause_id uuid NOT NULL,
  claimed_by text NOT NULL,
  approved_at timestamptz NOT NULL,
  approved_by text NOT NULL,
  claimed_by_key text NOT NULL,
  approved_by_key text NOT NULL,
  PRIMARY KEY (player_id, cause_id),
  FOREIGN KEY (player_id, cause_id) REFERENCES winner_claims,
  FOREIGN KEY (player_id, cause_id, claimed_by) REFERENCES prize_claims (player_id, cause_id, claimed_by),
  CONSTRAINT two_persons CHECK (is_other_person(claimed_by_key, approved_by_key))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON prize_approvals
FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Orders to the bank to pay a claimed prize. `amount` is the prize less the debt of its winner.
CREATE TABLE prize_payouts (
  player_id bigint NOT NULL,
  cause_id uuid NOT NULL,
  round smallint NOT NULL,
  request_id uuid NOT NULL UNIQUE,
  amount bigint NOT NULL CHECK (amount > 0),
  bank_account text NOT NULL,
  owner_national_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('confirming', 'ordered', 'accepted', 'settled', 'rejected')),
  reason text CHECK (reason IN ('declined', 'ownerMismatch', 'noAccount', 'accountChanged')),
  asked_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  look_at timestamptz,
  looks integer NOT NULL DEFAULT 0,
  payment_id uuid,
  PRIMARY KEY (player_id, cause_id, round),
  FOREIGN KEY (player_id, cause_id) REFERENCES prize_approvals,
  CHECK ((status = 'rejected') = (reason IS NOT NULL)),
  CHECK ((status = 'settled') = (payment_id IS NOT NULL)),
  CHECK ((status IN ('settled', 'rejected')) = (look_at IS NULL))
);
-- A prize is never ordered again while an order may still be paid.
CREATE UNIQUE INDEX prize_payouts_open ON prize_payouts (player_id, cause_id) WHERE status <> 'rejected';
CREATE INDEX prize_payouts_look ON prize_payouts (look_at) WHERE look_at IS NOT NULL;

CREATE FUNCTION guard_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.status IN ('settled', 'rejected') OR
    (NEW.player_id, NEW.cause_id, NEW.round, NEW.request_id, NEW.amount, NEW.bank_account, NEW.owner_national_id,
      NEW.asked_at) IS DISTINCT FROM
    (OLD.player_id, OLD.cause_id, OLD.round, OLD.request_id, OLD.amount, OLD.bank_account, OLD.owner_national_id,
      OLD.asked_at) THEN
    RAISE EXCEPTION 'payout of prize %: what was ordered does not change', OLD.cause_id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE OR DELETE ON prize_payouts FOR EACH ROW EXECUTE FUNCTION guard_payout();

-- Claimed by the winner, or by an operator for the winner.
CREATE VIEW claimed_prizes AS
SELECT draw_id, player_id, cause_id FROM prize_claims
UNION ALL SELECT draw_id, player_id, cause_id FROM winner_claims;

DO $$
DECLARE
  v_view text;
BEGIN
  FOREACH v_view IN ARRAY ARRAY['player_coupons', 'tickets_without_draw'] LOOP
    EXECUTE format('CREATE OR REPLACE VIEW %I AS %s', v_view,
      replace(pg_get_viewdef(v_view::regclass), 'FROM prize_claims', 'FROM claimed_prizes'));
  END LOOP;
END $$;

DROP VIEW large_prizes;
CREATE VIEW large_prizes AS
SELECT p.draw_id, p.player_id, p.ticket_id, p.coupon_id, p.cause_id, p.amount, p.due_from,
  claim_by(p.due_from) AS claim_by,
  (claim_by(p.due_from) + 1)::timestamp AT TIME ZONE 'UTC' AS lapses_at,
  q.claimed_at AS winner_claimed_at, c.claimed_at, c.claimed_by, a.approved_at, a.approved_by,
  r.released_at, r.released_by, l.lapsed_at,
  CASE WHEN l.lapsed_at IS NOT NULL THEN 'lapsed' WHEN r.released_at IS NOT NULL THEN 'paid'
    WHEN coalesce(q.claimed_at, c.claimed_at) IS NOT NULL THEN 'claimed'
    WHEN p.due_from IS NOT NULL THEN 'waiting' ELSE 'pending' END AS status
FROM (
  SELECT w.draw_id, w.player_id, w.ticket_id, w.coupon_id, w.coupon_id AS cause_id, w.amount + w.side_amount AS amount,
    due.due_from
  FROM coupon_wins w CROSS JOIN LATERAL (SELECT prizes_due_from(w.draw_id) AS due_from OFFSET 0) due
  WHERE w.high
  UNION ALL
  SELECT NULL, player_id, ticket_id, NULL, ticket_id, amount, settled_at FROM settled_tickets WHERE high
) p
LEFT JOIN winner_claims q ON q.player_id = p.player_id AND q.cause_id = p.cause_id
LEFT JOIN prize_claims c ON c.player_id = p.player_id AND c.cause_id = p.cause_id
LEFT JOIN prize_approvals a ON a.player_id = p.player_id AND a.cause_id = p.cause_id
LEFT JOIN prize_releases r ON r.player_id = p.player_id AND r.cause_id = p.cause_id
LEFT JOIN prize_lapses l ON l.player_id = p.player_id AND l.cause_id = p.cause_id;
