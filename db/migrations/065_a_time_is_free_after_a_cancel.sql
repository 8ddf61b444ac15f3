-- A cancelled draw keeps its number and its time. A corrected program is played at the same time under a
-- number of its own.
ALTER TABLE draws DROP CONSTRAINT draws_game_draw_date_key;
CREATE UNIQUE INDEX draws_one_at_a_time ON draws (game, draw_date) WHERE state <> 'cancelled';
CREATE INDEX draws_by_date ON draws (game, draw_date);
