-- Since when a player has the bank account, and since when the mobile number is known to be theirs. Whoever writes
-- either column anew begins anew, unless they say since when.

ALTER TABLE players ADD COLUMN bank_account_since timestamptz, ADD COLUMN mobile_confirmed_at timestamptz;
UPDATE players SET bank_account_since = created_at WHERE bank_account IS NOT NULL;
ALTER TABLE players
  ADD CONSTRAINT players_bank_account_since CHECK ((bank_account IS NULL) = (bank_account_since IS NULL)),
  ADD CONSTRAINT players_mobile_confirmed CHECK (mobile_confirmed_at IS NULL OR mobile IS NOT NULL);
-- One player for each number that is known to be theirs.
CREATE UNIQUE INDEX players_confirmed_mobile ON players (mobile) WHERE mobile_confirmed_at IS NOT NULL;

CREATE FUNCTION begin_account_anew() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_old players;
BEGIN
  IF TG_OP = 'UPDATE' THEN v_old := OLD; END IF;
  IF NEW.bank_account IS DISTINCT FROM v_old.bank_account
    AND NEW.bank_account_since IS NOT DISTINCT FROM v_old.bank_account_since THEN
    NEW.bank_account_since := CASE WHEN NEW.bank_account IS NOT NULL THEN domain_now() END;
  END IF;
  IF NEW.mobile IS DISTINCT FROM v_old.mobile
    AND NEW.mobile_confirmed_at IS NOT DISTINCT FROM v_old.mobile_confirmed_at THEN
    NEW.mobile_confirmed_at := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER anew BEFORE INSERT OR UPDATE OF bank_account, mobile ON players FOR EACH ROW
  EXECUTE FUNCTION begin_account_anew();

-- When a session's owner last gave electronic ID; a bank account asks for it.
ALTER TABLE sessions ADD COLUMN e_id_at timestamptz;

-- Codes sent to a mobile number to see whose it is. The code is a keyed digest; the newest of a player counts.
CREATE TABLE mobile_codes (
  player_id bigint NOT NULL REFERENCES players,
  sent_at timestamptz NOT NULL,
  mobile text NOT NULL,
  code_key bytea NOT NULL,
  guesses smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (player_id, sent_at)
);
CREATE INDEX mobile_codes_number ON mobile_codes (mobile, sent_at);
CREATE INDEX mobile_codes_sent ON mobile_codes (sent_at);
