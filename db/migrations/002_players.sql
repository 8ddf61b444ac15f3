-- Up Migration
-- People and their sessions. Source: accounts specification §3; decisions §2, §3.

CREATE TABLE clubs (
  club_id integer PRIMARY KEY,
  name text NOT NULL
);

CREATE TABLE players (
  player_id bigint GENERATED ALWAYS AS IDENTITY (START WITH 100001) PRIMARY KEY,
  username text NOT NULL,
  password_hash text,
  national_id text UNIQUE,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  mobile text,
  address text,
  postal_code text,
  phone text,
  mail_list boolean NOT NULL DEFAULT false,
  payment_method text NOT NULL DEFAULT 'creditCard' CHECK (payment_method IN ('creditCard', 'aur')),
  support_id integer REFERENCES clubs,
  -- Demo players and the crowd exist in embedded mode only; production refuses to start beside them.
  demo boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT domain_now()
);

CREATE UNIQUE INDEX players_username ON players (lower(username));

CREATE TABLE saved_cards (
  player_id bigint NOT NULL REFERENCES players,
  purpose text NOT NULL CHECK (purpose IN ('deposit', 'subscription')),
  brand text NOT NULL CHECK (brand IN ('visa', 'mastercard')),
  last4 text NOT NULL CHECK (last4 ~ '^\d{4}$'),
  expires text NOT NULL CHECK (expires ~ '^\d{4}$'),
  PRIMARY KEY (player_id, purpose)
);

-- Only the SHA-256 of the token is kept.
CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES players,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  fresh_at timestamptz NOT NULL,
  channel text,
  -- How its owner names it when ending it: the token's hash is nobody's business.
  session_id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- What the browser said of itself, in a word each.
  browser text,
  system text
) WITH (fillfactor = 80);

CREATE INDEX sessions_player ON sessions (player_id);

CREATE TABLE sign_ins (
  player_id bigint NOT NULL,
  at timestamptz NOT NULL,
  way text NOT NULL,
  PRIMARY KEY (player_id, at)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sign_ins
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- When a session ends by itself: 30 idle minutes, 12 hours at most (decisions §2).
CREATE FUNCTION session_end(p_last_used_at timestamptz, p_ends_at timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE AS $$ SELECT least(p_ends_at, p_last_used_at + interval '30 minutes') $$;

-- How old `last_used_at` may grow before a call writes it again.
CREATE FUNCTION session_stale(p_last_used_at timestamptz, p_at timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$ SELECT p_last_used_at < p_at - interval '1 minute' $$;

-- The live ones among these sessions; `stale` where its use must be written. A function, so that its plan stays a
-- look-up by key however small the table was when the plan was made.
CREATE FUNCTION live_sessions(p_hashes bytea[])
RETURNS TABLE (token_hash bytea, player_id bigint, stale boolean)
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE v_now timestamptz := domain_now();
BEGIN
  RETURN QUERY
    SELECT s.token_hash, s.player_id, session_stale(s.last_used_at, v_now) FROM sessions s
    WHERE s.token_hash = ANY (p_hashes) AND session_end(s.last_used_at, s.ends_at) > v_now;
END $$;

-- Keeps sessions alive. One that a walk of the clock has just taken along is not pulled back.
CREATE FUNCTION touch_sessions(p_hashes bytea[]) RETURNS void LANGUAGE sql AS $$
  UPDATE sessions SET last_used_at = greatest(last_used_at, domain_now())
  WHERE token_hash IN (
    SELECT token_hash FROM sessions WHERE token_hash = ANY (p_hashes) ORDER BY token_hash FOR UPDATE)
$$;
