/** A bank account that was just set is paid nothing (docs/rules/accounts.md, Bank account). */
import type { Db } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';

/** Between setting or changing a bank account and the first withdrawal to it. */
export const quarantineHours = 24;

/** Throws 403 EC_ACTION_NOT_ALLOWED with `details.until`, an instant, while the account is too new. */
export async function refuseInQuarantine(db: Db, playerId: number): Promise<void> {
  const { rows } = await sql<{ until: Date }>`
    SELECT until FROM (
      SELECT bank_account_since + make_interval(hours => ${quarantineHours}) AS until FROM players
      WHERE player_id = ${playerId}
    ) AS known WHERE until > domain_now()`.execute(db);
  const [wait] = rows;
  if (wait) refuse('EC_ACTION_NOT_ALLOWED', { details: { until: wait.until.toISOString() } });
}
