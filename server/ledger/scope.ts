/**
 * The rows that a check of the books looks at, as common table expressions that the invariants name. The
 * whole check looks at everything; a check since a day at what came after it and, by key, at what that
 * touches.
 */
import { type Sql, sql } from '#server/platform/sql.ts';
import { balancesAt } from './days/balances-at.ts';

const derived = sql`
  checked_entries AS NOT MATERIALIZED (
    SELECT at, debit_account AS account_id, -amount AS amount FROM checked_transfers
    UNION ALL SELECT at, credit_account, amount FROM checked_transfers
  ),
  balances AS MATERIALIZED (
    SELECT account_id, sum(amount) AS balance FROM (
      SELECT account_id, balance AS amount FROM opening_balances
      UNION ALL SELECT account_id, amount FROM checked_entries
    ) entries GROUP BY account_id
  ),
  sealed_movements AS NOT MATERIALIZED (
    SELECT d.day, u.account_id, u.moved
    FROM checked_days, ledger_days d, unnest(d.accounts, d.moved) u(account_id, moved)
    WHERE d.day >= first_day
  ),
  other_transfers AS MATERIALIZED (
    SELECT * FROM checked_transfers WHERE kind NOT IN ('purchase', 'sandbox_balance')
  )`;

/** Everything from the first day on. */
export const wholeScope: Sql = sql`
  opening_balances AS (SELECT NULL::bigint AS account_id, NULL::bigint AS balance WHERE false),
  checked_days AS (SELECT '-infinity'::date AS first_day),
  checked_transfers AS NOT MATERIALIZED (SELECT * FROM ledger_transfers),
  ${derived},
  checked_tickets AS NOT MATERIALIZED (SELECT * FROM tickets),
  checked_coupons AS NOT MATERIALIZED (SELECT * FROM coupons),
  checked_subscription_coupons AS NOT MATERIALIZED (SELECT * FROM subscription_coupons),
  checked_subscription_events AS NOT MATERIALIZED (SELECT * FROM subscription_events),
  checked_cancellations AS NOT MATERIALIZED (
    SELECT x.*, c.stake FROM cancellations x LEFT JOIN coupons c USING (player_id, ticket_id, coupon_id)
  ),
  checked_draws AS NOT MATERIALIZED (SELECT draw_id FROM draws),
  checked_settlements AS NOT MATERIALIZED (SELECT * FROM draw_settlements),
  checked_wins AS NOT MATERIALIZED (SELECT * FROM coupon_wins),
  checked_settled_tickets AS NOT MATERIALIZED (SELECT * FROM settled_tickets),
  draw_payouts AS NOT MATERIALIZED (SELECT * FROM coupon_payouts),
  checked_payouts AS NOT MATERIALIZED (SELECT * FROM coupon_payouts),
  checked_claims AS NOT MATERIALIZED (SELECT * FROM prize_claims),
  checked_releases AS NOT MATERIALIZED (SELECT * FROM prize_releases),
  checked_lapses AS NOT MATERIALIZED (SELECT * FROM prize_lapses),
  checked_raffle_payouts AS NOT MATERIALIZED (SELECT * FROM raffle_payouts),
  checked_contribution_programs AS NOT MATERIALIZED (
    SELECT draw_id FROM contribution_programs WHERE NOT void
  ),
  checked_contributions AS NOT MATERIALIZED (SELECT * FROM contributions),
  checked_club_payouts AS NOT MATERIALIZED (SELECT * FROM club_payouts WHERE status = 'settled'),
  checked_league_payouts AS NOT MATERIALIZED (SELECT * FROM league_payouts),
  checked_shares AS NOT MATERIALIZED (SELECT * FROM syndicate_shares),
  checked_share_returns AS NOT MATERIALIZED (SELECT * FROM share_returns),
  checked_splits AS NOT MATERIALIZED (SELECT * FROM syndicate_splits),
  checked_ends AS NOT MATERIALIZED (SELECT * FROM syndicate_ends),
  checked_payments AS NOT MATERIALIZED (SELECT * FROM payments),
  payment_transfers AS NOT MATERIALIZED (SELECT * FROM other_transfers),
  live_coupons AS MATERIALIZED (
    SELECT c.draw_id, count(*) AS coupons, sum(c.stake) AS stakes
    FROM coupons c LEFT JOIN cancellations x USING (player_id, ticket_id, coupon_id)
    WHERE x.coupon_id IS NULL GROUP BY c.draw_id
  )`;

/** What came after a sealed day, `2026-12-24`, from the balances at its end. */
export function scopeSince(day: string): Sql {
  const begins = sql`(SELECT (${day}::date + 1)::timestamp AT TIME ZONE 'UTC')`;
  return sql`
  opening_balances AS MATERIALIZED (${balancesAt(sql`${day}::date`)}),
  checked_days AS (SELECT ${day}::date + 1 AS first_day),
  checked_transfers AS NOT MATERIALIZED (SELECT * FROM ledger_transfers WHERE at >= ${begins}),
  ${derived},
  ${salesSince(begins)},
  ${drawsSince(begins)},
  ${paymentsSince(begins)}`;
}

/** Here and below, look-ups are LATERAL with OFFSET 0: by key, however many rows the planner expects. */
const salesSince = (begins: Sql): Sql => sql`
  checked_tickets AS NOT MATERIALIZED (SELECT * FROM tickets WHERE purchased_at >= ${begins}),
  checked_coupons AS NOT MATERIALIZED (
    SELECT c.* FROM checked_tickets k CROSS JOIN LATERAL (
      SELECT * FROM coupons c WHERE c.player_id = k.player_id AND c.ticket_id = k.ticket_id OFFSET 0) c
  ),
  checked_subscription_coupons AS NOT MATERIALIZED (
    SELECT c.* FROM checked_tickets k CROSS JOIN LATERAL (
      SELECT * FROM subscription_coupons c
      WHERE c.player_id = k.player_id AND c.ticket_id = k.ticket_id OFFSET 0) c
  ),
  checked_subscription_events AS NOT MATERIALIZED (SELECT * FROM subscription_events WHERE at >= ${begins}),
  checked_shares AS NOT MATERIALIZED (SELECT * FROM syndicate_shares WHERE bought_at >= ${begins}),
  checked_share_returns AS NOT MATERIALIZED (SELECT * FROM share_returns WHERE returned_at >= ${begins}),
  checked_splits AS NOT MATERIALIZED (SELECT * FROM syndicate_splits WHERE split_at >= ${begins}),
  checked_ends AS NOT MATERIALIZED (SELECT * FROM syndicate_ends WHERE ended_at >= ${begins}),
  checked_cancellations AS NOT MATERIALIZED (
    SELECT x.*, c.stake FROM cancellations x LEFT JOIN LATERAL (
      SELECT stake FROM coupons c
      WHERE c.player_id = x.player_id AND c.ticket_id = x.ticket_id AND c.coupon_id = x.coupon_id OFFSET 0
    ) c ON true
    WHERE x.at >= ${begins}
  )`;

const drawsSince = (begins: Sql): Sql => sql`
  checked_draws AS MATERIALIZED (
    SELECT draw_id FROM draws d LEFT JOIN draw_settlements s USING (draw_id)
    WHERE d.state NOT IN ('closed', 'settled', 'cancelled') OR d.closed_at >= ${begins}
      OR s.settled_at >= ${begins}
      OR draw_id IN (SELECT draw_id FROM checked_transfers WHERE draw_id IS NOT NULL)
  ),
  checked_settlements AS NOT MATERIALIZED (SELECT * FROM draw_settlements WHERE settled_at >= ${begins}),
  checked_settled_tickets AS NOT MATERIALIZED (SELECT * FROM settled_tickets WHERE settled_at >= ${begins}),
  checked_wins AS NOT MATERIALIZED (
    SELECT w.* FROM checked_draws d CROSS JOIN LATERAL (
      SELECT * FROM coupon_wins w WHERE w.draw_id = d.draw_id OFFSET 0) w
  ),
  draw_payouts AS NOT MATERIALIZED (
    SELECT p.* FROM checked_draws d CROSS JOIN LATERAL (
      SELECT * FROM coupon_payouts p WHERE p.draw_id = d.draw_id OFFSET 0) p
  ),
  checked_payouts AS NOT MATERIALIZED (SELECT * FROM coupon_payouts WHERE paid_at >= ${begins}),
  checked_claims AS NOT MATERIALIZED (SELECT * FROM prize_claims WHERE claimed_at >= ${begins}),
  checked_releases AS NOT MATERIALIZED (SELECT * FROM prize_releases WHERE released_at >= ${begins}),
  checked_lapses AS NOT MATERIALIZED (SELECT * FROM prize_lapses WHERE lapsed_at >= ${begins}),
  checked_raffle_payouts AS NOT MATERIALIZED (SELECT * FROM raffle_payouts WHERE paid_at >= ${begins}),
  checked_contribution_programs AS MATERIALIZED (
    SELECT draw_id FROM contribution_programs JOIN contribution_weeks USING (year, week)
    WHERE NOT void AND booked_at >= ${begins}
  ),
  checked_contributions AS NOT MATERIALIZED (
    SELECT c.* FROM contributions c JOIN checked_contribution_programs USING (draw_id)
  ),
  checked_club_payouts AS NOT MATERIALIZED (
    SELECT * FROM club_payouts WHERE status = 'settled' AND changed_at >= ${begins}
  ),
  checked_league_payouts AS NOT MATERIALIZED (SELECT * FROM league_payouts WHERE paid_at >= ${begins}),
  live_coupons AS MATERIALIZED (
    SELECT draw_id, c.coupons - x.coupons AS coupons, c.stakes - x.stakes AS stakes
    FROM checked_draws d CROSS JOIN LATERAL (
      SELECT count(*) AS coupons, coalesce(sum(stake), 0) AS stakes FROM coupons c
      WHERE c.draw_id = d.draw_id OFFSET 0
    ) c CROSS JOIN LATERAL (
      SELECT count(*) AS coupons, coalesce(sum(stake), 0) AS stakes
      FROM cancellations x JOIN coupons c USING (player_id, ticket_id, coupon_id)
      WHERE x.draw_id = d.draw_id OFFSET 0
    ) x
  )`;

const paymentsSince = (begins: Sql): Sql => sql`
  checked_payments AS MATERIALIZED (
    SELECT * FROM payments WHERE changed_at >= ${begins}
    UNION
    SELECT p.* FROM (SELECT DISTINCT payment_id FROM other_transfers WHERE payment_id IS NOT NULL) t
    CROSS JOIN LATERAL (SELECT * FROM payments p WHERE p.payment_id = t.payment_id OFFSET 0) p
  ),
  payment_transfers AS NOT MATERIALIZED (
    SELECT t.* FROM checked_payments p CROSS JOIN LATERAL (
      SELECT * FROM ledger_transfers t WHERE t.payment_id = p.payment_id OFFSET 0) t
    UNION ALL
    SELECT * FROM other_transfers t
    WHERE NOT EXISTS (SELECT FROM checked_payments p WHERE p.payment_id = t.payment_id)
  )`;
