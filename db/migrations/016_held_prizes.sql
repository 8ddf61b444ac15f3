-- Prizes so large that they are paid no sooner than some weeks after their draw, so that a complaint can come first.

-- Taken from the rules when the draw is planned, as its other terms are. Null: nothing is held.
ALTER TABLE draws ADD held_above bigint, ADD held_days integer,
  ADD CONSTRAINT draws_hold CHECK ((held_above IS NULL) = (held_days IS NULL));
UPDATE draws SET held_above = 5000000, held_days = 28 WHERE origin = 'calendar';

DO $$
DECLARE
  v_old text := pg_get_functiondef('guard_draw'::regproc);
  v_new text := replace(replace(v_old, 'NEW.high_win_from,', 'NEW.high_win_from, NEW.held_above, NEW.held_days,'),
    'OLD.high_win_from,', 'OLD.high_win_from, OLD.held_above, OLD.held_days,');
BEGIN
  IF length(v_new) < length(v_old) + 60 THEN RAISE EXCEPTION 'guard_draw is not as it was'; END IF;
  EXECUTE v_new;
END $$;

DROP FUNCTION plan_draw;
-- Puts a draw into the calendar with its terms and its stakes account; null when the calendar holds it already.
CREATE FUNCTION plan_draw(
  p_game text, p_number integer, p_draw_date timestamptz, p_close_date timestamptz, p_rules text,
  p_amount_row bigint, p_amount_side bigint, p_high_win_from bigint, p_awaits_figures boolean,
  p_held_above bigint, p_held_days integer
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_draw bigint;
BEGIN
  IF EXISTS (SELECT FROM draws WHERE game = p_game AND number = p_number) THEN RETURN NULL; END IF;
  v_draw := nextval(pg_get_serial_sequence('draws', 'draw_id'));
  INSERT INTO draws (draw_id, game, number, draw_date, close_date, rules_id, amount_row, amount_side, high_win_from,
    awaits_figures, held_above, held_days, stakes_account)
  OVERRIDING SYSTEM VALUE
  VALUES (v_draw, p_game, p_number, p_draw_date, p_close_date, p_rules, p_amount_row, p_amount_side,
    p_high_win_from, p_awaits_figures, p_held_above, p_held_days,
    ledger_account('stakes', NULL, v_draw, p_game, NULL));
  INSERT INTO draw_steps (draw_id, from_state, to_state, at, actor)
  VALUES (v_draw, NULL, 'created', domain_now(), 'calendar');
  RETURN v_draw;
END $$;

-- The first day on which a coupon's prize can be paid; null when it is not so large that it is held.
CREATE FUNCTION payable_from(p_draw bigint, p_amount bigint) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (draw_date AT TIME ZONE 'UTC')::date + held_days FROM draws WHERE draw_id = p_draw AND p_amount > held_above
$$;

-- The same day while it is ahead.
CREATE FUNCTION held_until(p_draw bigint, p_amount bigint) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT day FROM payable_from(p_draw, p_amount) day WHERE day > (domain_now() AT TIME ZONE 'UTC')::date
$$;

CREATE FUNCTION guard_release() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_held date;
BEGIN
  SELECT held_until(draw_id, amount + side_amount) INTO v_held FROM coupon_wins
  WHERE (draw_id, player_id, coupon_id) = (NEW.draw_id, NEW.player_id, NEW.coupon_id);
  IF v_held IS NOT NULL THEN
    RAISE EXCEPTION 'coupon %: paid from % at the earliest', NEW.coupon_id, v_held USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE INSERT ON prize_releases FOR EACH ROW EXECUTE FUNCTION guard_release();
