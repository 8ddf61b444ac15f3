-- Up Migration
-- Limits and exclusion. Every change is a row with before, after, time and origin (checklist 44); the values in
-- force lie in the wallet row, under the lock that every stake takes. Source: decisions §3; checklist 26-37.

CREATE TABLE limit_changes (
  change_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL,
  field text NOT NULL CHECK (field IN ('stakeLimitDay', 'lockedUntil', 'closedAt', 'certificateExpires')),
  before text,
  after text NOT NULL,
  at timestamptz NOT NULL,
  origin text NOT NULL
);
CREATE INDEX limit_changes_player ON limit_changes (player_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON limit_changes
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Why a player may not stake this amount now, or null. The one rule for every flow that stakes (decisions §1, §2).
CREATE FUNCTION limits_refusal(
  p_closed_at timestamptz, p_certificate_expires date, p_locked_until timestamptz, p_debt bigint,
  p_staked_today bigint, p_stake_limit_day bigint, p_balance bigint, p_stake bigint, p_at timestamptz
) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_closed_at IS NOT NULL THEN 'EC_ACCOUNT_CLOSED'
    WHEN p_certificate_expires < (p_at AT TIME ZONE 'UTC')::date THEN 'EC_ELOGIN_AUTH_REQUIRED'
    WHEN p_locked_until > p_at THEN 'EC_ACTION_NOT_ALLOWED'
    WHEN p_staked_today + p_stake > p_stake_limit_day THEN 'EC_PLAYER_SALES_LIMIT'
    WHEN p_debt > 0 OR p_stake > p_balance THEN 'EC_BALANCE_TOO_LOW'
  END
$$;

-- A lock starts at once and is never shortened (checklist 37). Returns the end in force.
CREATE FUNCTION limits_lock(p_player bigint, p_until timestamptz, p_origin text)
RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE w wallets;
BEGIN
  SELECT * INTO STRICT w FROM wallets WHERE player_id = p_player FOR UPDATE;
  IF p_until <= w.locked_until THEN RETURN w.locked_until; END IF;
  UPDATE wallets SET locked_until = p_until WHERE player_id = p_player;
  INSERT INTO limit_changes (player_id, field, before, after, at, origin)
  VALUES (p_player, 'lockedUntil', w.locked_until::text, p_until::text, domain_now(), p_origin);
  RETURN p_until;
END $$;

-- A lower day limit for stakes holds from the next request on (checklist 28); raising it comes with the limits call.
CREATE FUNCTION limits_lower_stake_day(p_player bigint, p_limit bigint, p_origin text)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE w wallets;
BEGIN
  SELECT * INTO STRICT w FROM wallets WHERE player_id = p_player FOR UPDATE;
  IF p_limit >= w.stake_limit_day THEN RETURN; END IF;
  UPDATE wallets SET stake_limit_day = p_limit WHERE player_id = p_player;
  INSERT INTO limit_changes (player_id, field, before, after, at, origin)
  VALUES (p_player, 'stakeLimitDay', w.stake_limit_day::text, p_limit::text, domain_now(), p_origin);
END $$;
