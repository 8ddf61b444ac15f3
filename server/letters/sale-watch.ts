/** Whether sales are brisk: letters wait then, and leave when it is calmer. */

import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

/** Tickets. A closing of 30,000 in its last minute is above it, an ordinary evening is not. */
const briskPerSecond = 200;
const lookMs = 1_000;

/** PostgreSQL's own count, which is a second old at most: nobody sells slower because of it. */
export function saleWatch(nowMs: () => number = () => performance.now()): (db: Db) => Promise<boolean> {
  let before: { sold: number; atMs: number } | null = null;
  let isBrisk = false;
  return async (db) => {
    const atMs = nowMs();
    const sinceMs = before ? atMs - before.atMs : lookMs;
    if (sinceMs < lookMs) return isBrisk;
    const { rows } = await sql<{ sold: number }>`
      SELECT pg_stat_get_tuples_inserted('tickets'::regclass) AS sold`.execute(db);
    const sold = rows[0]?.sold ?? 0;
    isBrisk = before !== null && (sold - before.sold) * 1_000 > briskPerSecond * sinceMs;
    before = { sold, atMs };
    return isBrisk;
  };
}
