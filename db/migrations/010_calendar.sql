-- Up Migration
-- Which games are sold, their prices, and what may go wrong with a draw. Source: domain §1, §11; design §7.

CREATE TABLE games (
  game text PRIMARY KEY,
  on_sale boolean NOT NULL
);
INSERT INTO games VALUES ('lotto', true), ('vikinglotto', false), ('eurojackpot', false);

INSERT INTO prices (game, valid_from, amount_row, amount_joker) VALUES
  ('lotto', '2024-11-24', 150, 250), ('vikinglotto', '2024-11-24', 115, 250),
  ('eurojackpot', '2024-11-24', 310, 250);

-- What stopped a draw, or deserves a look. `stops` keeps the steps that run by themselves away until a
-- person acts.
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
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw_alarms
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Puts a draw into the calendar with its stakes account; null when the calendar holds it already.
CREATE FUNCTION plan_draw(
  p_game text, p_number integer, p_draw_date timestamptz, p_close_date timestamptz, p_version text
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_draw bigint;
  v_price prices;
BEGIN
  IF EXISTS (SELECT FROM draws WHERE game = p_game AND number = p_number) THEN RETURN NULL; END IF;
  SELECT * INTO STRICT v_price FROM prices
  WHERE game = p_game AND valid_from <= (p_draw_date AT TIME ZONE 'UTC')::date
  ORDER BY valid_from DESC LIMIT 1;
  v_draw := nextval(pg_get_serial_sequence('draws', 'draw_id'));
  INSERT INTO draws (draw_id, game, number, draw_date, close_date, rule_version, amount_row, amount_joker,
    stakes_account)
  OVERRIDING SYSTEM VALUE
  VALUES (v_draw, p_game, p_number, p_draw_date, p_close_date, p_version, v_price.amount_row,
    v_price.amount_joker, ledger_account('stakes', NULL, v_draw, p_game, NULL));
  INSERT INTO draw_steps (draw_id, from_state, to_state, at, actor)
  VALUES (v_draw, NULL, 'created', domain_now(), 'calendar');
  RETURN v_draw;
END $$;
