-- How far the feed of matches has been read (server/games/pools/feed.ts).
CREATE TABLE match_feed (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  -- By the feed's own time: everything said up to here is stored.
  reached_at timestamptz NOT NULL DEFAULT '-infinity',
  asked_at timestamptz NOT NULL DEFAULT '-infinity',
  -- Its last answer that could be used.
  answered_at timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO match_feed DEFAULT VALUES;
