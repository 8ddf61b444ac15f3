/** Time and money of a player, shown unasked: this month, and since signing in (must-hold 42, 43). */

import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { type Spending, spendingSince } from '#server/ledger/spending.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';

export async function readSpending(
  db: Db,
  { playerId, tokenHash }: Caller,
): Promise<ApiAnswer<'limits.spending'>> {
  const { rows } = await sql<{ month: Date; session: Date; minutes: number }>`
    SELECT date_trunc('month', domain_now(), 'UTC') AS month, s.created_at AS session,
      p.reminder_minutes AS minutes
    FROM players p JOIN sessions s USING (player_id)
    WHERE p.player_id = ${playerId} AND s.token_hash = ${tokenHash}`.execute(db);
  const { month, session, minutes } = rows[0] ?? refuse('EC_AUTH_FAIL');
  const [ofMonth, ofSession] = await spendingSince(db, playerId, [month, session]);
  if (!ofMonth || !ofSession) throw new Error('spending was not answered for every moment');
  return { month: view(ofMonth), session: view(ofSession), reminderMinutes: minutes };
}

function view({ from, spent, won }: Spending) {
  return { from: from.toISOString(), spent, won, net: won - spent };
}

export function setReminder(
  db: Db,
  { playerId }: Caller,
  { body }: ApiInput<'limits.remind'>,
): Promise<undefined> {
  return transaction(db, async (tx) => {
    await sql`UPDATE players SET reminder_minutes = ${body.minutes} WHERE player_id = ${playerId}`.execute(
      tx,
    );
    return undefined;
  });
}
