-- Draws: which games are sold, the calendar, and the states a draw goes through.

CREATE TABLE games (
  game text PRIMARY KEY,
  on_sale boolean NOT NULL
);
INSERT INTO games VALUES ('lotto', true), ('vikinglotto', true), ('eurojackpot', true);

-- A draw carries the id of its rules, and the prices and the threshold that it took from them when it was planned:
-- nothing that is sold, settled or paid is looked up by a date (docs/decisions/034-rules-by-id-and-exact-pools.md).
CREATE TABLE draws (
  draw_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  game text NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  draw_date timestamptz NOT NULL,
  close_date timestamptz NOT NULL,
  rules_id text NOT NULL,
  amount_row bigint NOT NULL,
  amount_side bigint NOT NULL,
  -- Where the draw comes from: the calendar, a generated sample history, or an import of past draws.
  origin text NOT NULL DEFAULT 'calendar' CHECK (origin IN ('calendar', 'sample', 'import')),
  state text NOT NULL DEFAULT 'created' CHECK (state IN ('created', 'released', 'results', 'confirmed', 'winsel',
    'payout', 'closed', 'settled', 'cancelled')),
  -- Written under the exclusive lock of this row; purchases hold it shared.
  closed_at timestamptz,
  stakes_account bigint NOT NULL,
  -- The day it was planned for. Its game week hangs on it and stays when the draw is moved to another day.
  planned_date date NOT NULL,
  -- A prize of so much waits for two persons.
  high_win_from bigint NOT NULL,
  -- Settled by figures from outside beside its own outcome.
  awaits_figures boolean NOT NULL DEFAULT false,
  UNIQUE (game, number),
  UNIQUE (game, draw_date),
  CHECK (close_date <= draw_date)
);
CREATE INDEX draws_live ON draws (close_date)
  WHERE state IN ('created', 'released', 'results', 'confirmed', 'winsel', 'payout');
CREATE INDEX draws_planned ON draws (game, planned_date);

CREATE FUNCTION plan_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.planned_date := CASE TG_OP WHEN 'UPDATE' THEN OLD.planned_date
    ELSE (NEW.draw_date AT TIME ZONE 'UTC')::date END;
  RETURN NEW;
END $$;
CREATE TRIGGER planned BEFORE INSERT OR UPDATE OF planned_date ON draws
  FOR EACH ROW EXECUTE FUNCTION plan_date();

-- The only moves there are (docs/draw-states.md).
CREATE TABLE draw_transitions (
  from_state text NOT NULL,
  to_state text NOT NULL,
  PRIMARY KEY (from_state, to_state)
);
INSERT INTO draw_transitions VALUES
  ('created', 'released'), ('released', 'results'), ('results', 'confirmed'), ('confirmed', 'winsel'),
  ('winsel', 'payout'), ('payout', 'closed'), ('closed', 'settled'),
  ('created', 'cancelled'), ('released', 'cancelled'), ('results', 'cancelled');

-- What of a draw is fixed, and from when.
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
  IF (NEW.game, NEW.number, NEW.stakes_account) IS DISTINCT FROM (OLD.game, OLD.number, OLD.stakes_account)
     AND OLD.state <> 'created' THEN
    RAISE EXCEPTION 'draw %: its name and its account are fixed once it is on sale', OLD.draw_id USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.rules_id, NEW.amount_row, NEW.amount_side, NEW.high_win_from, NEW.awaits_figures)
     IS DISTINCT FROM (OLD.rules_id, OLD.amount_row, OLD.amount_side, OLD.high_win_from, OLD.awaits_figures)
     AND (OLD.state <> 'created' OR EXISTS (SELECT FROM coupons WHERE draw_id = OLD.draw_id)) THEN
    RAISE EXCEPTION 'draw %: its terms are fixed once it is sold', OLD.draw_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE ON draws FOR EACH ROW EXECUTE FUNCTION guard_draw();

-- Who moved a draw, when and why.
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

-- Puts a draw into the calendar with its terms and its stakes account; null when the calendar holds it already.
CREATE FUNCTION plan_draw(
  p_game text, p_number integer, p_draw_date timestamptz, p_close_date timestamptz, p_rules text,
  p_amount_row bigint, p_amount_side bigint, p_high_win_from bigint, p_awaits_figures boolean
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_draw bigint;
BEGIN
  IF EXISTS (SELECT FROM draws WHERE game = p_game AND number = p_number) THEN RETURN NULL; END IF;
  v_draw := nextval(pg_get_serial_sequence('draws', 'draw_id'));
  INSERT INTO draws (draw_id, game, number, draw_date, close_date, rules_id, amount_row, amount_side, high_win_from,
    awaits_figures, stakes_account)
  OVERRIDING SYSTEM VALUE
  VALUES (v_draw, p_game, p_number, p_draw_date, p_close_date, p_rules, p_amount_row, p_amount_side,
    p_high_win_from, p_awaits_figures, ledger_account('stakes', NULL, v_draw, p_game, NULL));
  INSERT INTO draw_steps (draw_id, from_state, to_state, at, actor)
  VALUES (v_draw, NULL, 'created', domain_now(), 'calendar');
  RETURN v_draw;
END $$;

-- For lists across games, which do not read the draws of one.
CREATE FUNCTION draw_planned_on(p_draw bigint) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT planned_date FROM draws WHERE draw_id = p_draw
$$;

-- What stopped a draw, or deserves a look. `stops` keeps the steps that run by themselves away until a person acts.
CREATE TABLE draw_alarms (
  draw_id bigint NOT NULL,
  alarm integer GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT domain_now(),
  code text NOT NULL,
  message text NOT NULL,
  detail jsonb NOT NULL,
  stops boolean NOT NULL,
  PRIMARY KEY (draw_id, alarm)
);

-- Facts: added to, never changed.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['draw_steps', 'draw_alarms']
  LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION append_only()', t);
  END LOOP;
END $$;
