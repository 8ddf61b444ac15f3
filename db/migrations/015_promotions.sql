-- Promotions on tickets: in a period a raffle beside each draw of a game, for coupons that meet a condition. A coupon's
-- number is its place in the sealed book (docs/decisions/046-a-raffle-number-is-a-place-in-the-book.md).

INSERT INTO ledger_account_kinds VALUES
  ('raffle_prizes', 'What the house gives as prizes of raffles');

-- Whatever kinds there are by now, and one more.
DO $$
DECLARE v_check text;
BEGIN
  SELECT pg_get_constraintdef(oid) INTO STRICT v_check FROM pg_constraint
  WHERE conrelid = 'ledger_transfers'::regclass AND conname = 'ledger_transfers_kind_check';
  IF position('}''' IN v_check) = 0 THEN RAISE EXCEPTION 'ledger_transfers_kind_check is not as it was'; END IF;
  ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_kind_check;
  EXECUTE 'ALTER TABLE ledger_transfers ADD CONSTRAINT ledger_transfers_kind_check '
    || replace(v_check, '}''', ',raffle}''');
END $$;

-- What was promised: never changed, and taken back only before anything of the period is on sale.
CREATE TABLE promotions (
  promotion_id text PRIMARY KEY CHECK (promotion_id ~ '^[a-z0-9][a-z0-9-]{2,39}$'),
  game text NOT NULL REFERENCES games,
  -- Days of the first and the last draw that it belongs to (`draws.planned_date`).
  first_date date NOT NULL,
  last_date date NOT NULL CHECK (last_date >= first_date),
  -- Of a coupon: every one, with the game beside the rows, with ten rows, a system.
  condition text NOT NULL CHECK (condition IN ('all', 'side', 'tenRows', 'system')),
  -- In the order in which numbers are drawn: so many prizes of so much each, in every raffle.
  prize_counts integer[] NOT NULL CHECK (cardinality(prize_counts) BETWEEN 1 AND 10 AND 0 < ALL (prize_counts)
    AND 1000 >= ALL (prize_counts)),
  -- Below what waits for a claim, so that all of it is credited at once.
  prize_amounts bigint[] NOT NULL CHECK (0 < ALL (prize_amounts) AND 200000 > ALL (prize_amounts)),
  name_is text NOT NULL,
  text_is text NOT NULL,
  name_en text NOT NULL,
  text_en text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT domain_now(),
  added_by text NOT NULL,
  CHECK (cardinality(prize_counts) = cardinality(prize_amounts))
);

-- One at a time in a game, and none once a draw of its period has come on sale.
CREATE FUNCTION guard_promotion() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE p promotions := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'promotion %: never changed', p.promotion_id USING ERRCODE = 'check_violation';
  END IF;
  PERFORM 1 FROM games WHERE game = p.game FOR NO KEY UPDATE;
  PERFORM 1 FROM draws WHERE game = p.game AND planned_date BETWEEN p.first_date AND p.last_date
  ORDER BY draw_id FOR SHARE;
  IF EXISTS (SELECT FROM draws WHERE game = p.game AND planned_date BETWEEN p.first_date AND p.last_date
    AND state <> 'created') THEN
    RAISE EXCEPTION 'promotion %: its period has begun', p.promotion_id USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'INSERT' AND EXISTS (SELECT FROM promotions o WHERE o.game = p.game
    AND o.first_date <= p.last_date AND o.last_date >= p.first_date) THEN
    RAISE EXCEPTION 'promotion %: another one runs then', p.promotion_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN p;
END $$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE OR DELETE ON promotions FOR EACH ROW EXECUTE FUNCTION guard_promotion();

-- What each person entered, agreed upon or not, in the order in which the numbers were drawn.
CREATE TABLE raffle_entries (
  draw_id bigint NOT NULL,
  entry integer GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT domain_now(),
  actor text NOT NULL,
  confirms boolean NOT NULL,
  numbers integer[] NOT NULL,
  PRIMARY KEY (draw_id, entry)
);

-- One a draw: two persons drew the same numbers.
CREATE TABLE raffles (
  draw_id bigint PRIMARY KEY,
  promotion_id text NOT NULL,
  -- That took part.
  coupons integer NOT NULL CHECK (coupons >= 0),
  numbers integer[] NOT NULL CHECK (cardinality(numbers) <= coupons),
  entered_by text NOT NULL,
  confirmed_at timestamptz NOT NULL,
  confirmed_by text NOT NULL,
  CONSTRAINT two_persons CHECK (lower(btrim(entered_by)) <> lower(btrim(confirmed_by)))
);

CREATE TABLE raffle_wins (
  draw_id bigint NOT NULL REFERENCES raffles,
  -- In the order of drawing, from 1.
  place integer NOT NULL CHECK (place > 0),
  number integer NOT NULL CHECK (number > 0),
  amount bigint NOT NULL CHECK (amount > 0 AND amount < 200000),
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  PRIMARY KEY (draw_id, place),
  UNIQUE (draw_id, number),
  UNIQUE (draw_id, coupon_id)
);

CREATE TABLE raffle_payouts (
  draw_id bigint NOT NULL,
  place integer NOT NULL,
  paid_at timestamptz NOT NULL,
  PRIMARY KEY (draw_id, place),
  FOREIGN KEY (draw_id, place) REFERENCES raffle_wins
);

-- Credits what is unpaid of a raffle, all of it at once, and answers it; nothing when it is run again.
CREATE FUNCTION pay_raffle(p_draw bigint) RETURNS SETOF raffle_wins LANGUAGE plpgsql AS $$
DECLARE
  v_wins raffle_wins[];
  v_game text;
  v_now timestamptz;
BEGIN
  SELECT game INTO STRICT v_game FROM draws WHERE draw_id = p_draw FOR UPDATE;
  SELECT array_agg(w ORDER BY player_id, place) INTO v_wins FROM raffle_wins w
  WHERE draw_id = p_draw AND NOT EXISTS (
    SELECT FROM raffle_payouts p WHERE p.draw_id = w.draw_id AND p.place = w.place);
  IF v_wins IS NULL THEN RETURN; END IF;
  PERFORM 1 FROM wallets WHERE player_id IN (SELECT player_id FROM unnest(v_wins)) ORDER BY player_id FOR UPDATE;
  v_now := domain_now();
  INSERT INTO raffle_payouts (draw_id, place, paid_at) SELECT p_draw, place, v_now FROM unnest(v_wins);
  PERFORM credit_coupons(ledger_account('raffle_prizes', NULL, NULL, v_game, NULL), 'raffle', p_draw, v_now,
    array_agg(player_id ORDER BY n), array_agg(ticket_id ORDER BY n), array_agg(coupon_id ORDER BY n),
    array_agg(amount ORDER BY n), array_fill(0::bigint, ARRAY[cardinality(v_wins)]))
  FROM unnest(v_wins) WITH ORDINALITY w(draw_id, place, number, amount, player_id, ticket_id, coupon_id, n);
  RETURN QUERY SELECT * FROM unnest(v_wins);
END $$;

-- Facts: added to, never changed.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['raffle_entries', 'raffles', 'raffle_wins', 'raffle_payouts']
  LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION append_only()', t);
  END LOOP;
END $$;
