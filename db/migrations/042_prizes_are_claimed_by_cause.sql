-- The claim of a large prize hangs on its cause: a coupon, or a ticket without a draw. The two have no id in common, so
-- player and id are enough. `draw_id` stands beside a coupon alone, and there alone the foreign key is checked.
DROP VIEW large_prizes;
ALTER TABLE prize_releases DROP CONSTRAINT prize_releases_draw_id_player_id_coupon_id_claimed_by_fkey,
  DROP CONSTRAINT prize_releases_pkey, DROP COLUMN draw_id;
ALTER TABLE prize_claims DROP CONSTRAINT prize_claims_pkey,
  DROP CONSTRAINT prize_claims_draw_id_player_id_coupon_id_claimed_by_key, ALTER COLUMN draw_id DROP NOT NULL;
ALTER TABLE prize_lapses DROP CONSTRAINT prize_lapses_pkey, ALTER COLUMN draw_id DROP NOT NULL;
ALTER TABLE prize_claims RENAME COLUMN coupon_id TO cause_id;
ALTER TABLE prize_releases RENAME COLUMN coupon_id TO cause_id;
ALTER TABLE prize_lapses RENAME COLUMN coupon_id TO cause_id;
ALTER TABLE prize_claims ADD PRIMARY KEY (player_id, cause_id), ADD UNIQUE (player_id, cause_id, claimed_by);
ALTER TABLE prize_lapses ADD PRIMARY KEY (player_id, cause_id);
ALTER TABLE prize_releases ADD PRIMARY KEY (player_id, cause_id),
  ADD FOREIGN KEY (player_id, cause_id, claimed_by) REFERENCES prize_claims (player_id, cause_id, claimed_by);

CREATE INDEX settled_tickets_high ON settled_tickets (settled_at) WHERE high;

-- `due_from`: when the year for the claim begins; null before the draw is paid out.
CREATE VIEW large_prizes AS
SELECT p.draw_id, p.player_id, p.ticket_id, p.coupon_id, p.cause_id, p.amount, p.due_from,
  claim_by(p.due_from) AS claim_by,
  (claim_by(p.due_from) + 1)::timestamp AT TIME ZONE 'UTC' AS lapses_at,
  c.claimed_at, c.claimed_by, r.released_at, r.released_by, l.lapsed_at,
  CASE WHEN l.lapsed_at IS NOT NULL THEN 'lapsed' WHEN r.released_at IS NOT NULL THEN 'paid'
    WHEN c.claimed_at IS NOT NULL THEN 'claimed' WHEN p.due_from IS NOT NULL THEN 'waiting' ELSE 'pending'
    END AS status
FROM (
  SELECT w.draw_id, w.player_id, w.ticket_id, w.coupon_id, w.coupon_id AS cause_id, w.amount + w.side_amount AS amount,
    due.due_from
  FROM coupon_wins w CROSS JOIN LATERAL (SELECT prizes_due_from(w.draw_id) AS due_from OFFSET 0) due
  WHERE w.high
  UNION ALL
  SELECT NULL, player_id, ticket_id, NULL, ticket_id, amount, settled_at FROM settled_tickets WHERE high
) p
LEFT JOIN prize_claims c ON c.player_id = p.player_id AND c.cause_id = p.cause_id
LEFT JOIN prize_releases r ON r.player_id = p.player_id AND r.cause_id = p.cause_id
LEFT JOIN prize_lapses l ON l.player_id = p.player_id AND l.cause_id = p.cause_id;

CREATE OR REPLACE FUNCTION guard_release() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_held date;
BEGIN
  SELECT held_until(draw_id, amount) INTO v_held FROM large_prizes
  WHERE player_id = NEW.player_id AND cause_id = NEW.cause_id;
  IF v_held IS NOT NULL THEN
    RAISE EXCEPTION 'prize %: paid from % at the earliest', NEW.cause_id, v_held USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE VIEW tickets_without_draw AS
SELECT t.player_id, t.ticket_id, NULL::uuid AS coupon_id, t.game, NULL::bigint AS draw_id, NULL::integer AS draw,
  NULL::timestamptz AS draw_date, NULL::timestamptz AS close_date, t.purchased_at, t.channel, t.stake,
  NULL::integer AS row_count,
  CASE WHEN s.amount IS NULL THEN 'pending' WHEN h.lapsed OR s.amount = 0 THEN 'lost'
    WHEN NOT s.high OR h.released THEN 'paid' WHEN h.claimed THEN 'claimed' ELSE 'highwind' END AS status,
  CASE WHEN h.lapsed THEN 0 ELSE coalesce(s.amount, 0) END AS amount_win,
  CASE WHEN h.lapsed THEN s.amount END AS amount_lapsed,
  CASE WHEN s.high THEN claim_by(s.settled_at) END AS claim_by, NULL::uuid AS subscription_id
FROM tickets t LEFT JOIN LATERAL (
  SELECT * FROM settled_tickets s WHERE s.player_id = t.player_id AND s.ticket_id = t.ticket_id OFFSET 0
) s ON true LEFT JOIN LATERAL (
  SELECT EXISTS (SELECT FROM prize_claims c WHERE c.player_id = t.player_id AND c.cause_id = t.ticket_id) AS claimed,
    EXISTS (SELECT FROM prize_releases r WHERE r.player_id = t.player_id AND r.cause_id = t.ticket_id) AS released,
    EXISTS (SELECT FROM prize_lapses l WHERE l.player_id = t.player_id AND l.cause_id = t.ticket_id) AS lapsed
  WHERE s.high OFFSET 0
) h ON true
WHERE t.row_masks IS NULL;
