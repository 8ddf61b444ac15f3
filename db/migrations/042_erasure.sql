-- Up Migration
-- Players whose personal data were erased. Source: checklist 147; decisions §2; docs/decisions/032.

ALTER TABLE players
  ADD COLUMN erased_at timestamptz,
  -- Argon2id of the national id: who comes again is known again, and the number is not kept.
  ADD COLUMN erased_person bytea UNIQUE CHECK (length(erased_person) = 32),
  -- Whatever was under way meanwhile writes nothing personal back.
  ADD CONSTRAINT players_erased CHECK (
    erased_at IS NULL AND erased_person IS NULL
    OR erased_at IS NOT NULL AND username = 'erased-' || player_id
      AND email = 'erased-' || player_id || '@hending.invalid' AND first_name = '' AND last_name = ''
      AND num_nonnulls(password_hash, national_id, mobile, phone, address, postal_code, support_id, bank_account) = 0
      AND NOT mail_list);

-- One row. All digests have one salt, since a person is looked up by the digest.
CREATE TABLE erasure_salt (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  salt bytea NOT NULL DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);
INSERT INTO erasure_salt DEFAULT VALUES;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON erasure_salt
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
