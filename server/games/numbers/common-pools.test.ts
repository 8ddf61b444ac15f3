/** Pools shared with other countries: figures by two persons, settled, paid and balanced to the króna. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { drawReport } from '#operator/draw-report-data.ts';
import type { GameId } from '#rules/numbers/games.ts';
import { drawDeadlines } from '#server/draws/deadlines.ts';
import { type Draw, drawById } from '#server/draws/draw.ts';
import { importFigures } from '#server/draws/figures/import.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { type Deadline, dueOf } from '#server/platform/deadlines.ts';
import { createLog } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { type Published, publishedOf, recompute } from '#test/harness/recompute.ts';
import { spellingsOf } from '#test/harness/spellings.ts';
import { potsOf } from './pots.ts';

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
beforeEach(async () => {
  own = await testDatabase();
  at = drawFixture(own);
});
afterEach(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const signed = ['the settlement is signed by a key that you know'];
const local = ['the pools of this country are its share of the sales, and are shared to the last fraction'];
const common = ['the pools of all countries pay what their organiser found, and as many won here'];

/** What the recomputing program finds when the organiser's file is another than the one that was signed. */
function wrongWith(published: Published, before: string, after: string): string[] {
  const { evidence } = published;
  const { settlement } = evidence;
  if (!settlement?.figures?.includes(before)) throw new Error(`the figures do not say ${before}`);
  const figures = settlement.figures.replace(before, after);
  return recompute(own, { ...published, evidence: { ...evidence, settlement: { ...settlement, figures } } });
}

type Tier = { tier: number; winners: number; winnersIceland: number; amountEuro: string | number };

const bring = (draw: Draw, file: object | string, actor: string, replaceReason?: string) => {
  const text = typeof file === 'string' ? file : JSON.stringify(file);
  return importFigures(own.db, own.config, { drawId: draw.drawId, text, actor, replaceReason });
};

/** Sold, sealed and drawn: the winner has the first prize. */
async function drawnDraw(game: GameId, date: string, winner: { rows: number[][]; extras: number[][] }) {
  const draw = await at.openOther(game, date);
  const winnerId = await at.player(50_000);
  const loserId = await at.player(50_000);
  await at.buy({ playerId: winnerId, ...winner }, draw);
  await at.buy(
    { playerId: loserId, rows: winner.rows.map((row) => row.map((n) => n + 20)), extras: winner.extras },
    draw,
  );
  await at.seal(draw);
  return { draw, winnerId };
}

describe('vikinglotto', () => {
  const row = { rows: [[1, 2, 3, 4, 5, 6]], extras: [[5]] };
  const figures = (draw: Draw, tiers: Tier[], more: object = {}) => ({
    ...{ game: 'vikinglotto', draw: draw.number, euroRate: '150.00', rowsAll: 8_000_000 },
    ...{ tiers, nextFirstPrizeEuro: '3000000' },
    ...more,
  });
  const first: Tier = { tier: 1, winners: 1, winnersIceland: 1, amountEuro: '19040000.00' };
  const second: Tier = { tier: 2, winners: 0, winnersIceland: 0, amountEuro: 0 };

  test('is settled by the organiser’s figures, brought by one and approved by another', async () => {
    const { draw, winnerId } = await drawnDraw('vikinglotto', '2027-01-06', row);
    await expect(bring(draw, figures(draw, [first, second]), 'gunna')).rejects.toMatchObject({
      code: 'EC_ACTION_NOT_ALLOWED',
    });
    await at.result(draw.drawId, [1, 2, 3, 4, 5, 6], 5, '01234');
    await expect(at.settle(draw.drawId)).rejects.toThrow(/figures are missing/);

    const file = figures(draw, [first, second]);
    for (const same of spellingsOf('gunna'))
      expect(await bring(draw, file, same)).toEqual({ approved: false });
    await expect(at.settle(draw.drawId)).rejects.toThrow(/figures are missing/);
    const other = bring(draw, figures(draw, [second, first]), 'jonas');
    await expect(other).rejects.toMatchObject({ code: 'EC_INVALID_COMBINATION' });
    expect(await bring(draw, file, 'jonas')).toEqual({ approved: true });
    expect(await bring(draw, file, 'jonas')).toEqual({ approved: true });
    await expect(bring(draw, figures(draw, [second, first]), 'gunna')).rejects.toMatchObject({
      code: 'EC_ACTION_NOT_ALLOWED',
    });

    // 230 kr. of two rows: 45% are 103.5; 0.185 EUR a row at 150 kr. are 55.5, so 48 kr. stay here.
    expect(await at.settle(draw.drawId)).toMatchObject({ winningCoupons: 1, paid: 2_856_000_000 });
    const report = await drawReport(own.db, own.config.kinds, 'vikinglotto', draw.number);
    expect(report?.sales).toEqual({
      ...{ sales: 230, contribution: 55, reserve: 0, fund: 48, income: 127 },
      organiser: { due: 2_856_000_000, paid: 2_856_000_000, difference: 0 },
    });
    expect(report?.equation?.holds).toBe(true);
    await payDraw(own.db, draw.drawId, 'gunna');
    // A prize so large waits for its claim.
    expect(await at.balance(winnerId)).toBe(50_000 - 115);
    const published = await publishedOf(own, draw);
    expect(recompute(own, published)).toEqual([]);
    expect(wrongWith(published, '150.00', '140.00')).toEqual([...signed, ...local, ...common]);
    expect(wrongWith(published, '19040000.00', '19040000.01')).toEqual([...signed]);
    expect(wrongWith(published, '19040000.00', '19050000.00')).toEqual([...signed, ...common]);
  });

  test('figures that contradict what was won here are refused before anybody approves them', async () => {
    const { draw } = await drawnDraw('vikinglotto', '2027-01-06', row);
    await at.result(draw.drawId, [1, 2, 3, 4, 5, 6], 5, '01234');
    for (const [more, words] of [
      [{ tiers: [{ ...first, winnersIceland: 0 }, second] }, /winnersIceland of tier 1 is 0; we count 1/],
      [{ rowsAll: 1 }, /rowsAll is 1, and Iceland alone sold 2 rows/],
      [{ euroRate: '15000.00' }, /euroRate is 15000.00; it lies between/],
      [{ nextFirstPrizeEuro: '300000000' }, /nextFirstPrizeEuro is 300000000.00; it lies between/],
    ] as const) {
      const refused = await bring(draw, figures(draw, [first, second], more), 'gunna').catch(
        (error) => error,
      );
      expect(refused).toMatchObject({ code: 'EC_INVALID_INPUT' });
      expect(refused.options.details.message).toMatch(words);
    }
    expect(await at.value(sql`SELECT count(*) FROM draw_figures`)).toBe(0);
  });

  test('approved figures that are not settled yet are replaced by two persons who say why', async () => {
    const { draw } = await drawnDraw('vikinglotto', '2027-01-06', row);
    await at.result(draw.drawId, [1, 2, 3, 4, 5, 6], 5, '01234');
    const wrong = figures(draw, [{ ...first, amountEuro: '18040000.00' }, second]);
    for (const actor of ['gunna', 'jonas']) await bring(draw, wrong, actor);
    const right = figures(draw, [first, second]);
    const refused = bring(draw, right, 'gunna');
    await expect(refused).rejects.toMatchObject({ code: 'EC_ACTION_NOT_ALLOWED' });
    expect(await bring(draw, right, 'gunna', 'a digit was wrong')).toEqual({ approved: false });
    await expect(at.settle(draw.drawId)).rejects.toMatchObject({ haltCode: 'figures_missing' });
    expect(await bring(draw, right, 'gunna', 'a digit was wrong')).toEqual({ approved: false });
    expect(await bring(draw, right, 'jonas')).toEqual({ approved: true });
    expect(await at.settle(draw.drawId)).toMatchObject({ paid: 2_856_000_000 });
    const late = bring(draw, wrong, 'gunna', 'too late');
    await expect(late).rejects.toMatchObject({ code: 'EC_ACTION_NOT_ALLOWED' });
  });

  const bad: [string, (draw: Draw) => object | string, RegExp][] = [
    ['no JSON', () => '{"game":', /cannot be read/],
    ['another draw', (draw) => ({ ...figures(draw, [first, second]), draw: draw.number + 1 }), /is not of/],
    ['another game', (draw) => ({ ...figures(draw, [first, second]), game: 'lotto' }), /is not of/],
    ['a tier missing', (draw) => figures(draw, [first]), /Tier 2 \(6\) stands 0 times/],
    ['a tier twice', (draw) => figures(draw, [first, first, second]), /Tier 1 \(6\+V\) stands 2 times/],
    [
      'a tier of our own',
      (draw) => figures(draw, [first, second, { ...second, tier: 3 }]),
      /Tier 3 is not shared/,
    ],
    [
      'winners without an amount',
      (draw) => figures(draw, [{ ...first, amountEuro: '0' }, second]),
      /without an amount/,
    ],
    [
      'an amount without winners',
      (draw) => figures(draw, [first, { ...second, amountEuro: '1' }]),
      /without winners/,
    ],
    [
      'more here than everywhere',
      (draw) => figures(draw, [{ ...first, winnersIceland: 2 }, second]),
      /more winners in Iceland/,
    ],
    ['half a winner', (draw) => figures(draw, [{ ...first, winners: 1.5 }, second]), /not a count/],
    [
      'an amount below zero',
      (draw) => figures(draw, [{ ...first, amountEuro: '-1' }, second]),
      /decimal amount/,
    ],
    ['no rate', (draw) => figures(draw, [first, second], { euroRate: '0' }), /rate of exchange/],
    [
      'a rate with a comma',
      (draw) => figures(draw, [first, second], { euroRate: '150,00' }),
      /decimal amount/,
    ],
  ];
  test('a file that cannot be right is refused in words, and nothing is kept', async () => {
    const { draw } = await drawnDraw('vikinglotto', '2027-01-06', row);
    await at.result(draw.drawId, [1, 2, 3, 4, 5, 6], 5, '01234');
    for (const [what, file, words] of bad) {
      const refused = await bring(draw, file(draw), 'gunna').catch((error) => error);
      expect(refused, what).toMatchObject({ code: 'EC_INVALID_INPUT' });
      expect(refused.options.details.message, what).toMatch(words);
    }
    expect(await at.value(sql`SELECT count(*) FROM draw_figures`)).toBe(0);
  });

  test('a draw of lotto awaits none', async () => {
    const draw = await at.open();
    await at.seal(draw);
    await at.result(draw.drawId, [1, 2, 3, 4, 5], 6);
    await expect(bring(draw, figures(draw, [first, second]), 'gunna')).rejects.toMatchObject({
      code: 'EC_ACTION_NOT_ALLOWED',
    });
    await at.settle(draw.drawId);
  });
});

describe('eurojackpot', () => {
  const tiers = (changes: Record<number, Partial<Tier>>): Tier[] =>
    Array.from({ length: 12 }, (_, index) => ({
      ...{ tier: index + 1, winners: 0, winnersIceland: 0, amountEuro: '0' },
      ...changes[index + 1],
    }));

  test('all tiers are common; what the euro lacks to half the price goes to the prize reserve', async () => {
    const { draw, winnerId } = await drawnDraw('eurojackpot', '2027-01-05', {
      rows: [[1, 2, 3, 4, 5]],
      extras: [[3, 9]],
    });
    await at.result(draw.drawId, [1, 2, 30, 31, 32], [3, 12], '01234');
    const file = {
      ...{ game: 'eurojackpot', draw: draw.number, euroRate: 150.25, rowsAll: 30_000_000 },
      tiers: tiers({
        12: { winners: 610_000, winnersIceland: 1, amountEuro: 9.9 },
        1: { winners: 1, amountEuro: '120000000' },
      }),
      nextFirstPrizeEuro: 10_000_000,
    };
    for (const actor of ['gunna', 'jonas']) await bring(draw, file, actor);
    // 9.90 EUR at 150.25 kr. are 1,487.475 kr.: 1,480 to the winner, 1,487 from the organiser.
    expect(await at.settle(draw.drawId)).toMatchObject({ winningCoupons: 1, paid: 1_480 });
    const report = await drawReport(own.db, own.config.kinds, 'eurojackpot', draw.number);
    // 620 kr. of two rows: 2 EUR are 300 kr., half the price 310.
    expect(report?.sales).toEqual({
      ...{ sales: 620, contribution: 300, reserve: 10, fund: 0, income: 310 },
      organiser: { due: 1_487, paid: 1_480, difference: 7 },
    });
    const lines = report?.prizes.filter(({ part }) => part === 'main') ?? [];
    expect(lines.map(({ winners, winnersLocal, amount }) => [winners, winnersLocal, amount])).toEqual([
      [1, 0, 18_030_000_000],
      ...Array.from({ length: 10 }, () => [0, 0, 0]),
      [610_000, 1, 1_480],
    ]);
    await payDraw(own.db, draw.drawId, 'gunna');
    expect(await at.balance(winnerId)).toBe(50_000 - 310 + 1_480);
    const published = await publishedOf(own, draw);
    expect(recompute(own, published)).toEqual([]);
    expect(wrongWith(published, '610000', '610001')).toEqual([...signed, ...common]);
  });

  test('figures a hundred times too large are refused, and nobody is paid by them', async () => {
    const { draw } = await drawnDraw('eurojackpot', '2027-01-05', {
      rows: [[1, 2, 3, 4, 5]],
      extras: [[3, 9]],
    });
    await at.result(draw.drawId, [1, 2, 30, 31, 32], [3, 12], '01234');
    const file = {
      ...{ game: 'eurojackpot', draw: draw.number, euroRate: '150.00', rowsAll: 30_000_000 },
      tiers: tiers({ 12: { winners: 610_000, winnersIceland: 1, amountEuro: '990.00' } }),
      nextFirstPrizeEuro: '11000000.00',
    };
    const refused = await bring(draw, file, 'gunna').catch((error) => error);
    expect(refused).toMatchObject({ code: 'EC_INVALID_INPUT' });
    expect(refused.options.details.message).toMatch(
      /Tier 12 pays 603900000.00 EUR; what the rows gave and earlier draws left is at most 6090000.00 EUR/,
    );
    await expect(at.settle(draw.drawId)).rejects.toMatchObject({ haltCode: 'figures_missing' });
  });

  /** As an older version approved them, which looked at nothing. */
  async function approveUnchecked(draw: Draw, file: object): Promise<void> {
    for (const approves of [false, true])
      await own.pool.query(
        `INSERT INTO draw_figures (draw_id, actor, actor_key, brought_by_key, approves, hash, file, figures)
         VALUES ($1, $2, $2, 'gunna', $3, sha256($4::bytea), $5, $6)`,
        [draw.drawId, approves ? 'jonas' : 'gunna', approves, 'file', 'file', JSON.stringify(file)],
      );
  }

  test('a settlement that throws stops that draw alone, says why, and takes a corrected file', async () => {
    const { draw } = await drawnDraw('eurojackpot', '2027-01-05', {
      rows: [[1, 2, 3, 4, 5]],
      extras: [[3, 9]],
    });
    await at.result(draw.drawId, [1, 2, 30, 31, 32], [3, 12], '01234');
    const { drawId } = draw;
    const right = {
      ...{ game: 'eurojackpot', draw: draw.number, euroRate: '150.00', rowsAll: 30_000_000 },
      tiers: tiers({ 12: { winners: 610_000, winnersIceland: 1, amountEuro: '9.90' } }),
      nextFirstPrizeEuro: '11000000.00',
    };
    await approveUnchecked(draw, { ...right, euroRate: '15000.00' });
    const deadlines = drawDeadlines({
      db: own.db,
      config: { ...own.config, autoDraw: true },
      log: createLog('test', 2, 'silent'),
    });
    const settlement = deadlines.find(({ name }) => name === 'draw settlement') as Deadline;
    expect(await settlement.run(own.db)).toBe(1);
    expect((await drawById(own.db, drawId)).state).toBe('confirmed');
    expect(await at.value(sql`SELECT message FROM draw_alarms WHERE stops`)).toMatch(
      /is not settled: .*corrected file with draw import/,
    );
    // It waits for a person, and nothing else waits with it.
    expect(await dueOf(own.db, settlement)).toBeNull();
    const other = await at.open();
    await at.seal(other);
    await at.result(other.drawId, [1, 2, 3, 4, 5], 6);
    expect(await settlement.run(own.db)).toBe(1);
    expect((await drawById(own.db, other.drawId)).state).toBe('winsel');

    expect(await bring(draw, right, 'gunna')).toEqual({ approved: false });
    expect(await dueOf(own.db, settlement)).toBeNull();
    expect(await bring(draw, right, 'jonas')).toEqual({ approved: true });
    expect(await settlement.run(own.db)).toBe(1);
    expect((await drawById(own.db, drawId)).state).toBe('winsel');
  });

  test('the pot that nobody won is the one that its organiser had announced', async () => {
    for (const [date, nextFirstPrizeEuro, first] of [
      ['2027-01-05', '12345678.90', { winners: 1, amountEuro: '120000000' }],
      ['2027-01-08', '20000000', {}],
    ] as const) {
      const { draw } = await drawnDraw('eurojackpot', date, { rows: [[1, 2, 3, 4, 5]], extras: [[3, 9]] });
      await at.result(draw.drawId, [46, 47, 48, 49, 50], [1, 2], '01234');
      const file = {
        ...{ game: 'eurojackpot', draw: draw.number, euroRate: '150.25', rowsAll: 30_000_000 },
        ...{ tiers: tiers({ 1: first }), nextFirstPrizeEuro },
      };
      for (const actor of ['gunna', 'jonas']) await bring(draw, file, actor);
      await at.settle(draw.drawId);
    }
    // 12,345,678.90 EUR at 150.25 kr. are 1,854,938,254 kr., announced in whole hundred thousands.
    expect((await potsOf(own.db, 'eurojackpot')).map(({ amount, winners }) => [amount, winners])).toEqual([
      [1_854_900_000, 0],
      [18_030_000_000, 1],
    ]);
  });
});
