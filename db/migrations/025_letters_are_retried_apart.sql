-- Letters of a draw that cannot be written wait until then, so that they do not hold up those of other draws.
ALTER TABLE draw_letters_waiting ADD COLUMN retry_at timestamptz;
