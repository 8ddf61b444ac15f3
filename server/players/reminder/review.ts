/** Spending shown unasked at a rhythm that the player chooses (must-hold 42). */

import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { spendingSince } from '#server/ledger/spending.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

type Review = ApiAnswer<'account.review'>;

export async function readReview(db: Db, playerId: number): Promise<Review> {
  const { rows } = await sql<{ from: Date; dueAt: Date; isDue: boolean; days: Review['everyDays'] }>`
    SELECT reviewed_at AS "from", due AS "dueAt", due <= domain_now() AS "isDue", review_days AS days
    FROM players, LATERAL (SELECT reviewed_at + make_interval(days => review_days) AS due) AS next
    WHERE player_id = ${playerId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`there is no player ${playerId}`);
  const [spending] = await spendingSince(db, playerId, [row.from]);
  if (!spending) throw new Error('spending was not answered');
  const { spent, won } = spending;
  return {
    from: row.from.toISOString(),
    spent,
    won,
    net: won - spent,
    everyDays: row.days,
    dueAt: row.dueAt.toISOString(),
    isDue: row.isDue,
  };
}

export function noteReview(
  db: Db,
  playerId: number,
  { body: { everyDays, seen } }: ApiInput<'account.reviewed'>,
): Promise<undefined> {
  return transaction(db, async (tx) => {
    await sql`
      UPDATE players SET review_days = coalesce(${everyDays ?? null}::integer, review_days),
        reviewed_at = CASE WHEN ${seen === true} THEN domain_now() ELSE reviewed_at END
      WHERE player_id = ${playerId}`.execute(tx);
    return undefined;
  });
}
