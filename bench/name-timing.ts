/**
 * Whether the time that a wrong password takes tells if anybody has the name. Pairs of one known and one
 * unknown name, in an order thrown anew for every pair. A permutation test decides: if the order within a
 * pair did not matter, random signs would give a median as far from zero as the measured one in `value` of
 * all cases. A fifth of the work put into the same measurements must be seen by it (`fifth`), or the machine
 * was too busy to say anything.
 */
import { randomBytes } from 'node:crypto';
import { randomBelow } from '#rules/values/random.ts';
import { kinds } from '#server/games/registry.ts';
import type { Db } from '#server/platform/database.ts';
import { nextUint32 } from '#server/platform/random.ts';
import { sql } from '#server/platform/sql.ts';
import { hashPassword } from '#server/players/passwords/password.ts';
import { checkPassword } from '#server/players/sign-in/sign-in.ts';
import { median, rounded } from './load.ts';
import { inOwnDatabase } from './own-database.ts';

const pairs = Number(process.env['BENCH_PAIRS'] ?? 500);
const rounds = 2000;
const from = { ip: '203.0.113.1', device: randomBytes(32).toString('base64url') };

export function run(): Promise<object> {
  return inOwnDatabase(kinds, async ({ database: { db }, config }) => {
    await addPlayers(db);
    return measure(db, config.secrets.session);
  });
}

async function addPlayers(db: Db): Promise<void> {
  const hash = await hashPassword('lykilord1');
  await sql`
    WITH p AS (
      INSERT INTO players (username, first_name, last_name, email, demo, password_hash)
      SELECT 'thekkt' || n, 'Prufa', 'Prufudóttir', 'prufa' || n || '@example.is', true, ${hash}
      FROM generate_series(1, ${pairs}::int) AS n RETURNING player_id)
    INSERT INTO wallets (player_id, account_id, certificate_expires)
    SELECT player_id, ledger_account('wallet', player_id, NULL, NULL, NULL), '2099-01-01' FROM p`.execute(db);
}

async function measure(db: Db, secret: string): Promise<object> {
  const known: number[] = [];
  const differences: number[] = [];
  for (let pair = 1; pair <= pairs; pair++) {
    const names = [`thekkt${pair}`, `othekkt${pair}`] as const;
    const isKnownFirst = isHeads();
    const first = await millisecondsOf(db, secret, isKnownFirst ? names[0] : names[1]);
    const second = await millisecondsOf(db, secret, isKnownFirst ? names[1] : names[0]);
    known.push(isKnownFirst ? first : second);
    differences.push(isKnownFirst ? first - second : second - first);
  }
  const fifth = median(known) / 5;
  const chance = chanceOf(differences);
  const ofFifth = chanceOf(differences.map((each) => each + fifth));
  return {
    value: rounded(chance, 4),
    unit: 'of all orders differ as much',
    knownMs: rounded(median(known), 2),
    differenceMs: rounded(median(differences), 3),
    fifth: rounded(ofFifth, 4),
    verified: chance > 0.001 && ofFifth < 0.001,
  };
}

async function millisecondsOf(db: Db, secret: string, username: string): Promise<number> {
  await sql`DELETE FROM failure_levels`.execute(db);
  const began = performance.now();
  await checkPassword({ db, secret }, { username, password: 'rangt-ord', ...from }).catch(() => {});
  return performance.now() - began;
}

const isHeads = () => randomBelow(2, nextUint32) === 1;

/** How often random signs give a median as far from zero as that of `differences`: between 0 and 1. */
function chanceOf(differences: readonly number[]): number {
  const far = Math.abs(median(differences));
  let asFar = 0;
  for (let round = 0; round < rounds; round++) {
    const flipped = differences.map((each) => (isHeads() ? each : -each));
    if (Math.abs(median(flipped)) >= far) asFar += 1;
  }
  return (asFar + 1) / (rounds + 1);
}
