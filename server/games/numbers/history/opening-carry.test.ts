import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { seedSampleHistory } from '#embedded/seed/sample-history.ts';
import { currentDraw } from '#server/games/numbers/current.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { transaction } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { importHistory } from './import.ts';

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
beforeAll(async () => {
  own = await testDatabase();
  at = drawFixture(own);
  await transaction(own.db, seedSampleHistory);
  await at.open();
});
afterAll(() => own.close());
afterEach(async () => expect(await checkLedger(own.db)).toEqual({ ok: true }));

/** The newest Saturday before the first draw on sale, 21 November 2026. */
const table = (first: { amountWinner: number; winners: number }) => ({
  game: 'lotto',
  date: '2026-11-14',
  numbers: [1, 2, 3, 4, 5],
  bonusNumbers: [6],
  prizes: [
    { tier: 1, condition: '5', ...first },
    { tier: 2, condition: '4+B', amountWinner: 270_000, winners: 3 },
    { tier: 3, condition: '4', amountWinner: 44_020, winners: 92 },
    { tier: 4, condition: '3+B', amountWinner: 8_520, winners: 190 },
    { tier: 5, condition: '3', amountWinner: 1_890, winners: 3_640 },
    { tier: 6, condition: '2+B', amountWinner: 1_100, winners: 3_655 },
  ],
});
const importTable = (first: { amountWinner: number; winners: number }) =>
  importHistory(own.db, JSON.stringify(table(first)), { actor: 'operator1' });

const carried = async () => {
  const { rows } = await sql`SELECT tier, balance FROM waiting_carry('lotto') WHERE balance <> 0`.execute(
    own.db,
  );
  return rows;
};

test('the sample history opens the first draw with its own last pools', async () => {
  const [carry] = (await carried()) as { tier: number; balance: number }[];
  expect(carry?.tier).toBe(1);
  const draw = await currentDraw(own.db, own.config.kinds, 'lotto');
  expect(draw.firstPrize).toBeGreaterThan(carry?.balance ?? 0);
  expect(draw.potMultiple).toBeGreaterThanOrEqual(3);
});

test('a table in which the first prize was won takes the invented carry away', async () => {
  expect(await importTable({ amountWinner: 47_085_000, winners: 1 })).toMatchObject({
    replaced: 1,
    carryKept: [],
  });
  expect(await carried()).toEqual([]);
  const draw = await currentDraw(own.db, own.config.kinds, 'lotto');
  expect(draw.potMultiple).toBe(1);
  expect(draw.firstPrize).toBeLessThan(40_000_000);
});

test('a pool that was not won is what the next draw begins with, and what it announces', async () => {
  await importTable({ amountWinner: 22_000_000, winners: 0 });
  await importTable({ amountWinner: 22_000_000, winners: 0 });
  expect(await carried()).toEqual([{ tier: 1, balance: 22_000_000 }]);
  const draw = await currentDraw(own.db, own.config.kinds, 'lotto');
  expect(draw.potMultiple).toBeGreaterThanOrEqual(2);
  // 22 million and a usual share of what four such draws sell.
  expect(draw.firstPrize).toBeGreaterThan(30_000_000);
  expect(draw.firstPrize).toBeLessThan(60_000_000);
});

test('once tickets are sold the carry stays what their buyers saw, and the settlement uses it', async () => {
  const draw = await at.onSale();
  await at.buy({ playerId: await at.player(1000), rows: [[1, 2, 3, 4, 5]] });
  expect(await importTable({ amountWinner: 99_000_000, winners: 0 })).toMatchObject({ carryKept: ['lotto'] });
  expect(await carried()).toEqual([{ tier: 1, balance: 22_000_000 }]);
  await at.seal(draw);
  await at.result(draw.drawId, [11, 12, 13, 14, 15], 6);
  await at.settle(draw.drawId);
  expect(
    await at.value(sql`SELECT carry_in FROM draw_prizes WHERE draw_id = ${draw.drawId} AND part = 'main'
      AND tier = 1`),
  ).toBe(22_000_000);
});
