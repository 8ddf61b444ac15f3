/**
 * Must-hold 7: how long a wrong password takes does not tell whether anybody has the name. 500 pairs, one
 * known and one unknown name each, in an order thrown anew for every pair. A permutation test decides: if the
 * order within a pair did not matter, flipping the signs of the differences at random would give a median as
 * far from zero as the measured one more often than once in a thousand. Noise of the machine widens both
 * alike. The same decision must see a difference of a fifth of the work put into the same measurements.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hashPassword } from '#server/players/passwords/password.ts';
import { checkPassword } from '#server/players/sign-in/sign-in.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addPlayers } from '#test/harness/sale.ts';

vi.unmock('#server/players/passwords/password-hasher.ts');

const from = { ip: '203.0.113.1', device: randomBytes(32).toString('base64url') };
const pairs = 500;
const rounds = 2000;

let data: TestDatabase;
beforeAll(async () => {
  data = await testDatabase();
  await addPlayers(data, pairs, 0);
  await data.pool.query(
    `UPDATE players p SET password_hash = $1, username = 'thekkt' || n
     FROM (SELECT player_id, row_number() OVER () AS n FROM players) AS q WHERE q.player_id = p.player_id`,
    [await hashPassword('lykilord1')],
  );
  await data.pool.query('ANALYZE players');
});
afterAll(() => data.close());

async function millisecondsOf(username: string): Promise<number> {
  await data.pool.query('DELETE FROM failure_levels');
  const parts = { db: data.db, secret: data.config.secrets.session };
  const began = performance.now();
  const refused = checkPassword(parts, { username, password: 'rangt-ord', ...from });
  const code = await refused.then(() => 'none').catch((error: Error) => error.message);
  const took = performance.now() - began;
  expect(code).toBe('EC_AUTH_FAIL');
  return took;
}

const isHeads = () => randomInt(2) === 1;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

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

test('must-hold 7: known and unknown names take the same time', { timeout: 300_000 }, async () => {
  const known: number[] = [];
  const differences: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const knownFirst = isHeads();
    const first = await millisecondsOf(knownFirst ? `thekkt${pair + 1}` : `othekkt${pair + 1}`);
    const second = await millisecondsOf(knownFirst ? `othekkt${pair + 1}` : `thekkt${pair + 1}`);
    known.push(knownFirst ? first : second);
    differences.push(knownFirst ? first - second : second - first);
  }
  expect(chanceOf(differences)).toBeGreaterThan(0.001);
  const fifth = median(known) / 5;
  expect(chanceOf(differences.map((each) => each + fifth))).toBeLessThan(0.001);
});
