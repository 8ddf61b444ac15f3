/** What must hold of sealed days: they say what the ledger says. */
import { sql } from '#server/platform/sql.ts';
import type { Invariant } from '../invariant.ts';

export const sealedDays: readonly Invariant[] = [
  {
    name: 'sealed days',
    means: 'a sealed day holds what each account moved on it, and no day is left out',
    breaks: sql`
      SELECT day, account_id, sum(amount) AS ledger_beyond FROM (
        SELECT (at AT TIME ZONE 'UTC')::date AS day, account_id, amount FROM checked_entries
        WHERE at < (SELECT (max(day) + 1)::timestamp AT TIME ZONE 'UTC' FROM ledger_days)
        UNION ALL SELECT day, account_id, -moved FROM sealed_movements
      ) sides GROUP BY day, account_id HAVING sum(amount) <> 0 ORDER BY day, account_id`,
  },
  {
    name: 'balances of kinds',
    means:
      'from one sealed day to the next the balance of a kind of account changes by what its accounts moved',
    breaks: sql`
      SELECT day, kind, s.balance - s.former AS sealed, coalesce(m.moved, 0) AS moved
      FROM (
        SELECT d.day, u.kind, u.balance,
          lag(u.balance, 1, 0) OVER (PARTITION BY u.kind ORDER BY d.day) AS former
        FROM ledger_days d, checked_days, unnest(kinds, kind_balances) u(kind, balance)
        WHERE d.day >= first_day - 1
      ) s FULL JOIN (
        SELECT day, kind, sum(moved)::bigint AS moved
        FROM sealed_movements JOIN ledger_accounts USING (account_id) GROUP BY day, kind
      ) m USING (day, kind), checked_days
      WHERE day >= first_day AND coalesce(s.balance - s.former, 0) <> coalesce(m.moved, 0)
      ORDER BY day, kind`,
  },
  {
    name: 'carried balances',
    means: 'carried balances are those carried before, and what moved since',
    breaks: sql`
      SELECT day, account_id, sum(amount) AS carried_beyond FROM (
        SELECT d.day, u.account_id, u.amount
        FROM ledger_days d, checked_days, unnest(carried_accounts, carried) u(account_id, amount)
        WHERE d.day >= first_day
        UNION ALL
        SELECT next, u.account_id, -u.amount FROM (
          SELECT carried_accounts, carried, lead(day) OVER (ORDER BY day) AS next
          FROM ledger_days WHERE carried IS NOT NULL
        ) d, checked_days, unnest(carried_accounts, carried) u(account_id, amount)
        WHERE next >= first_day
        UNION ALL
        SELECT next, u.account_id, -u.amount FROM (
          SELECT d.accounts, d.moved, (
            SELECT min(c.day) FROM ledger_days c WHERE c.carried IS NOT NULL AND c.day >= d.day) AS next
          FROM ledger_days d OFFSET 0
        ) d, checked_days, unnest(accounts, moved) u(account_id, amount)
        WHERE next >= first_day
      ) sides GROUP BY day, account_id HAVING sum(amount) <> 0 ORDER BY day, account_id`,
  },
];
