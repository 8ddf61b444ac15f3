-- Matches, for all games that are played on them (server/fixtures). All data of a match are facts, each with its source and
-- time. Sources may differ, and their facts are never changed. Countries and teams have the names of their source.

CREATE TABLE sports (sport_id text PRIMARY KEY);
INSERT INTO sports VALUES ('football');

CREATE TABLE countries (
  country_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name <> '')
);

CREATE TABLE competitions (
  competition_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sport_id text NOT NULL REFERENCES sports,
  country_id bigint NOT NULL REFERENCES countries,
  name text NOT NULL CHECK (name <> ''),
  UNIQUE (country_id, sport_id, name)
);

CREATE TABLE teams (
  team_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sport_id text NOT NULL REFERENCES sports,
  country_id bigint NOT NULL REFERENCES countries,
  name text NOT NULL CHECK (name <> ''),
  UNIQUE (country_id, sport_id, name)
);

CREATE TABLE matches (
  match_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  competition_id bigint NOT NULL REFERENCES competitions,
  home_id bigint NOT NULL REFERENCES teams,
  away_id bigint NOT NULL REFERENCES teams,
  created_at timestamptz NOT NULL DEFAULT domain_now(),
  CHECK (home_id <> away_id)
);
CREATE INDEX matches_home ON matches (home_id);
CREATE INDEX matches_away ON matches (away_id);

-- The number by which a source knows a match; set by an import or a person, never guessed from names.
CREATE TABLE match_numbers (
  source text NOT NULL CHECK (source ~ '^[a-z][a-z0-9-]*$'),
  number text NOT NULL CHECK (number <> ''),
  match_id bigint NOT NULL REFERENCES matches,
  at timestamptz NOT NULL DEFAULT domain_now(),
  actor text NOT NULL,
  PRIMARY KEY (source, number)
);
CREATE INDEX match_numbers_match ON match_numbers (match_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON match_numbers
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- The latest fact of a kind is the current one of its source. `operator`: one person entered it. `decision`: another person
-- entered the same, and it overrides all sources. The score is the one after regular time.
CREATE TABLE match_facts (
  fact_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  match_id bigint NOT NULL REFERENCES matches,
  source text NOT NULL CHECK (source ~ '^[a-z][a-z0-9-]*$'),
  kind text NOT NULL CHECK (kind IN ('kickOff', 'state', 'score', 'extraTime', 'shootOut')),
  kick_off timestamptz,
  state text CHECK (state IN ('notStarted', 'onGoing', 'finished', 'abandoned', 'postponed', 'cancelled')),
  home smallint CHECK (home BETWEEN 0 AND 99),
  away smallint CHECK (away BETWEEN 0 AND 99),
  -- The time that the source gives for the fact, and the time at which it was stored here.
  at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT domain_now(),
  actor text NOT NULL,
  actor_key text,
  proposer_key text,
  CONSTRAINT one_value CHECK ((kind = 'kickOff') = (kick_off IS NOT NULL) AND (kind = 'state') = (state IS NOT NULL)
    AND (kind IN ('score', 'extraTime', 'shootOut')) = (home IS NOT NULL) AND (home IS NULL) = (away IS NULL)),
  CONSTRAINT two_persons CHECK (source <> 'decision' OR is_other_person(proposer_key, actor_key))
);
CREATE INDEX match_facts_last ON match_facts (match_id, kind, source, fact_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON match_facts
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Kick-off for sales: the decision of two persons, else the earliest time of any source.
CREATE FUNCTION first_kick_off(p_match bigint) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT coalesce(min(kick_off) FILTER (WHERE source = 'decision'), min(kick_off)) FROM (
    SELECT DISTINCT ON (source) source, kick_off FROM match_facts
    WHERE match_id = p_match AND kind = 'kickOff' ORDER BY source, fact_id DESC) said
$$;
