-- Up Migration
-- Tickets: one header, one coupon a draw. No field changes after the sale (checklist 62): what happens later is a row
-- in a table of its own, and a ticket's status is read from those facts.

CREATE TABLE tickets (
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  game text NOT NULL,
  purchased_at timestamptz NOT NULL,
  stake bigint NOT NULL CHECK (stake > 0),
  -- Bit n-1 stands for number n; a system is one row of more numbers.
  row_masks bigint[] NOT NULL,
  bonus_masks bigint[],
  -- Bit i is set when row i was picked by the machine.
  quick_picks integer NOT NULL,
  system smallint NOT NULL,
  row_count integer NOT NULL CHECK (row_count > 0),
  joker char(5),
  channel text,
  ip text,
  affiliate_id bigint,
  PRIMARY KEY (player_id, ticket_id)
);

CREATE TABLE coupons (
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  draw_id bigint NOT NULL,
  stake bigint NOT NULL CHECK (stake > 0),
  PRIMARY KEY (player_id, ticket_id, coupon_id)
);
CREATE INDEX coupons_draw ON coupons (draw_id);

CREATE TABLE cancellations (
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  draw_id bigint NOT NULL,
  at timestamptz NOT NULL,
  by text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('player', 'draw')),
  PRIMARY KEY (player_id, ticket_id, coupon_id)
);
CREATE INDEX cancellations_draw ON cancellations (draw_id);

-- One row a winning coupon, written by settlement after both engines agree.
CREATE TABLE coupon_wins (
  draw_id bigint NOT NULL,
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  joker_amount bigint NOT NULL CHECK (joker_amount >= 0),
  -- At or above the manual threshold: stops for handling (checklist 88).
  high boolean NOT NULL,
  PRIMARY KEY (draw_id, player_id, coupon_id)
);
CREATE INDEX coupon_wins_ticket ON coupon_wins (player_id, ticket_id);

-- Keyed by coupon: a second run posts nothing.
CREATE TABLE coupon_payouts (
  draw_id bigint NOT NULL,
  player_id bigint NOT NULL,
  coupon_id uuid NOT NULL,
  paid_at timestamptz NOT NULL,
  PRIMARY KEY (draw_id, player_id, coupon_id)
);

-- The stored answer of a call that moved money, for ever (decisions §1).
CREATE TABLE idempotency_keys (
  player_id bigint NOT NULL,
  call text NOT NULL,
  key text NOT NULL,
  input_hash bytea NOT NULL,
  answer text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (player_id, call, key)
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['tickets', 'coupons', 'cancellations', 'coupon_wins', 'coupon_payouts', 'idempotency_keys']
  LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION append_only()', t);
  END LOOP;
END $$;
