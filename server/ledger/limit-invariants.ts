/** Compares the running sums in wallets, which limits use, with the movements. */
import { sql } from '#server/platform/sql.ts';
import type { Invariant } from './invariant.ts';
import { dayReturnKinds, dayStakeKinds, lossReturnKinds, sameDayReturnKinds } from './transfer-kinds.ts';

/** The current day, week and month. `*_whole`: the check covers all movements of the period. */
const running = sql`
  running AS MATERIALIZED (
    SELECT day, week_begin(day) AS week, month_begin(day) AS month, day >= first_day AS day_whole,
      week_begin(day) >= first_day AS week_whole, month_begin(day) >= first_day AS month_whole,
      least(week_begin(day), month_begin(day))::timestamp AT TIME ZONE 'UTC' AS begins
    FROM (SELECT (domain_now() AT TIME ZONE 'UTC')::date AS day) today, checked_days
  )`;

export const countedLimits: readonly Invariant[] = [
  {
    name: 'day stake',
    means: 'the day’s limit counts what was bought and charged that day or is in flight, less what went back',
    breaks: sql`
      SELECT w.player_id, w.staked_on, w.staked, coalesce(s.staked, 0) AS entries
      FROM wallets w LEFT JOIN (
        SELECT player_id, sum(staked) AS staked FROM (
          SELECT x.player_id, x.amount AS staked FROM checked_transfers x
          JOIN wallets o ON o.player_id = x.player_id AND (x.at AT TIME ZONE 'UTC')::date = o.staked_on
          WHERE x.kind = ANY (${dayStakeKinds})
          UNION ALL
          SELECT x.player_id, -x.amount FROM checked_transfers x
          JOIN wallets o ON o.player_id = x.player_id AND (x.at AT TIME ZONE 'UTC')::date = o.staked_on
          JOIN checked_tickets k ON k.player_id = x.player_id AND k.ticket_id = x.ticket_id
            AND (k.purchased_at AT TIME ZONE 'UTC')::date = o.staked_on
          WHERE x.kind = ANY (${dayReturnKinds})
          UNION ALL
          SELECT x.player_id, -x.amount FROM checked_transfers x
          JOIN wallets o ON o.player_id = x.player_id AND (x.at AT TIME ZONE 'UTC')::date = o.staked_on
          WHERE x.kind = ANY (${sameDayReturnKinds})
        ) day GROUP BY player_id
      ) s USING (player_id)
      LEFT JOIN (
        SELECT player_id, counted_on, sum(amount) AS amount FROM checked_payments
        WHERE kind = 'subscriptionCharge' AND status <> 'settled' AND counted_on IS NOT NULL
        GROUP BY player_id, counted_on
      ) p ON p.player_id = w.player_id AND p.counted_on = w.staked_on
      WHERE w.staked <> coalesce(s.staked, 0) + coalesce(p.amount, 0)
        AND (w.staked_on >= (SELECT first_day FROM checked_days))`,
  },
  {
    name: 'stakes of week and month',
    means: 'their limits count what was bought and charged in them or is in flight, less what went back',
    breaks: sql`
      WITH ${running}, moved AS (
        SELECT player_id, (at AT TIME ZONE 'UTC')::date AS day, amount FROM checked_transfers
        WHERE kind = ANY (${dayStakeKinds}) AND at >= (SELECT begins FROM running)
        UNION ALL
        SELECT x.player_id, (k.purchased_at AT TIME ZONE 'UTC')::date, -x.amount FROM checked_transfers x
        JOIN checked_tickets k ON k.player_id = x.player_id AND k.ticket_id = x.ticket_id
        WHERE x.kind = ANY (${dayReturnKinds}) AND x.at >= (SELECT begins FROM running)
        UNION ALL
        SELECT player_id, (at AT TIME ZONE 'UTC')::date, -amount FROM checked_transfers
        WHERE kind = ANY (${sameDayReturnKinds}) AND at >= (SELECT begins FROM running)
        UNION ALL
        SELECT player_id, counted_on, amount FROM checked_payments
        WHERE kind = 'subscriptionCharge' AND status <> 'settled' AND counted_on IS NOT NULL
      ), sums AS (
        SELECT player_id, sum(amount) FILTER (WHERE moved.day >= week) AS week,
          sum(amount) FILTER (WHERE moved.day >= month) AS month
        FROM moved, running GROUP BY player_id
      )
      SELECT w.player_id, w.staked_on, w.staked_week, w.staked_month, s.week, s.month
      FROM running r, wallets w LEFT JOIN sums s USING (player_id)
      WHERE week_whole
          AND CASE WHEN w.staked_on >= r.week THEN w.staked_week ELSE 0 END <> coalesce(s.week, 0)
        OR month_whole
          AND CASE WHEN w.staked_on >= r.month THEN w.staked_month ELSE 0 END <> coalesce(s.month, 0)`,
  },
  {
    name: 'returned of day, week and month',
    means: 'loss limits count the prizes credited in these periods, and what subscriptions gave back',
    breaks: sql`
      WITH ${running}, sums AS (
        SELECT player_id, sum(amount) FILTER (WHERE moved.day >= running.day) AS day,
          sum(amount) FILTER (WHERE moved.day >= week) AS week,
          sum(amount) FILTER (WHERE moved.day >= month) AS month
        FROM running, (
          SELECT player_id, (at AT TIME ZONE 'UTC')::date AS day, amount FROM checked_transfers
          WHERE kind = ANY (${lossReturnKinds}) AND at >= (SELECT begins FROM running)
        ) moved GROUP BY player_id
      )
      SELECT w.player_id, w.returned_on, w.returned, w.returned_week, w.returned_month, s.day, s.week, s.month
      FROM running r, wallets w LEFT JOIN sums s USING (player_id)
      WHERE day_whole AND CASE WHEN w.returned_on >= r.day THEN w.returned ELSE 0 END <> coalesce(s.day, 0)
        OR week_whole
          AND CASE WHEN w.returned_on >= r.week THEN w.returned_week ELSE 0 END <> coalesce(s.week, 0)
        OR month_whole
          AND CASE WHEN w.returned_on >= r.month THEN w.returned_month ELSE 0 END <> coalesce(s.month, 0)`,
  },
];
