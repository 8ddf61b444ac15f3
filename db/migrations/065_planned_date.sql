-- Up Migration
-- The day a draw was planned for. Its game week hangs on it and stays when the draw is moved to another day.

ALTER TABLE draws ADD COLUMN planned_date date;
UPDATE draws d SET planned_date = coalesce(
  (SELECT substring(reason FROM '^moved from (\d{4}-\d\d-\d\d)T')::date FROM draw_steps s
   WHERE s.draw_id = d.draw_id AND from_state = 'released' AND to_state = 'released' ORDER BY step LIMIT 1),
  (draw_date AT TIME ZONE 'UTC')::date);
ALTER TABLE draws ALTER COLUMN planned_date SET NOT NULL;
CREATE INDEX draws_planned ON draws (game, planned_date);

CREATE FUNCTION plan_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.planned_date := CASE TG_OP WHEN 'UPDATE' THEN OLD.planned_date
    ELSE (NEW.draw_date AT TIME ZONE 'UTC')::date END;
  RETURN NEW;
END $$;
CREATE TRIGGER planned BEFORE INSERT OR UPDATE OF planned_date ON draws
  FOR EACH ROW EXECUTE FUNCTION plan_date();

-- For lists across games, which do not read the draws of one.
CREATE FUNCTION draw_planned_on(p_draw bigint) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT planned_date FROM draws WHERE draw_id = p_draw
$$;
