-- Whoever holds a ticket is told of a draw that was cancelled or moved, as of one that was drawn.

CREATE TABLE draw_moves (
  draw_id bigint NOT NULL REFERENCES draws,
  -- Its first move is 1.
  nth smallint NOT NULL CHECK (nth > 0),
  moved_from timestamptz NOT NULL,
  moved_to timestamptz NOT NULL,
  at timestamptz NOT NULL DEFAULT domain_now(),
  PRIMARY KEY (draw_id, nth)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw_moves
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

ALTER TABLE draw_letters_waiting DROP CONSTRAINT draw_letters_waiting_draw_id_fkey,
  DROP CONSTRAINT draw_letters_waiting_pkey;
-- What of a draw is told; of its moves each.
ALTER TABLE draw_letters DROP CONSTRAINT draw_letters_pkey,
  ADD about text NOT NULL DEFAULT 'drawn' CHECK (about IN ('drawn', 'cancelled', 'moved')),
  ADD nth smallint NOT NULL DEFAULT 0 CHECK ((nth > 0) = (about = 'moved')),
  ADD PRIMARY KEY (draw_id, about, nth);
ALTER TABLE draw_letters ALTER about DROP DEFAULT;
ALTER TABLE draw_letters_waiting
  ADD about text NOT NULL DEFAULT 'drawn', ADD nth smallint NOT NULL DEFAULT 0,
  ADD PRIMARY KEY (draw_id, about, nth, player_id),
  ADD FOREIGN KEY (draw_id, about, nth) REFERENCES draw_letters;
ALTER TABLE draw_letters_waiting ALTER about DROP DEFAULT, ALTER nth DROP DEFAULT;

-- Nobody is told today of what was cancelled before.
INSERT INTO draw_letters (draw_id, about) SELECT draw_id, 'cancelled' FROM draws WHERE state = 'cancelled';
