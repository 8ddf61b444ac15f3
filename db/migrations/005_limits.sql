-- Limits and exclusion. Every change is a row with before, after, time and origin; the values in force lie in the
-- wallet row, under the lock that every stake takes.

CREATE TABLE limit_changes (
  change_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL,
  field text NOT NULL CHECK (field IN ('depositLimitDay', 'depositLimitWeek', 'depositLimitMonth', 'stakeLimitDay',
    'lockedUntil', 'closedAt', 'certificateExpires')),
  -- A raise is requested first; it waits as long as this is the newest row of its field.
  step text NOT NULL DEFAULT 'set' CHECK (step IN ('set', 'requested', 'withdrawn')),
  before text,
  after text NOT NULL,
  -- From when a requested raise may be confirmed.
  effective_at timestamptz,
  at timestamptz NOT NULL,
  origin text NOT NULL,
  CHECK ((step = 'requested') = (effective_at IS NOT NULL))
);
CREATE INDEX limit_changes_player ON limit_changes (player_id, field, change_id);

-- Logged whoever writes it.
CREATE FUNCTION log_limit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM security_event('limitChanged', NEW.player_id, jsonb_build_object('field', NEW.field,
    'before', NEW.before, 'after', NEW.after, 'origin', NEW.origin));
  RETURN NULL;
END $$;
CREATE TRIGGER security AFTER INSERT ON limit_changes FOR EACH ROW EXECUTE FUNCTION log_limit_change();

-- What a player may deposit and has deposited, read and written under the lock of the wallet; apart from it, so that
-- a sale need not carry it along. No row: nothing was set and nothing deposited. The counters hold for the day, week
-- and month of `deposited_on`; deposits under way count.
CREATE TABLE deposit_limits (
  player_id bigint PRIMARY KEY,
  limit_day bigint CHECK (limit_day >= 0),
  limit_week bigint CHECK (limit_week >= 0),
  limit_month bigint CHECK (limit_month >= 0),
  deposited_on date NOT NULL DEFAULT '-infinity',
  deposited_day bigint NOT NULL DEFAULT 0 CHECK (deposited_day >= 0),
  deposited_week bigint NOT NULL DEFAULT 0 CHECK (deposited_week >= 0),
  deposited_month bigint NOT NULL DEFAULT 0 CHECK (deposited_month >= 0)
);

-- Why a player may move no money and change nothing of the account now, or null.
CREATE FUNCTION limits_inactive(p_closed_at timestamptz, p_certificate_expires date, p_at timestamptz)
RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_closed_at IS NOT NULL THEN 'EC_ACCOUNT_CLOSED'
    WHEN p_certificate_expires < (p_at AT TIME ZONE 'UTC')::date THEN 'EC_ELOGIN_AUTH_REQUIRED'
  END
$$;

-- Why a player may not stake this amount now, or null. The one rule for every flow that stakes.
CREATE FUNCTION limits_refusal(
  p_closed_at timestamptz, p_certificate_expires date, p_locked_until timestamptz, p_debt bigint,
  p_staked_today bigint, p_stake_limit_day bigint, p_balance bigint, p_stake bigint, p_at timestamptz
) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(limits_inactive(p_closed_at, p_certificate_expires, p_at), CASE
    WHEN p_locked_until > p_at THEN 'EC_ACTION_NOT_ALLOWED'
    WHEN p_staked_today + p_stake > p_stake_limit_day THEN 'EC_PLAYER_SALES_LIMIT'
    WHEN p_debt > 0 OR p_stake > p_balance THEN 'EC_BALANCE_TOO_LOW'
  END)
$$;

-- A certificate that was just proven: the account's day is the later one. Returns the day in force.
CREATE FUNCTION limits_renew_certificate(p_player bigint, p_expires date, p_origin text)
RETURNS date LANGUAGE plpgsql AS $$
DECLARE w wallets;
BEGIN
  SELECT * INTO STRICT w FROM wallets WHERE player_id = p_player FOR UPDATE;
  IF p_expires <= w.certificate_expires THEN RETURN w.certificate_expires; END IF;
  UPDATE wallets SET certificate_expires = p_expires WHERE player_id = p_player;
  INSERT INTO limit_changes (player_id, field, before, after, at, origin)
  VALUES (p_player, 'certificateExpires', w.certificate_expires::text, p_expires::text, domain_now(), p_origin);
  RETURN p_expires;
END $$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON limit_changes
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
