/** The published book: all that was played, nobody's name, and a program that recomputes the draw from it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import type { Draw } from '#server/draws/draw.ts';
import { createPublishedBooks } from '#server/draws/seal/published-book.ts';
import { publishedKeys } from '#server/draws/seal/signing.ts';
import { numbersEvidence } from '#server/games/numbers/evidence.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { encodeId } from '#server/platform/ids.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { type Bought, drawFixture } from '#test/harness/draws.ts';
import { shownRules } from './shown-rules.ts';

let own: TestDatabase;
let draw: Draw;
let text: string;
const bought: Bought[] = [];
const folder = mkdtempSync(join(tmpdir(), 'hending-published-'));

beforeAll(async () => {
  own = await testDatabase();
  const at = drawFixture(own);
  draw = await at.open();
  const playerId = await at.player(1_000_000);
  for (let last = 5; last < 45; last += 1)
    bought.push(await at.buy({ playerId, rows: [[1, 2, 3, 4, last]], joker: `012${last + 10}` }));
  bought.push(await at.buy({ playerId, rows: [[1, 2, 3, 4, 5, 6, 7, 8]], system: 8 }));
  bought.push(await at.buy({ playerId, rows: [[2, 3, 4, 6, 9, 10, 11]], system: 7, joker: '55234' }));
  await at.seal(draw);
  await at.result(draw.drawId, [1, 2, 3, 4, 5], 6, '01234');
  await expect(publishedBook()).rejects.toMatchObject({ code: 'EC_NO_DATA_FOUND' });
  await at.settle(draw.drawId);
  text = await publishedBook();
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
  rmSync(folder, { recursive: true });
});

async function publishedBook(): Promise<string> {
  const { parts, type } = await createPublishedBooks(own)('lotto', draw.number);
  expect(type).toBe('application/gzip');
  const bytes = await Array.fromAsync(parts, (part) => Buffer.from(part));
  return gunzipSync(Buffer.concat(bytes)).toString('latin1');
}

type Evidence = ApiAnswer<'lotto.evidence'>;
const evidence = () => numbersEvidence(own.db, { gameId: 'lotto', draw: draw.number });

/** The lines that the program prints of what does not hold; none when it ends with 0. */
function wrong(shown: Evidence, book: string, rules = shownRules(draw.rulesId)): string[] {
  const [first, second, third] = ['evidence.json', 'rules.json', 'book.txt'].map((name) =>
    join(folder, name),
  );
  writeFileSync(first as string, JSON.stringify(shown));
  writeFileSync(second as string, JSON.stringify(rules));
  writeFileSync(third as string, book);
  const program = new URL('../../../tools/verify-draw.mjs', import.meta.url).pathname;
  const key = publishedKeys(own.config.secrets)[0] ?? '';
  const args = [program, first, second, third, '--key', key] as string[];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const lines = stdout.split('\n').filter((each) => each.startsWith('FAILS'));
  expect(status).toBe(lines.length > 0 ? 1 : 0);
  return lines.map((each) => each.slice(7));
}

test('it holds every line that was played, and no number and no time of any ticket', () => {
  const lines = text.trimEnd().split('\n');
  expect(lines[0]).toBe(`published book 1 lotto ${draw.number} ${draw.rulesId}`);
  expect(lines).toHaveLength(1 + bought.length);
  for (const line of lines.slice(1))
    expect(line).toMatch(/^[0-9a-f]{64} rows=[\d-]+ system=\d side=(\d{5}|-) stake=\d+$/);
  expect(
    lines.filter((line) => line.includes('rows=1-2-3-4-5-6-7-8 system=8 side=- stake=8400')),
  ).toHaveLength(1);
  for (const { ticketId, couponIds } of bought) {
    for (const id of [ticketId, ...couponIds].map(encodeId)) expect(text).not.toContain(id);
  }
});

test('must-hold 85: anybody recomputes root, sums, winners, pools and prizes from it', async () => {
  expect(wrong(await evidence(), text)).toEqual([]);
});

test('whatever is changed in book, evidence or rules is found', async () => {
  const shown = await evidence();
  const { settlement } = shown;
  if (!settlement) throw new Error('not settled');
  const root = 'its lines lead to the root that was published before the draw';
  const sums = 'coupons, rows and stakes are as they were sealed';
  const winners = 'as many win in each tier as were paid';
  const pools = 'the pools of this country are its share of the sales, and are shared to the last fraction';
  const lines = text.split('\n');
  expect(wrong(shown, lines.toSpliced(3, 1).join('\n'))).toEqual(expect.arrayContaining([root, sums]));
  expect(wrong(shown, text.replace('rows=1-2-3-4-44', 'rows=1-2-3-4-5'))).toEqual(
    expect.arrayContaining([root, winners]),
  );
  expect(wrong(shown, [lines[0], lines[2], lines[1], ...lines.slice(3)].join('\n'))).toEqual([root]);
  const tiers = (change: object) =>
    settlement.tiers.map((tier, at) => (at === 0 ? { ...tier, ...change } : tier));
  const changed = (change: object) => ({ ...shown, settlement: { ...settlement, tiers: tiers(change) } });
  const [first] = settlement.tiers;
  if (!first?.pool) throw new Error('no pool');
  expect(wrong(changed({ winnersLocal: first.winnersLocal + 1 }), text)).toEqual([winners]);
  expect(wrong(changed({ amount: first.amount + 10 }), text)).toEqual([pools]);
  expect(wrong(changed({ pool: String(BigInt(first.pool) + 1n) }), text)).toEqual([pools]);
  const rules = shownRules(draw.rulesId);
  expect(wrong(shown, text, { ...rules, amountUnit: 1000 } as typeof rules)).toEqual([pools]);
  expect(wrong({ ...shown, stakes: shown.stakes + 1 }, text)).toContain(
    'the seal is signed by a key that you know',
  );
});
