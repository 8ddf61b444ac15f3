import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Coupon, expandCoupon, rowCountOf } from '#rules/pools/coupon.ts';
import { goals, matchCount, type PoolId, signs } from '#rules/pools/games.ts';
import { parseBaseSigns, parseSigns } from '#rules/pools/panels.ts';
import { type Picks, wordsOf } from '#rules/pools/picks.ts';
import { countedRights, leastRight } from '#rules/pools/results.ts';
import { rowsByMisses } from '#rules/pools/standing.ts';
import { openSystem, systemOf, systems } from '#rules/pools/systems.ts';
import type { Winner } from '#server/draws/kind.ts';
import { type Block, newBlock } from '#server/draws/seal/book.ts';
import { unpack } from '#server/draws/settle/compare.ts';
import { Collector } from '#server/draws/settle/count-book.ts';
import { countSpans } from '#server/draws/settle/live-tickets.ts';
import { sql } from '#server/platform/sql.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { resultsCounter, standingCounter, winnersCounter } from './engine-a.ts';
import { engineB } from './engine-b.ts';

/** Brute force over every row against engine A over the book and engine B in the database. */

type Sold = { couponId: string; coupon: Coupon };

let own: TestDatabase;
beforeAll(async () => {
  own = await testDatabase();
});
afterAll(() => own.close());

const sell = (coupons: readonly Coupon[]): Sold[] =>
  coupons
    .map((coupon) => ({ couponId: randomUUID(), coupon }))
    .sort((a, b) => (a.couponId < b.couponId ? -1 : 1));

const wordsIn = (game: PoolId, picks: Picks) => wordsOf(picks, game === 'xg' ? goals.length : signs.length);

function bookOf(game: PoolId, sold: readonly Sold[]): Block {
  const rows = sold.flatMap(({ coupon }) => coupon.rows.map((picks) => wordsIn(game, picks)));
  const { block } = newBlock(sold.length, rows.length, game === 'xg' ? 2 : 1);
  block.rowBits.set(rows.flat().flatMap((word) => [word % 2 ** 32, Math.floor(word / 2 ** 32)]));
  block.systems.set(sold.map(({ coupon }) => coupon.system));
  block.rowCounts.set(sold.map(({ coupon }) => coupon.rows.length));
  sold.forEach(({ couponId }, index) => {
    block.couponIds.set(Buffer.from(couponId.replaceAll('-', ''), 'hex'), 16 * index);
  });
  return block;
}

function byEngineA(game: PoolId, sold: readonly Sold[], result: readonly number[]) {
  const block = bookOf(game, sold);
  const collector = new Collector(countedRights(game).length);
  const reached = new Set<number>();
  if (game === 'xg') resultsCounter({ game, result }, reached)(block, collector);
  const least = game === 'xg' ? leastRight(reached) : 10;
  const rows = winnersCounter({ game, result }, least)(block, collector);
  return { rows, winners: [...unpack(collector.winners(), countedRights(game).length)] };
}

async function byEngineB(game: PoolId, sold: readonly Sold[], result: readonly number[]) {
  const { rows } = await sql<{
    drawId: number;
  }>`SELECT coalesce(max(draw_id), 0) + 1 AS "drawId" FROM coupons`.execute(own.db);
  const drawId = rows[0]?.drawId as number;
  for (const { couponId, coupon } of sold) {
    const words = coupon.rows.map((picks) => wordsIn(game, picks));
    const second = game === 'xg' ? words.map(([, word]) => word as number) : null;
    await sql`
      WITH ticket AS (
        INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, row_masks, second_masks,
          quick_picks, system, row_count)
        VALUES (1, ${couponId}, ${game}, domain_now(), 13, ${words.map(([word]) => word as number)}::bigint[],
          ${second}::bigint[], 0, ${coupon.system}, ${rowCountOf(coupon)})
      )
      INSERT INTO coupons (player_id, ticket_id, coupon_id, draw_id, stake)
      VALUES (1, ${couponId}, ${couponId}, ${drawId}, 13)`.execute(own.db);
  }
  const counted = await countSpans(own.db, (tx, span) => engineB(tx, drawId, { game, result }, span));
  return {
    rows: counted.rows,
    winners: counted.winners.map(({ couponId, units }): Winner => ({ couponId, units })),
  };
}

function byHand(game: PoolId, sold: readonly Sold[], result: readonly number[]) {
  const totals = new Array<number>(matchCount + 1).fill(0);
  let rows = 0;
  const counted = sold.map(({ couponId, coupon }) => {
    const tally = new Array<number>(matchCount + 1).fill(0);
    for (const row of expandCoupon(coupon)) {
      const right = row.filter((outcome, match) => outcome === result[match]).length;
      for (const each of [tally, totals]) each[right] = (each[right] as number) + 1;
      rows += 1;
    }
    return { couponId, tally };
  });
  const best = totals.map((_, right) => right).filter((right) => right < 13 && right > 0 && totals[right]);
  const lines = countedRights(game);
  const winning = game === 'xg' ? [13, ...best.slice(-3)] : [...lines];
  const winners = counted.map(({ couponId, tally }): Winner => {
    return {
      couponId,
      units: lines.map((right) => (winning.includes(right) ? (tally[right] as number) : 0)),
    };
  });
  return { rows, winners: winners.filter(({ units }) => units.some((count) => count > 0)) };
}

async function expectEqual(game: PoolId, coupons: readonly Coupon[], result: readonly number[]) {
  const sold = sell(coupons);
  const wanted = byHand(game, sold, result);
  expect(byEngineA(game, sold, result)).toEqual(wanted);
  expect(await byEngineB(game, sold, result)).toEqual(wanted);
  return wanted;
}

const resultArb = (outcomes: number) =>
  fc.array(fc.integer({ min: 0, max: outcomes - 1 }), { minLength: matchCount, maxLength: matchCount });

/** Panels near the result, so that much is right; every kind of cover is among them. */
function nearArb(result: readonly number[], outcomes: number, coversMax: number): fc.Arbitrary<Picks> {
  const mask = fc.integer({ min: 1, max: 2 ** outcomes - 1 });
  const match = (outcome: number) =>
    fc
      .tuple(fc.integer({ min: 0, max: 9 }), mask, fc.integer({ min: 0, max: outcomes - 1 }))
      .map(([luck, covers, other]) => ({ covers, single: luck < 7 ? 1 << outcome : 1 << other }));
  return fc
    .tuple(
      fc.tuple(...result.map(match)),
      fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: coversMax }),
    )
    .map(([all, covered]) => all.map(({ covers, single }, at) => (covered.includes(at) ? covers : single)));
}

/** A coupon of the system with its covers anywhere, and base signs where it has them. */
function systemArb(id: string, result: readonly number[]): fc.Arbitrary<Coupon> {
  const system = systemOf(id);
  if (!system) throw new Error(id);
  const { number, full, half, type } = system;
  const order = fc.shuffledSubarray([...Array(matchCount).keys()], { minLength: matchCount });
  const marks = fc.array(fc.nat(), { minLength: matchCount, maxLength: matchCount });
  return fc.tuple(order, marks, marks).map(([matches, chosen, luck]) => {
    const rows = [new Array<number>(matchCount).fill(0), new Array<number>(matchCount).fill(0)] as [
      number[],
      number[],
    ];
    matches.forEach((match, at) => {
      const came = 1 << (result[match] as number);
      const lucky = (luck[match] as number) % 4 > 0;
      const double = [3, 5, 6].filter((mask) => !lucky || mask & came)[
        (chosen[match] as number) % 2
      ] as number;
      rows[0][match] = at < full ? 7 : at < full + half ? double : lucky ? came : 1;
      const marked = [1, 2, 4].filter((sign) => (rows[0][match] as number) & sign);
      if (at < full + half) rows[1][match] = marked[(luck[match] as number) % marked.length] as number;
    });
    return { system: number, rows: type === 'U' ? rows : rows.slice(0, 1) };
  });
}

describe('engines and brute force agree', () => {
  test('over every system, placed anywhere', async () => {
    const [result = []] = fc.sample(resultArb(3), { numRuns: 1, seed: 20 });
    const coupons = systems.flatMap(({ id }) => fc.sample(systemArb(id, result), { numRuns: 6, seed: 35 }));
    const { winners } = await expectEqual('totoeng', coupons, result);
    expect(winners.length).toBeGreaterThan(60);
  });

  test('over single and open tickets', async () => {
    const [result = []] = fc.sample(resultArb(3), { numRuns: 1, seed: 21 });
    const open = fc.sample(nearArb(result, 3, 8), { numRuns: 60, seed: 36 });
    const single = fc.sample(fc.array(nearArb(result, 3, 0), { minLength: 1, maxLength: 10 }), {
      numRuns: 80,
      seed: 37,
    });
    const coupons = [
      ...open.map((picks) => ({ system: openSystem.number, rows: [picks] })),
      ...single.map((rows) => ({ system: 0, rows })),
    ];
    const { winners } = await expectEqual('totoeur', coupons, result);
    const reached = [0, 1, 2, 3].map((line) => winners.some(({ units }) => (units[line] ?? 0) > 0));
    expect(reached).toEqual([true, true, true, true]);
  });

  test('over goals, where the lines are known after the count', async () => {
    for (const seed of [1, 2, 3]) {
      const [result = []] = fc.sample(resultArb(8), { numRuns: 1, seed });
      const covers = fc.sample(fc.array(nearArb(result, 8, 4), { minLength: 1, maxLength: 3 }), {
        numRuns: 30,
        seed,
      });
      const single = fc.sample(fc.array(nearArb(result, 8, 0), { minLength: 1, maxLength: 10 }), {
        numRuns: 30,
        seed,
      });
      await expectEqual(
        'xg',
        [
          ...covers.map((rows) => ({ system: openSystem.number, rows })),
          ...single.map((rows) => ({ system: 0, rows })),
        ],
        result,
      );
    }
  });

  test('where nobody has anything right, and of nothing sold', async () => {
    const wrong = new Array<number>(matchCount).fill(1);
    const result = new Array<number>(matchCount).fill(1);
    const { winners } = await expectEqual('xg', [{ system: 0, rows: [wrong] }], result);
    expect(winners).toEqual([]);
    await expectEqual('totoeng', [], result);
  });
});

test('a running program is counted over its known outcomes', () => {
  const result = [0, null, 2, 1, null, null, 0, 0, 1, 2, null, 1, 0];
  const near = nearArb(
    result.map((outcome) => outcome ?? 0),
    3,
    6,
  );
  const coupons = [
    ...fc
      .sample(near, { numRuns: 30, seed: 5 })
      .map((picks) => ({ system: openSystem.number, rows: [picks] })),
    ...fc.sample(
      systemArb(
        'U-4-4-75',
        result.map((outcome) => outcome ?? 1),
      ),
      { numRuns: 5, seed: 6 },
    ),
    ...fc
      .sample(
        nearArb(
          result.map((outcome) => outcome ?? 2),
          3,
          0,
        ),
        { numRuns: 30, seed: 7 },
      )
      .map((picks) => ({ system: 0, rows: [picks] })),
  ];
  const wanted = new Array<number>(10).fill(0);
  for (const coupon of coupons)
    rowsByMisses(coupon, result).forEach((rows, misses) => {
      if (misses < 10) wanted[misses] = (wanted[misses] as number) + rows;
    });
  const counted: number[] = [];
  standingCounter({ game: 'totoeng', result }, counted)(bookOf('totoeng', sell(coupons)), new Collector(1));
  expect(counted).toEqual(wanted);
  expect(counted.filter((rows) => rows > 0).length).toBeGreaterThan(5);
});

describe('the examples', () => {
  const result = (text: string) => [...text].map((sign) => '1X2'.indexOf(sign));
  const unitsOf = async (system: number, panel: string, drawn: string, base?: string) => {
    const rows = [parseSigns(panel), ...(base ? [parseBaseSigns(base)] : [])] as Picks[];
    const { winners } = await expectEqual('totoeng', [{ system, rows }], result(drawn));
    return winners[0]?.units;
  };

  test('two triples and three doubles, all right, and with one double missed', async () => {
    expect(await unitsOf(1, 'DDAAA11111111', '12X1X11111111')).toEqual([1, 7, 19, 25]);
    expect(await unitsOf(1, 'DDAAA11111111', '12X1211111111')).toEqual([0, 2, 12, 26]);
  });

  test('a perfect code has 13 right in one row when the result is one of its rows', async () => {
    const number = systemOf('S-4-0-9')?.number as number;
    expect((await unitsOf(number, 'D1D1D1D1X2X12', '112121X1X2X12'))?.[0]).toBe(1);
    expect((await unitsOf(number, 'D1D1D1D1X2X12', '212121X1X2X12'))?.slice(0, 2)).toEqual([0, 1]);
  });
});
