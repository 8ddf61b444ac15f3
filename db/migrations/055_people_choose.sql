-- What players chose in each program, counted from new tickets and cancellations alone (server/games/pools/people.ts).
CREATE TABLE program_choices (
  draw_id bigint PRIMARY KEY REFERENCES programs,
  rows bigint NOT NULL CHECK (rows >= 0),
  stakes bigint NOT NULL CHECK (stakes >= 0),
  -- Rows that play each outcome: those of the first match, then of the second, and so on.
  counts bigint[] NOT NULL CHECK (cardinality(counts) IN (39, 104) AND 0 <= ALL (counts)),
  counted_at timestamptz NOT NULL
);

-- All tickets up to `reached_at` are counted. Those up to `complete_at` are committed once transaction `complete_after` and all
-- before it have ended (docs/decisions/035-letters-by-cursor.md).
CREATE TABLE choice_cursor (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  reached_at timestamptz NOT NULL,
  complete_at timestamptz NOT NULL,
  complete_after bigint NOT NULL,
  CHECK (reached_at <= complete_at)
);
INSERT INTO choice_cursor VALUES (true, '-infinity', '-infinity', 0);

CREATE INDEX tickets_of_pools ON tickets (purchased_at) WHERE game IN ('totoeng', 'totoeur', 'xg');
