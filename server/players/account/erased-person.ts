/** Who was erased is known again and does not come back by another account (must-hold 147). */

import type { Db } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { tagOf } from '#server/players/passwords/password.ts';

/** National ids are few and anybody can list them: a guess costs more than one at a password. KiB. */
const cost = { memory: 65_536, passes: 3, parallelism: 1 };
const digestBytes = 32;

/** What stays of a national id. Throws EC_SYSTEM_CLOSED. */
export async function personDigest(db: Db, nationalId: string): Promise<Buffer> {
  const { rows } = await sql<{ salt: Buffer }>`SELECT salt FROM erasure_salt`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('the salt of erased people is gone');
  return tagOf(nationalId, found.salt, cost, digestBytes);
}

/** Throws EC_ACCOUNT_REMOVED where the account of the person with this digest was erased. */
export async function refuseErased(db: Db, digest: Buffer): Promise<void> {
  const { rows } = await sql`SELECT FROM players WHERE erased_person = ${digest}`.execute(db);
  if (rows.length > 0) refuse('EC_ACCOUNT_REMOVED');
}
