-- Operators sign their commands with a key of their own (docs/decisions/064-operators-sign-their-commands.md).

-- Of the row that begins a command: what its operator signed. A nonce is taken once.
ALTER TABLE operator_log
  ADD COLUMN proven boolean NOT NULL DEFAULT false,
  ADD COLUMN signed_text text,
  ADD COLUMN signature bytea,
  ADD COLUMN nonce text UNIQUE,
  -- Of the row that tells how it ended: the row that began it.
  ADD COLUMN begun_id bigint UNIQUE REFERENCES operator_log,
  ADD CONSTRAINT signed_whole CHECK (num_nonnulls(signed_text, signature, nonce) IN (0, 3));
CREATE INDEX operator_log_of ON operator_log (actor, at);

-- The register: one row a key. Moments are real ones, since keys are used outside of the sandbox's clock.
CREATE TABLE operators (
  operator_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  name_key text NOT NULL CHECK (name_key <> ''),
  -- Ed25519, SPKI, DER.
  public_key bytea NOT NULL UNIQUE,
  roles text[] NOT NULL CHECK (cardinality(roles) > 0
    AND roles <@ '{draws,pools,betting,clubs,payments,players,reads,operators}'),
  since timestamptz NOT NULL,
  -- The commands of two other operators; of the first two the installation alone.
  entered_by bigint NOT NULL REFERENCES operator_log,
  entered_by_key text,
  confirmed_by bigint REFERENCES operator_log,
  confirmed_by_key text,
  CONSTRAINT two_persons CHECK (confirmed_by IS NULL OR (is_other_person(entered_by_key, confirmed_by_key)
    AND is_other_person(name_key, entered_by_key) AND is_other_person(name_key, confirmed_by_key)))
);

-- From `ends_at` on a key signs nothing more; what it signed before stays valid.
CREATE TABLE operator_ends (
  operator_id bigint PRIMARY KEY REFERENCES operators,
  kind text NOT NULL CHECK (kind IN ('removed', 'revoked')),
  ends_at timestamptz NOT NULL,
  entered_by bigint NOT NULL REFERENCES operator_log,
  entered_by_key text NOT NULL,
  confirmed_by bigint REFERENCES operator_log,
  confirmed_by_key text,
  CONSTRAINT two_persons CHECK (CASE kind WHEN 'revoked' THEN confirmed_by IS NULL
    ELSE is_other_person(entered_by_key, confirmed_by_key) END)
);

-- A command stands behind one change alone; the installation is one command for two.
CREATE UNIQUE INDEX operators_entered ON operators (entered_by) WHERE confirmed_by IS NOT NULL;
CREATE UNIQUE INDEX operators_confirmed ON operators (confirmed_by);
CREATE UNIQUE INDEX operator_ends_entered ON operator_ends (entered_by);
CREATE UNIQUE INDEX operator_ends_confirmed ON operator_ends (confirmed_by);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operators
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_ends
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE OR REPLACE FUNCTION log_operator_command() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM security_event('operatorCommand', NULL, jsonb_build_object('actor', NEW.actor, 'command', NEW.command,
    'arguments', NEW.arguments, 'reason', NEW.reason, 'outcome', NEW.outcome, 'proven', NEW.proven));
  RETURN NULL;
END $$;
