/**
 * The rows that a check of the books looks at, as common table expressions that the invariants name. The
 * whole check looks at everything.
 */
import { type Sql, sql } from '#server/platform/sql.ts';

const movements = sql`
  movements AS MATERIALIZED (
    SELECT day, account_id, sum(amount)::bigint AS moved FROM (
      SELECT (at AT TIME ZONE 'UTC')::date AS day, debit_account AS account_id, -amount AS amount
      FROM checked_transfers
      UNION ALL
      SELECT (at AT TIME ZONE 'UTC')::date, credit_account, amount FROM checked_transfers
    ) entries GROUP BY day, account_id
  ),
  balances AS MATERIALIZED (
    SELECT account_id, sum(amount) AS balance FROM (
      SELECT account_id, balance AS amount FROM opening_balances
      UNION ALL SELECT account_id, moved FROM movements
    ) entries GROUP BY account_id
  ),
  other_transfers AS MATERIALIZED (
    SELECT * FROM checked_transfers WHERE kind NOT IN ('purchase', 'sandbox_balance')
  )`;

/** Everything from the first day on. */
export const wholeScope: Sql = sql`
  opening_balances AS (SELECT NULL::bigint AS account_id, NULL::bigint AS balance WHERE false),
  checked_days AS (SELECT '-infinity'::date AS first_day),
  checked_transfers AS NOT MATERIALIZED (SELECT * FROM ledger_transfers),
  ${movements},
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
  draw_payouts AS NOT MATERIALIZED (SELECT * FROM coupon_payouts),
  checked_payouts AS NOT MATERIALIZED (SELECT * FROM coupon_payouts),
  checked_claims AS NOT MATERIALIZED (SELECT * FROM prize_claims),
  checked_releases AS NOT MATERIALIZED (SELECT * FROM prize_releases),
  checked_lapses AS NOT MATERIALIZED (SELECT * FROM prize_lapses),
  checked_raffle_payouts AS NOT MATERIALIZED (SELECT * FROM raffle_payouts),
  checked_payments AS NOT MATERIALIZED (SELECT * FROM payments),
  payment_transfers AS NOT MATERIALIZED (SELECT * FROM other_transfers),
  live_coupons AS MATERIALIZED (
    SELECT c.draw_id, count(*) AS coupons, sum(c.stake) AS stakes
    FROM coupons c LEFT JOIN cancellations x USING (player_id, ticket_id, coupon_id)
    WHERE x.coupon_id IS NULL GROUP BY c.draw_id
  )`;
