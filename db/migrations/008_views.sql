-- Up Migration
-- Every coupon with what became of it, read from facts (domain §11.6). Amounts in whole krónur.

CREATE VIEW player_coupons AS
SELECT t.player_id, t.ticket_id, c.coupon_id, t.game, c.draw_id, d.number AS draw, d.draw_date, d.close_date, d.state,
  d.rule_version, t.purchased_at, t.channel, t.stake AS stake_total, c.stake, t.row_masks, t.bonus_masks, t.quick_picks,
  t.system, t.row_count, t.joker,
  CASE
    WHEN x.coupon_id IS NOT NULL THEN 'cancelled'
    WHEN NOT known THEN 'pending'
    -- A draw is settled when the claim period has ended: what nobody claimed has lapsed.
    WHEN lapsed OR coalesce(w.amount + w.joker_amount, 0) = 0 THEN 'lost'
    WHEN p.coupon_id IS NOT NULL THEN 'paid'
    ELSE 'won'
  END AS status,
  CASE WHEN known AND NOT lapsed THEN coalesce(w.amount + w.joker_amount, 0) ELSE 0 END AS amount_win,
  CASE WHEN known AND NOT lapsed THEN coalesce(w.joker_amount, 0) ELSE 0 END AS joker_amount_win,
  CASE WHEN known AND lapsed THEN w.amount + w.joker_amount END AS amount_lapsed
FROM tickets t
JOIN coupons c USING (player_id, ticket_id)
JOIN draws d USING (draw_id)
LEFT JOIN cancellations x USING (player_id, ticket_id, coupon_id)
LEFT JOIN coupon_wins w ON w.draw_id = c.draw_id AND w.player_id = c.player_id AND w.coupon_id = c.coupon_id
LEFT JOIN coupon_payouts p ON p.draw_id = c.draw_id AND p.player_id = c.player_id AND p.coupon_id = c.coupon_id
CROSS JOIN LATERAL (
  SELECT d.state IN ('payout', 'closed', 'settled') AS known,
    d.state = 'settled' AND p.coupon_id IS NULL AND coalesce(w.amount + w.joker_amount, 0) > 0 AS lapsed
) o;
