-- The last draw with prizes in which a player has a coupon that was not given back, found from the player's own:
-- a draw has a million others.
CREATE FUNCTION last_drawn(p_player bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT c.draw_id
  FROM (SELECT player_id, ticket_id, coupon_id, draw_id FROM coupons WHERE player_id = p_player OFFSET 0) c,
    LATERAL (SELECT state, draw_date FROM draws d WHERE d.draw_id = c.draw_id OFFSET 0) d
  WHERE d.state IN ('payout', 'closed') AND NOT EXISTS (
    SELECT FROM cancellations x
    WHERE x.player_id = c.player_id AND x.ticket_id = c.ticket_id AND x.coupon_id = c.coupon_id)
  ORDER BY d.draw_date DESC, c.draw_id DESC LIMIT 1
$$;
