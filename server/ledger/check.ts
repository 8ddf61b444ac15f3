/** Every invariant of the books, in one snapshot; the first break is told (docs/rules/money.md, Accounts). */

import { type Db, transaction } from '#server/platform/database.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import type { Invariant } from './invariant.ts';
import { steps } from './invariants.ts';
import { wholeScope } from './scope.ts';

export type LedgerCheck =
  | { ok: true }
  | { ok: false; broken: { invariant: string; means: string; found: Record<string, unknown> } };

/**
 * @param db a snapshot is taken unless it is a transaction already
 * @param onStep told before each statement, with how many there are
 */
export function checkLedger(
  db: Db,
  onStep: (names: string, index: number, of: number) => void = () => {},
): Promise<LedgerCheck> {
  const check = async (snapshot: Db): Promise<LedgerCheck> => {
    await sql`SET LOCAL work_mem = '128MB'`.execute(snapshot);
    // Whole tables are compared: they are read in their physical order, whatever the planner expects.
    await sql`SET LOCAL enable_nestloop = off`.execute(snapshot);
    await sql`SET LOCAL enable_indexscan = off`.execute(snapshot);
    for (const [index, step] of steps.entries()) {
      onStep(step.map(({ name }) => name).join(', '), index, steps.length);
      const broken = await firstBreak(snapshot, wholeScope, step);
      if (broken) return { ok: false, broken };
    }
    return { ok: true };
  };
  if (db.isTransaction) return check(db);
  return transaction(db, async (tx) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(tx);
    return check(tx);
  });
}

type Break = { invariant: string; means: string; found: Record<string, unknown> };

/** Materialized: otherwise the planner looks for the fastest way to a first row, and there is none. */
async function firstBreak(tx: Db, scope: Sql, step: readonly Invariant[]): Promise<Break | null> {
  const each = step.map(
    ({ name, means, breaks }) => sql`
      (WITH breaks AS MATERIALIZED (${breaks})
      SELECT ${name}::text AS invariant, ${means}::text AS means, to_jsonb(breaks) AS found
      FROM breaks LIMIT 1)`,
  );
  const { rows } = await sql<Break>`
    WITH ${scope} SELECT * FROM (${sql.join(each, ' UNION ALL ')}) found LIMIT 1`.execute(tx);
  return rows[0] ?? null;
}
