-- Teams of players in clubs, for the betting league. `teams` are those that play the matches.
CREATE TABLE club_teams (
  team_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  club_id integer NOT NULL REFERENCES clubs,
  number smallint NOT NULL CHECK (number BETWEEN 1 AND 999),
  player_id bigint NOT NULL REFERENCES players,
  -- Null once it is taken off: hidden by an operator, or its owner is erased.
  name text CHECK (length(name) BETWEEN 2 AND 30),
  -- The name as people confuse it: two names with one key are the same.
  name_key text CHECK (name_key ~ '^[a-z0-9]+$'),
  made_at timestamptz NOT NULL DEFAULT domain_now(),
  CHECK ((name IS NULL) = (name_key IS NULL)),
  UNIQUE (club_id, number),
  UNIQUE (club_id, name_key)
);
CREATE INDEX club_teams_owner ON club_teams (player_id);

-- Which team a player plays for, from when on; null is none. The team of a ticket follows from its purchase.
CREATE TABLE club_team_choices (
  player_id bigint NOT NULL REFERENCES players,
  choice bigint GENERATED ALWAYS AS IDENTITY,
  team_id bigint REFERENCES club_teams,
  chosen_at timestamptz NOT NULL DEFAULT domain_now(),
  PRIMARY KEY (player_id, choice)
);
CREATE INDEX club_team_choices_team ON club_team_choices (team_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON club_team_choices
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Names that an operator took off a team: no team has one of them again.
CREATE TABLE refused_team_names (
  name_key text PRIMARY KEY,
  team_id bigint NOT NULL REFERENCES club_teams,
  refused_at timestamptz NOT NULL DEFAULT domain_now(),
  refused_by text NOT NULL,
  reason text NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON refused_team_names
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Players who reported a name. Another name of the same team is reported anew.
CREATE TABLE team_reports (
  team_id bigint NOT NULL REFERENCES club_teams,
  name_key text NOT NULL,
  player_id bigint NOT NULL REFERENCES players,
  reported_at timestamptz NOT NULL DEFAULT domain_now(),
  PRIMARY KEY (team_id, name_key, player_id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON team_reports
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
