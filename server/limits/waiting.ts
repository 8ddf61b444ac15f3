import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

/** `amount` in whole krónur; `at`: time of the request, which decides the periods it counts in. */
export type WaitingAmount = { amount: number; at: Date; way: 'creditCard' | 'aur' | 'subscriptionCard' };

/** Payments without an outcome yet, newest first. They count toward the limits. */
export async function listWaiting(db: Db, playerId: number): Promise<WaitingAmount[]> {
  const { rows } = await sql<WaitingAmount>`
    SELECT amount, asked_at AS at, CASE kind WHEN 'aurDeposit' THEN 'aur'
      WHEN 'subscriptionCharge' THEN 'subscriptionCard' ELSE 'creditCard' END AS way
    FROM payments WHERE player_id = ${playerId} AND asked_at > (SELECT domain_now()) - interval '32 days'
      AND counted_on IS NOT NULL AND status <> 'settled'
    ORDER BY asked_at DESC LIMIT 50`.execute(db);
  return rows;
}
