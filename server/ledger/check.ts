/** Every invariant of the books, in one snapshot; the first break is told (docs/rules/money.md, Accounts). */

import { type Db, transaction } from '#server/platform/database.ts';
import type { SigningSecrets } from '#server/platform/signatures.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { sealedDays } from './days/invariants.ts';
import { firstUnsignedDay } from './days/verify.ts';
import type { Invariant } from './invariant.ts';
import { steps, stepsSince } from './invariants.ts';
import { scopeSince, wholeScope } from './scope.ts';

type Break = { invariant: string; means: string; found: Record<string, unknown> };
export type LedgerCheck = { ok: true } | { ok: false; broken: Break };

export type CheckOptions = {
  /** Without them the signatures of sealed days are not verified. */
  secrets?: SigningSecrets;
  /** Told before each step, with how many there are. */
  onStep?: (names: string, index: number, of: number) => void;
};

/** Everything from the first day on. @param db a snapshot is taken unless it is a transaction already */
export function checkLedger(db: Db, { secrets, onStep }: CheckOptions = {}): Promise<LedgerCheck> {
  return inSnapshot(db, async (snapshot) => {
    // Whole tables are compared: they are read in their physical order, whatever the planner expects.
    await sql`SET LOCAL enable_nestloop = off`.execute(snapshot);
    await sql`SET LOCAL enable_indexscan = off`.execute(snapshot);
    const broken = await firstBreak(snapshot, wholeScope, steps, onStep);
    return broken ?? (secrets ? brokenSignature(snapshot, secrets, null) : null);
  });
}

/**
 * What came after a sealed day, `2026-12-24`, from the balances at its end, whose signatures are verified
 * first; docs/decisions/058 says what it does not look at.
 */
export function checkLedgerSince(
  db: Db,
  since: string,
  { secrets, onStep }: CheckOptions & { secrets: SigningSecrets },
): Promise<LedgerCheck> {
  return inSnapshot(db, async (snapshot) => {
    const unsigned = await brokenSignature(snapshot, secrets, since);
    return unsigned ?? firstBreak(snapshot, scopeSince(since), stepsSince, onStep);
  });
}

function inSnapshot(db: Db, check: (snapshot: Db) => Promise<Break | null>): Promise<LedgerCheck> {
  const inside = async (snapshot: Db): Promise<LedgerCheck> => {
    await sql`SET LOCAL work_mem = '128MB'`.execute(snapshot);
    const broken = await check(snapshot);
    return broken ? { ok: false, broken } : { ok: true };
  };
  if (db.isTransaction) return inside(db);
  return transaction(db, async (tx) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(tx);
    return inside(tx);
  });
}

async function firstBreak(
  tx: Db,
  scope: Sql,
  all: readonly (readonly Invariant[])[],
  onStep: CheckOptions['onStep'],
): Promise<Break | null> {
  for (const [index, step] of all.entries()) {
    onStep?.(step.map(({ name }) => name).join(', '), index, all.length);
    const broken = await breakOf(tx, scope, step);
    if (broken) return broken;
  }
  return null;
}

/** Materialized: otherwise the planner looks for the fastest way to a first row, and there is none. */
async function breakOf(tx: Db, scope: Sql, step: readonly Invariant[]): Promise<Break | null> {
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

/** Of a day that is not as it was signed the ledger tells which account was altered, if one was. */
async function brokenSignature(tx: Db, secrets: SigningSecrets, since: string | null): Promise<Break | null> {
  const day = await firstUnsignedDay(tx, secrets, since);
  if (day === null) return null;
  const { rows } = await sql<{ day: string }>`SELECT ${day}::date - 1 AS day`.execute(tx);
  const altered = await breakOf(tx, scopeSince(rows[0]?.day ?? day), sealedDays);
  const means = 'every sealed day follows the one before it and is as our key signed it';
  return altered ?? { invariant: 'signatures of days', means, found: { day } };
}
