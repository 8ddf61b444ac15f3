-- People: who they are, their sessions, and the browsers they are known by.

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
  -- Demo players and sample players exist in embedded mode only; production refuses to start beside them.
  demo boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT domain_now(),
  -- A password that was set by a link from an e-mail opens nothing until its owner proves by electronic ID to be there.
  needs_e_id boolean NOT NULL DEFAULT false,
  -- Minutes between two reminders of time and money spent; 0: none.
  reminder_minutes smallint NOT NULL DEFAULT 60 CHECK (reminder_minutes IN (0, 30, 60, 120)),
  bank_account text CHECK (bank_account ~ '^\d{4}-\d{2}-\d{6}$'),
  -- How often spending is shown unasked, and when it was shown last.
  review_days integer NOT NULL DEFAULT 14 CHECK (review_days IN (7, 14, 30)),
  reviewed_at timestamptz NOT NULL DEFAULT domain_now(),
  erased_at timestamptz,
  -- Argon2id of the national id: who comes again is known again, and the number is not kept.
  erased_person bytea UNIQUE CHECK (length(erased_person) = 32),
  -- Whether a player wants the letter and the notice after each draw: yes, until the player says otherwise.
  draw_letters boolean NOT NULL DEFAULT true,
  -- False: nobody reads what comes to this address, and no message is sent there. The marked sample players; those of a bench.
  mailbox boolean NOT NULL DEFAULT true,
  -- An erased player has nothing personal left, and whatever was under way meanwhile writes nothing personal back
  -- (docs/decisions/032-what-erasure-leaves.md).
  CONSTRAINT players_erased CHECK (
    erased_at IS NULL AND erased_person IS NULL
    OR erased_at IS NOT NULL AND username = 'erased-' || player_id
      AND email = 'erased-' || player_id || '@hending.invalid' AND first_name = '' AND last_name = ''
      AND num_nonnulls(password_hash, national_id, mobile, phone, address, postal_code, support_id, bank_account) = 0
      AND NOT mail_list)
);
CREATE UNIQUE INDEX players_username ON players (lower(username));
CREATE UNIQUE INDEX players_email ON players (email);

-- One row. All digests of erased persons have one salt, since a person is looked up by the digest.
CREATE TABLE erasure_salt (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  salt bytea NOT NULL DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);
INSERT INTO erasure_salt DEFAULT VALUES;

CREATE TABLE saved_cards (
  player_id bigint NOT NULL REFERENCES players,
  purpose text NOT NULL CHECK (purpose IN ('deposit', 'subscription')),
  brand text NOT NULL CHECK (brand IN ('visa', 'mastercard')),
  last4 text NOT NULL CHECK (last4 ~ '^\d{4}$'),
  expires text NOT NULL CHECK (expires ~ '^\d{4}$'),
  PRIMARY KEY (player_id, purpose)
);

-- The letter that says at the end of a month what was spent and won in it. One row: the month whose letters are next,
-- and the last player who was looked at for it.
CREATE TABLE play_reviews (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  reached_player bigint NOT NULL DEFAULT 0
);
INSERT INTO play_reviews (month) SELECT date_trunc('month', domain_now() AT TIME ZONE 'UTC')::date;


-- Sessions. Only the SHA-256 of the token is kept.
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

-- When a session ends by itself: after 30 idle minutes, and at `ends_at` however busy it is.
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

-- Keeps sessions alive. One that a step of the clock has just taken along is not pulled back; one that is held is
-- being ended or touched by its holder, and nobody waits for it: all calls that arrive together share this one.
CREATE FUNCTION touch_sessions(p_hashes bytea[]) RETURNS void LANGUAGE sql AS $$
  UPDATE sessions SET last_used_at = greatest(last_used_at, domain_now())
  WHERE token_hash IN (SELECT token_hash FROM sessions WHERE token_hash = ANY (p_hashes) FOR UPDATE SKIP LOCKED)
$$;

-- Browsers that a player signed in with, by the SHA-256 of the token in their cookie. One that is new is told to the
-- player. A known one is counted apart from strangers, so that nobody else closes that person's ways in.
CREATE TABLE known_devices (
  player_id bigint NOT NULL REFERENCES players,
  device_hash bytea NOT NULL,
  first_used_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  -- Language of the page of the last sign-in: the player's language where nobody is asking.
  locale text NOT NULL DEFAULT 'is' CHECK (locale IN ('is', 'en')),
  PRIMARY KEY (player_id, device_hash)
);
CREATE INDEX known_devices_hash ON known_devices (device_hash);

-- Looks from the device, never from the name, and the nested query keeps it so: what it costs tells nothing of others.
CREATE FUNCTION is_known_device(p_device bytea, p_username text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM known_devices k WHERE k.device_hash = p_device
      AND (SELECT lower(p.username) = lower(p_username) FROM players p WHERE p.player_id = k.player_id))
$$;

-- The player who has signed in with this device and has this national id or phone; null for a stranger.
CREATE FUNCTION known_player_of(p_device bytea, p_asked text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT min(k.player_id) FROM known_devices k WHERE k.device_hash = p_device
    AND (SELECT p_asked IN (p.national_id, p.mobile, p.phone) FROM players p WHERE p.player_id = k.player_id)
$$;

-- Facts: added to, never changed.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['erasure_salt', 'sign_ins']
  LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION append_only()', t);
  END LOOP;
END $$;
