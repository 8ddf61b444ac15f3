-- Draws of a calendar open one after the other: the next when the sale of the one before ends. Others are planned and
-- released by command, each by itself, so that several of a game are on sale at once.

ALTER TABLE draws ADD COLUMN in_turn boolean NOT NULL DEFAULT true;

DROP FUNCTION plan_draw;

CREATE FUNCTION plan_draw(
  p_game text, p_number integer, p_draw_date timestamptz, p_close_date timestamptz, p_rules text,
  p_amount_row bigint, p_amount_side bigint, p_high_win_from bigint, p_awaits_figures boolean,
  p_held_above bigint, p_held_days integer, p_in_turn boolean, p_actor text
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_draw bigint;
BEGIN
  IF EXISTS (SELECT FROM draws WHERE game = p_game AND number = p_number) THEN RETURN NULL; END IF;
  v_draw := nextval(pg_get_serial_sequence('draws', 'draw_id'));
  INSERT INTO draws (draw_id, game, number, draw_date, close_date, rules_id, amount_row, amount_side, high_win_from,
    awaits_figures, held_above, held_days, in_turn, stakes_account)
  OVERRIDING SYSTEM VALUE
  VALUES (v_draw, p_game, p_number, p_draw_date, p_close_date, p_rules, p_amount_row, p_amount_side,
    p_high_win_from, p_awaits_figures, p_held_above, p_held_days, p_in_turn,
    ledger_account('stakes', NULL, v_draw, p_game, NULL));
  INSERT INTO draw_steps (draw_id, from_state, to_state, at, actor)
  VALUES (v_draw, NULL, 'created', domain_now(), p_actor);
  RETURN v_draw;
END $$;
