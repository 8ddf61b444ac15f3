-- Up Migration
-- Wrong passwords, counted so that guessing gets slow. Source: decisions §2; checklist 5, 6. Unlogged: a crash
-- forgets them, and no name or address is written, only the HMAC of it.

-- The last failures in a row of a typed name, three at most; the third closes it.
CREATE UNLOGGED TABLE name_failures (
  name_key bytea PRIMARY KEY,
  failed_at timestamptz[] NOT NULL CHECK (cardinality(failed_at) BETWEEN 1 AND 3),
  last_at timestamptz NOT NULL
);
CREATE INDEX name_failures_last ON name_failures (last_at);

-- Leaking buckets: one for each network, one for all together. `level` is as it was at `last_at`.
CREATE UNLOGGED TABLE failure_levels (
  level_key bytea PRIMARY KEY,
  level double precision NOT NULL,
  last_at timestamptz NOT NULL
);
CREATE INDEX failure_levels_last ON failure_levels (last_at);

-- Seconds until a typed name may be tried again: thirty minutes from the third failure.
CREATE FUNCTION name_wait(p_name bytea, p_at timestamptz) RETURNS double precision LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(greatest(0, extract(epoch FROM last_at + interval '30 minutes' - p_at))), 0)
  FROM name_failures WHERE name_key = p_name AND cardinality(failed_at) = 3
$$;

-- Seconds until a network may try again: none for its first twenty failures, then twice as long after each, up to
-- a quarter of an hour. One failure a minute is forgotten.
CREATE FUNCTION network_wait(p_network bytea, p_at timestamptz) RETURNS double precision LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(greatest(0,
    least(900, 2 ^ least(level - 20, 10)) - extract(epoch FROM p_at - last_at))), 0)
  FROM failure_levels WHERE level_key = p_network AND level > 20
$$;

-- Seconds for which every password is held up: none below a hundred failures, then a hundredth for each, four at
-- most, so that nobody can shut others out. One failure a second is forgotten.
CREATE FUNCTION everybody_held(p_all bytea, p_at timestamptz) RETURNS double precision LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(greatest(0,
    least(4, (level - greatest(0, extract(epoch FROM p_at - last_at)) - 100) / 100))), 0)
  FROM failure_levels WHERE level_key = p_all
$$;

CREATE FUNCTION raise_level(p_key bytea, p_at timestamptz, p_forgotten_per_second double precision) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO failure_levels AS f VALUES (p_key, 1, p_at)
  ON CONFLICT (level_key) DO UPDATE SET last_at = greatest(f.last_at, p_at),
    level = 1 + greatest(0,
      f.level - p_forgotten_per_second * greatest(0, extract(epoch FROM p_at - f.last_at)))
$$;

-- Decides whether the outcome of an attempt may be told, and counts it: the seconds to wait instead, or 0. Judged
-- after the check, one attempt of a name at a time, so that many at once learn no more than one after another.
CREATE FUNCTION judge_attempt(p_name bytea, p_network bytea, p_all bytea, p_right boolean)
RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_wait double precision;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_name, 'hex'), 0));
  v_now := domain_now();
  v_wait := greatest(name_wait(p_name, v_now), network_wait(p_network, v_now));
  IF v_wait > 0 THEN RETURN v_wait; END IF;
  IF p_right THEN
    DELETE FROM name_failures WHERE name_key = p_name;
    RETURN 0;
  END IF;
  INSERT INTO name_failures AS f VALUES (p_name, ARRAY[v_now], v_now)
  ON CONFLICT (name_key) DO UPDATE SET last_at = v_now, failed_at = ARRAY(
    SELECT t FROM unnest(f.failed_at) AS t
    WHERE t > v_now - interval '30 minutes' AND cardinality(f.failed_at) < 3 ORDER BY t) || v_now;
  PERFORM raise_level(p_network, v_now, 1.0 / 60);
  PERFORM raise_level(p_all, v_now, 1);
  PERFORM forget_failures(v_now);
  RETURN 0;
END $$;

-- A few of those that count for nothing, at every failure: the tables stay as small as the last hours.
CREATE FUNCTION forget_failures(p_at timestamptz) RETURNS void LANGUAGE sql AS $$
  DELETE FROM name_failures WHERE name_key IN (
    SELECT name_key FROM name_failures WHERE last_at < p_at - interval '30 minutes'
    ORDER BY last_at LIMIT 10 FOR UPDATE SKIP LOCKED);
  DELETE FROM failure_levels WHERE level_key IN (
    SELECT level_key FROM failure_levels WHERE last_at < p_at - interval '1 day'
    ORDER BY last_at LIMIT 10 FOR UPDATE SKIP LOCKED);
$$;
