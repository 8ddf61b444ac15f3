-- How the rows of a running program stand: counted from its sealed book each time its scores have changed.
CREATE TABLE program_standings (
  draw_id bigint PRIMARY KEY REFERENCES programs,
  -- The last fact of its matches that was looked at.
  fact_id bigint NOT NULL,
  counted_at timestamptz NOT NULL,
  -- Of each match the place of its outcome by the scores; null while there is none.
  outcomes smallint[] NOT NULL CHECK (cardinality(outcomes) = 13),
  -- Rows by how many of these they have wrong, none first; null where the book cannot be counted.
  rows bigint[] CHECK (cardinality(rows) <= 14)
);
