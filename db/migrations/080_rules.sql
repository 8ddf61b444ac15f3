-- Up Migration
-- A draw carries the id of its rules, and the prices and the threshold that it took from them when it was planned:
-- nothing that is sold, settled or paid is looked up by a date. The dated rows themselves stand in one place,
-- rules/numbers/versions.ts.
ALTER TABLE draws RENAME COLUMN rule_version TO rules_id;
ALTER VIEW player_coupons RENAME COLUMN rule_version TO rules_id;
ALTER TABLE draws ADD COLUMN high_win_from bigint NOT NULL DEFAULT 200000;
ALTER TABLE draws ALTER COLUMN high_win_from DROP DEFAULT;

ALTER TABLE draws DISABLE TRIGGER guard;
UPDATE draws d SET rules_id = d.game || '-' || (
  SELECT max(v.since) FROM (VALUES
    ('lotto', '1986-11-29'), ('lotto', '1988-09-01'), ('lotto', '2008-05-11'), ('lotto', '2022-06-26'),
    ('lotto', '2024-11-24'), ('lotto', '2025-05-18'),
    ('vikinglotto', '1993-03-17'), ('vikinglotto', '2017-05-18'), ('vikinglotto', '2021-06-03'),
    ('vikinglotto', '2023-03-30'), ('vikinglotto', '2024-11-24'),
    ('eurojackpot', '2013-02-01'), ('eurojackpot', '2014-10-10'), ('eurojackpot', '2022-03-25'),
    ('eurojackpot', '2023-03-29'), ('eurojackpot', '2024-11-24')) v(game, since)
  WHERE v.game = d.game AND v.since <= to_char(d.draw_date AT TIME ZONE 'UTC', 'YYYY-MM-DD'));
ALTER TABLE draws ENABLE TRIGGER guard;

DROP TABLE prices;
DROP FUNCTION plan_draw;

-- Puts a draw into the calendar with its terms and its stakes account; null when the calendar holds it already.
CREATE FUNCTION plan_draw(
  p_game text, p_number integer, p_draw_date timestamptz, p_close_date timestamptz, p_rules text,
  p_amount_row bigint, p_amount_joker bigint, p_high_win_from bigint
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_draw bigint;
BEGIN
  IF EXISTS (SELECT FROM draws WHERE game = p_game AND number = p_number) THEN RETURN NULL; END IF;
  v_draw := nextval(pg_get_serial_sequence('draws', 'draw_id'));
  INSERT INTO draws (draw_id, game, number, draw_date, close_date, rules_id, amount_row, amount_joker, high_win_from,
    stakes_account)
  OVERRIDING SYSTEM VALUE
  VALUES (v_draw, p_game, p_number, p_draw_date, p_close_date, p_rules, p_amount_row, p_amount_joker,
    p_high_win_from, ledger_account('stakes', NULL, v_draw, p_game, NULL));
  INSERT INTO draw_steps (draw_id, from_state, to_state, at, actor)
  VALUES (v_draw, NULL, 'created', domain_now(), 'calendar');
  RETURN v_draw;
END $$;

CREATE OR REPLACE FUNCTION guard_draw() RETURNS trigger LANGUAGE plpgsql AS $$
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
  IF (NEW.rules_id, NEW.amount_row, NEW.amount_joker, NEW.high_win_from)
     IS DISTINCT FROM (OLD.rules_id, OLD.amount_row, OLD.amount_joker, OLD.high_win_from)
     AND (OLD.state <> 'created' OR EXISTS (SELECT FROM coupons WHERE draw_id = OLD.draw_id)) THEN
    RAISE EXCEPTION 'draw %: its terms are fixed once it is sold', OLD.draw_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
