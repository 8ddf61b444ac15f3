-- Players may ask for a reminder of draws without a ticket of theirs. Home shows the last few draws of a player instead of
-- one.

CREATE TABLE draw_reminders (
  player_id bigint NOT NULL REFERENCES players,
  game text NOT NULL,
  asked_at timestamptz NOT NULL,
  -- Draws that close up to this moment are handled.
  told_until timestamptz NOT NULL,
  PRIMARY KEY (player_id, game)
);
CREATE INDEX draw_reminders_due ON draw_reminders (game, told_until, player_id);

DROP FUNCTION last_drawn(bigint);

CREATE FUNCTION last_drawn(p_player bigint, p_count integer) RETURNS SETOF bigint
LANGUAGE sql STABLE AS $$
  SELECT d.draw_id
  FROM (SELECT draw_id, draw_date FROM draws WHERE state IN ('payout', 'closed')
        ORDER BY draw_date DESC, draw_id DESC OFFSET 0) d
  WHERE EXISTS (
    SELECT FROM (SELECT ticket_id, coupon_id FROM coupons
                 WHERE draw_id = d.draw_id AND player_id = p_player OFFSET 0) c
    WHERE NOT EXISTS (
      SELECT FROM cancellations x
      WHERE x.player_id = p_player AND x.ticket_id = c.ticket_id AND x.coupon_id = c.coupon_id))
  ORDER BY d.draw_date DESC, d.draw_id DESC LIMIT p_count
$$;
