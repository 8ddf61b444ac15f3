-- Up Migration
-- Draws of the number lotteries, their prices and states. Source: games specification §3, §4; domain §5, §11.

-- A price is a dated row, never a constant (domain §1).
CREATE TABLE prices (
  game text NOT NULL,
  valid_from date NOT NULL,
  amount_row bigint NOT NULL CHECK (amount_row > 0),
  amount_joker bigint NOT NULL CHECK (amount_joker > 0),
  PRIMARY KEY (game, valid_from)
);

-- The only moves there are; design §7 and domain §11.2.
CREATE TABLE draw_transitions (
  from_state text NOT NULL,
  to_state text NOT NULL,
  PRIMARY KEY (from_state, to_state)
);
INSERT INTO draw_transitions VALUES
  ('created', 'released'), ('released', 'results'), ('results', 'confirmed'), ('confirmed', 'winsel'),
  ('winsel', 'payout'), ('payout', 'closed'), ('closed', 'settled'),
  ('created', 'cancelled'), ('released', 'cancelled'), ('results', 'cancelled');

CREATE TABLE draws (
  draw_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  game text NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  draw_date timestamptz NOT NULL,
  close_date timestamptz NOT NULL,
  rule_version text NOT NULL,
  amount_row bigint NOT NULL,
  amount_joker bigint NOT NULL,
  -- Where the draw comes from: the calendar, a generated sample history, or an import of past draws.
  origin text NOT NULL DEFAULT 'calendar' CHECK (origin IN ('calendar', 'sample', 'import')),
  state text NOT NULL DEFAULT 'created' CHECK (state IN ('created', 'released', 'results', 'confirmed', 'winsel',
    'payout', 'closed', 'settled', 'cancelled')),
  -- Written under the exclusive lock of this row; purchases hold it shared.
  closed_at timestamptz,
  stakes_account bigint NOT NULL,
  UNIQUE (game, number),
  UNIQUE (game, draw_date),
  CHECK (close_date <= draw_date)
);
CREATE INDEX draws_live ON draws (close_date) WHERE state IN ('created', 'released', 'results', 'confirmed', 'winsel', 'payout');

-- Who moved a draw, when and why. A move outside the table cannot be made.
CREATE TABLE draw_steps (
  draw_id bigint NOT NULL,
  step integer GENERATED ALWAYS AS IDENTITY,
  from_state text,
  to_state text NOT NULL,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  reason text,
  PRIMARY KEY (draw_id, step)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw_steps
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE FUNCTION guard_draw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> OLD.state THEN
    PERFORM 1 FROM draw_transitions WHERE from_state = OLD.state AND to_state = NEW.state;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'draw %: no way from % to %', OLD.draw_id, OLD.state, NEW.state USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  IF OLD.closed_at IS NOT NULL AND NEW.closed_at IS DISTINCT FROM OLD.closed_at THEN
    RAISE EXCEPTION 'draw %: closed once, for ever', OLD.draw_id USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.game, NEW.number, NEW.rule_version, NEW.amount_row, NEW.amount_joker, NEW.stakes_account)
     IS DISTINCT FROM (OLD.game, OLD.number, OLD.rule_version, OLD.amount_row, OLD.amount_joker, OLD.stakes_account)
     AND OLD.state <> 'created' THEN
    RAISE EXCEPTION 'draw %: its terms are fixed once it is on sale', OLD.draw_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE ON draws FOR EACH ROW EXECUTE FUNCTION guard_draw();

-- Moves a draw and writes the step, in one statement for the caller.
CREATE FUNCTION move_draw(p_draw bigint, p_to text, p_actor text, p_reason text)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_from text;
BEGIN
  SELECT state INTO STRICT v_from FROM draws WHERE draw_id = p_draw FOR UPDATE;
  UPDATE draws SET state = p_to WHERE draw_id = p_draw;
  INSERT INTO draw_steps (draw_id, from_state, to_state, at, actor, reason)
  VALUES (p_draw, v_from, p_to, domain_now(), p_actor, p_reason);
  PERFORM pg_notify('draws_changed', p_draw::text);
END $$;
