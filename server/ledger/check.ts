/** Every invariant of the books, in one snapshot; the first break is told (docs/rules/money.md, Accounts). */

import { type Db, transaction } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import type { Invariant } from './invariant.ts';
import { invariants } from './invariants.ts';

export type LedgerCheck =
  | { ok: true }
  | { ok: false; broken: { invariant: string; means: string; found: Record<string, unknown> } };

/**
 * @param db a snapshot is taken unless it is a transaction already
 * @param onInvariant told before each of them, with how many there are
 */
export function checkLedger(
  db: Db,
  onInvariant: (name: string, index: number, of: number) => void = () => {},
): Promise<LedgerCheck> {
  const check = async (snapshot: Db): Promise<LedgerCheck> => {
    await sql`SET LOCAL work_mem = '128MB'`.execute(snapshot);
    // Whole tables are compared: nothing has cause to look rows up one by one, whatever the planner expects.
    await sql`SET LOCAL enable_nestloop = off`.execute(snapshot);
    for (const [index, invariant] of invariants.entries()) {
      onInvariant(invariant.name, index, invariants.length);
      const found = await firstBreak(snapshot, invariant);
      if (found) return { ok: false, broken: { invariant: invariant.name, means: invariant.means, found } };
    }
    return { ok: true };
  };
  if (db.isTransaction) return check(db);
  return transaction(db, async (tx) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(tx);
    return check(tx);
  });
}

async function firstBreak(tx: Db, { breaks }: Invariant): Promise<Record<string, unknown> | null> {
  const { rows } = await sql<Record<string, unknown>>`SELECT * FROM (${breaks}) breaks LIMIT 1`.execute(tx);
  return rows[0] ?? null;
}
