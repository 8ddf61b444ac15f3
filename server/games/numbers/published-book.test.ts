/** The published book: all that was played, nobody's name, and a program that recomputes the draw from it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Draw } from '#server/draws/draw.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { encodeId } from '#server/platform/ids.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { type Bought, drawFixture } from '#test/harness/draws.ts';
import { type Published, publishedOf, recompute } from '#test/harness/recompute.ts';

let own: TestDatabase;
let draw: Draw;
let published: Published;
const bought: Bought[] = [];

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
  await expect(publishedOf(own, draw)).rejects.toMatchObject({ code: 'EC_NO_DATA_FOUND' });
  await at.settle(draw.drawId);
  published = await publishedOf(own, draw);
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

/** What does not hold when some of it is other than it was published. */
const wrong = (shown: Partial<Published>): string[] => recompute(own, { ...published, ...shown });

test('it holds every line that was played, and no number and no time of any ticket', () => {
  const { book } = published;
  const lines = book.trimEnd().split('\n');
  expect(lines[0]).toBe(`published book 1 lotto ${draw.number} ${draw.rulesId}`);
  expect(lines).toHaveLength(1 + bought.length);
  for (const line of lines.slice(1))
    expect(line).toMatch(/^[0-9a-f]{64} rows=[\d-]+ system=\d side=(\d{5}|-) stake=\d+$/);
  expect(
    lines.filter((line) => line.includes('rows=1-2-3-4-5-6-7-8 system=8 side=- stake=8400')),
  ).toHaveLength(1);
  for (const { ticketId, couponIds } of bought) {
    for (const id of [ticketId, ...couponIds].map(encodeId)) expect(book).not.toContain(id);
  }
});

test('must-hold 85: anybody recomputes root, sums, winners, pools and prizes from it', () => {
  expect(wrong({})).toEqual([]);
});

test('whatever is changed in book, evidence or rules is found', () => {
  const { evidence, rules, book } = published;
  const { settlement } = evidence;
  if (!settlement) throw new Error('not settled');
  const root = 'its lines lead to the root that was published before the draw';
  const sums = 'coupons, rows and stakes are as they were sealed';
  const winners = 'as many win in each tier as were paid';
  const pools = 'the pools of this country are its share of the sales, and are shared to the last fraction';
  const lines = book.split('\n');
  expect(wrong({ book: lines.toSpliced(3, 1).join('\n') })).toEqual(expect.arrayContaining([root, sums]));
  expect(wrong({ book: book.replace('rows=1-2-3-4-44', 'rows=1-2-3-4-5') })).toEqual(
    expect.arrayContaining([root, winners]),
  );
  expect(wrong({ book: [lines[0], lines[2], lines[1], ...lines.slice(3)].join('\n') })).toContain(root);
  const tiers = (change: object) =>
    settlement.tiers.map((tier, at) => (at === 0 ? { ...tier, ...change } : tier));
  const changed = (change: object) => ({
    evidence: { ...evidence, settlement: { ...settlement, tiers: tiers(change) } },
  });
  const [first] = settlement.tiers;
  if (!first?.pool) throw new Error('no pool');
  const signed = 'the settlement is signed by a key that you know';
  const ruled = 'the rules are those of the draw';
  expect(wrong(changed({ winnersLocal: first.winnersLocal + 1 }))).toEqual([signed, winners, pools]);
  expect(wrong(changed({ amount: first.amount + 10 }))).toEqual([signed, pools]);
  expect(wrong(changed({ pool: String(BigInt(first.pool) + 1n) }))).toEqual([signed, pools]);
  expect(wrong({ rules: { ...rules, amountUnit: 1000 } as typeof rules })).toEqual([ruled, pools]);
  expect(wrong({ evidence: { ...evidence, stakes: evidence.stakes + 1 } })).toContain(
    'the seal is signed by a key that you know',
  );
});
