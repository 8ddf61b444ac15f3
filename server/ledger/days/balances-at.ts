import { type Sql, sql } from '#server/platform/sql.ts';

/**
 * SQL: `account_id` and `balance` of every account that has one at the end of a sealed day, from the last
 * carried balances and what moved since.
 */
export const balancesAt = (day: Sql): Sql => sql`
  SELECT account_id, sum(amount)::bigint AS balance
  FROM (SELECT max(day) AS day FROM ledger_days WHERE day <= ${day} AND carried IS NOT NULL) base,
    LATERAL (
      SELECT u.account_id, u.amount
      FROM ledger_days d, unnest(carried_accounts, carried) u(account_id, amount) WHERE d.day = base.day
      UNION ALL
      SELECT u.account_id, u.amount
      FROM ledger_days d, unnest(accounts, moved) u(account_id, amount)
      WHERE d.day > base.day AND d.day <= ${day}
    ) amounts
  GROUP BY account_id HAVING sum(amount) <> 0`;
