/** Saved marks of pools: only what could be bought is kept. */
import type { ApiInput } from '#contract/api.ts';
import { poolIds } from '#rules/pools/games.ts';
import { readTotoMarks, readXgMarks } from '#rules/pools/wager.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';
import { saveRows } from '#server/players/account/saved-rows.ts';

/** Throws what a purchase of these marks would throw for its rows and system. */
export async function saveMarks(
  db: Db,
  { playerId }: Caller,
  { body: { name, savedAt, gameId, ...marks } }: ApiInput<'savedRows.saveMarks'>,
): Promise<{ id: string }> {
  if (!poolIds.some((id) => id === gameId)) refuse('EC_PRODUCTTYPE_NOT_FOUND');
  const { faults } = gameId === 'xg' ? readXgMarks(marks) : readTotoMarks(marks);
  if (faults) {
    const issues = faults.issues.map(({ path, message }) => ({ path: [...path], message }));
    refuse(faults.code, { issues: { body: issues } });
  }
  const kept = gameId === 'xg' ? { panels: marks.panels } : marks;
  return { id: await transaction(db, (tx) => saveRows(tx, playerId, { name, gameId, rows: kept, savedAt })) };
}
