/** How programs are decided: lots, a void, goals, figures from Sweden, carries; killed and raced. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parsePicks } from '#rules/pools/panels.ts';
import { wordsOf } from '#rules/pools/picks.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import { type Draw, drawById } from '#server/draws/draw.ts';
import { importFigures } from '#server/draws/figures/import.ts';
import { enterResult } from '#server/draws/results.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { wholeCarry } from '#server/draws/settle/prizes.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { reportFacts } from '#server/fixtures/report.ts';
import { enterBeacon } from '#server/games/pools/lots.ts';
import { programOf } from '#server/games/pools/program.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { newId } from '#server/platform/ids.ts';
import { createLog } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { createSell, type Sell } from '#server/sales/sell.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { untilDone } from '#test/harness/killed.ts';
import { closeAndSeal, decide, inHours, openProgram, resultsOf } from './programs.ts';

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let sell: Sell;
const price = 13;
const right = '1X21X21X21X21';
const wrong = 'X21X21X21X21X';
const beacon = 'ab'.repeat(32);
vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  own = await testDatabase();
  at = drawFixture(own);
  sell = createSell(own.pipeline, createLog('test', 2, 'silent'));
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

/** A ticket of single rows. */
async function buy({ drawId, game }: Draw, playerId: number, ...rows: string[]): Promise<void> {
  const words = rows.map((row) => wordsOf(parsePicks(game as 'xg', row) ?? [], game === 'xg' ? 8 : 3));
  await sell({
    ...{ playerId, game, ticketId: newId(), coupons: [{ drawId, couponId: newId() }] },
    ...{ stake: rows.length * price, rowCount: rows.length, system: 0, quickPicks: 0, side: null },
    rowMasks: words.map(([first]) => first as number),
    secondMasks: game === 'xg' ? words.map(([, second]) => second as number) : null,
    ...{ channel: null, ip: null, affiliateId: null, key: null, inputHash: null, session: null },
  });
}
const lots = (draw: Draw, actor: string, value = beacon) =>
  enterBeacon(own.db, { drawId: draw.drawId, value, actor });
const refused = (message: RegExp) => ({ options: { details: { message: expect.stringMatching(message) } } });

/** As docs/rules/pools.md says it, with nothing of the product. */
function unitOf(program: string, match: number): number {
  for (let attempt = 0; ; attempt += 1) {
    const bytes = createHash('sha256').update(`${beacon} ${program} ${match} ${attempt}`).digest();
    for (const byte of bytes) if (byte < 200) return (byte % 100) + 1;
  }
}
const signOf = (unit: number) => (unit <= 50 ? '1' : unit <= 77 ? 'X' : '2');
const number = (() => {
  let last = 100;
  return () => {
    last += 1;
    return last;
  };
})();

describe('lots', () => {
  test('decide matches that began early, late or not at all, by a beacon that two persons read', async () => {
    const player = await at.player(1_000);
    const draw = await openProgram(own, { number: number(), kickOffs: [await inHours(own, 2)] });
    const name = `totoeng ${draw.number}`;
    const program = await programOf(own.db, draw.drawId);
    const drawn = [3, 8, 12].map((match) => ({ match, unit: unitOf(name, match) }));
    const signs = [...right];
    for (const { match, unit } of drawn) signs[match - 1] = signOf(unit);
    await buy(draw, player, signs.join(''), right);
    await closeAndSeal(own, draw);
    const say = async (match: number, kickOff: Date) => {
      const { matchId } = program.matches[match - 1]?.match ?? { matchId: 0 };
      const when = await databaseNow(own.db);
      await transaction(own.db, (tx) =>
        reportFacts(tx, { matchId, source: 'program', at: when, facts: [{ kind: 'kickOff', kickOff }] }),
      );
    };
    await say(3, new Date(((await drawById(own.db, draw.drawId)).closedAt?.getTime() as number) - 1000));
    await say(12, new Date(program.roundEnds.getTime() + 1000));
    const results = resultsOf(right);
    await expect(decide(own, draw, results)).rejects.toMatchObject(
      refused(/Match 3 began .* it needs a lot/),
    );
    await expect(decide(own, draw, { ...results, 3: 'lot' })).rejects.toMatchObject(
      refused(/Match 12 has not begun/),
    );
    const outcome = { ...results, 3: 'lot', 8: 'lot', 12: 'lot' };
    await expect(decide(own, draw, outcome)).rejects.toMatchObject(refused(/3, 8, 12 wait for their lots/));
    await expect(lots(draw, 'gunna')).rejects.toMatchObject(refused(/speaks .* at/));
    await setClock(own.db, program.lotsAt);
    await expect(decide(own, draw, { ...outcome, 12: '1-1' })).rejects.toMatchObject(
      refused(/after the round/),
    );
    await expect(lots(draw, 'gunna', 'AB')).rejects.toMatchObject({ code: 'EC_INVALID_INPUT' });
    expect(await lots(draw, 'gunna')).toEqual({ confirmed: false });
    expect(await lots(draw, 'GUNNA')).toEqual({ confirmed: false });
    await expect(lots(draw, 'jonas', 'cd'.repeat(32))).rejects.toMatchObject({
      code: 'EC_INVALID_COMBINATION',
    });
    expect(await lots(draw, 'jonas')).toEqual({ confirmed: true });
    await expect(lots(draw, 'anna', 'cd'.repeat(32))).rejects.toMatchObject(refused(/is not changed/));
    await decide(own, draw, outcome);
    const confirmed = sql<{ outcome: Record<string, string> }>`
      SELECT outcome FROM current_results WHERE draw_id = ${draw.drawId}`;
    const { outcome: kept } = (await confirmed.execute(own.db)).rows[0] ?? { outcome: {} };
    for (const { match, unit } of drawn) expect(kept[match]).toBe(`lot ${unit} ${signOf(unit)}`);
    expect(kept['1']).toBe('2-1');
    await settleDraw(own.db, own.config, draw.drawId);
    const thirteen = sql`SELECT winners FROM draw_prizes WHERE draw_id = ${draw.drawId} AND tier = 1`;
    expect(await at.value<number>(thirteen)).toBe(signs.join('') === right ? 2 : 1);
  });

  test.each([1, 6])('%i of them settle a program', async (count) => {
    const draw = await openProgram(own, { number: number() });
    const player = await at.player(100);
    await buy(draw, player, right);
    await closeAndSeal(own, draw);
    await setClock(own.db, (await programOf(own.db, draw.drawId)).lotsAt);
    for (const actor of ['gunna', 'jonas']) await lots(draw, actor);
    await decide(own, draw, withLots(count));
    expect((await settleDraw(own.db, own.config, draw.drawId)).already).toBe(false);
  });

  test.each([7, 13])('%i of them void it: stakes go back, and the carry stays', async (count) => {
    const carry = await wholeCarry(own.db, 'totoeng');
    const draw = await openProgram(own, { number: number() });
    const player = await at.player(100);
    await buy(draw, player, right);
    await closeAndSeal(own, draw);
    await expect(decide(own, draw, withLots(count))).rejects.toMatchObject(
      refused(/need a lot: the program is void, and draw cancel gives the stakes back/),
    );
    await cancelDraw(own.db, draw.drawId, { actor: 'gunna', reason: 'seven lots' });
    expect(await at.balance(player)).toBe(100);
    expect(await wholeCarry(own.db, 'totoeng')).toEqual(carry);
    expect((await drawById(own.db, draw.drawId)).state).toBe('cancelled');
  });
});

const withLots = (count: number) =>
  Object.fromEntries(
    Object.entries(resultsOf(right)).map(([place, score]) => [place, Number(place) <= count ? 'lot' : score]),
  );

test('no result is taken for a match of which sources differ', async () => {
  const draw = await openProgram(own, { number: number() });
  await closeAndSeal(own, draw);
  const { matches } = await programOf(own.db, draw.drawId);
  const { matchId } = matches[6]?.match ?? { matchId: 0 };
  const when = await databaseNow(own.db);
  for (const [source, home] of [
    ['feed', 2],
    ['paper', 1],
  ] as const)
    await transaction(own.db, (tx) =>
      reportFacts(tx, { matchId, source, at: when, facts: [{ kind: 'score', home, away: 1 }] }),
    );
  const enter = (outcome: object) =>
    transaction(own.db, (tx) =>
      enterResult(tx, own.config.kinds, { drawId: draw.drawId, outcome: { ...outcome }, actor: 'gunna' }),
    );
  await expect(enter({ 7: '2-1' })).rejects.toMatchObject(refused(/Match 7: sources differ in score/));
  await enter({ 6: '2-1' });
  await expect(enter({ 14: '2-1' })).rejects.toMatchObject(refused(/There is no match 14/));
  await expect(enter({ 6: '2:1' })).rejects.toMatchObject(refused(/Match 6 has no score/));
  await cancelDraw(own.db, draw.drawId, { actor: 'gunna', reason: 'test' });
});

test('sun and wed are one game, and carry to each other', async () => {
  const player = await at.player(10_000);
  const first = await openProgram(own, { game: 'totoeur', number: 1, kickOffs: [await inHours(own, 2)] });
  const next = await openProgram(own, {
    game: 'totoeur',
    number: 2,
    group: 'wed',
    kickOffs: [await inHours(own, 50)],
  });
  await buy(first, player, wrong);
  await buy(next, player, right);
  await closeAndSeal(own, first);
  await decide(own, first, resultsOf(right));
  await settleDraw(own.db, own.config, first.drawId);
  // Nobody won in any tier: 13 kr. of sales, 8 of the fund, all of its tiers wait (3 + 1 + 0 + 2).
  expect(await wholeCarry(own.db, 'totoeur')).toEqual({ 1: 6 });
  await closeAndSeal(own, next);
  await decide(own, next, resultsOf(right));
  await settleDraw(own.db, own.config, next.drawId);
  const line = sql<{ carryIn: number; pool: number; amount: number; moved: number }>`
    SELECT carry_in AS "carryIn", pool, amount, moved FROM draw_prizes
    WHERE draw_id = ${next.drawId} AND tier = 1`;
  // The tiers below have no winners and give 3 kr. to the first; its 12 kr. are less than it pays at least.
  expect((await line.execute(own.db)).rows).toEqual([{ carryIn: 6, pool: 12, amount: 0, moved: 3 }]);
  expect(await wholeCarry(own.db, 'totoeur')).toEqual({ 1: 12 });
});

test('xg counts the goals of regular time, and its tiers are the best results', async () => {
  const draw = await openProgram(own, { game: 'xg', number: 1 });
  const goals = ['2', '3', '1', '0', '7+', '2', '4', '1', '2', '3', '2', '5', '0'];
  const scores = ['1-1', '3-0', '0-1', '0-0', '4-4', '2-0', '2-2', '1-0', '1-1', '2-1', '0-2', '5-0', '0-0'];
  const off = (count: number) => goals.map((each, index) => (index < count ? '6' : each)).join();
  const players = await Promise.all([4, 5, 5, 7, 8].map(() => at.player(100_000)));
  for (const [index, count] of [4, 5, 5, 7, 8].entries())
    await buy(
      draw,
      players[index] as number,
      ...Array.from({ length: index === 0 ? 1 : 300 }, () => off(count)),
    );
  const { matches } = await programOf(own.db, draw.drawId);
  await closeAndSeal(own, draw);
  const { matchId } = matches[0]?.match ?? { matchId: 0 };
  const when = await databaseNow(own.db);
  await transaction(own.db, (tx) =>
    reportFacts(tx, {
      ...{ matchId, source: 'feed', at: when },
      facts: [
        { kind: 'score', home: 1, away: 1 },
        { kind: 'extraTime', home: 3, away: 1 },
      ],
    }),
  );
  await decide(own, draw, Object.fromEntries(scores.map((score, index) => [index + 1, score])));
  await settleDraw(own.db, own.config, draw.drawId);
  const lines = sql<{ condition: string; winners: number; amount: number }>`
    SELECT condition, winners, amount FROM draw_prizes WHERE draw_id = ${draw.drawId} ORDER BY tier`;
  // 1,201 rows: 15,613 kr., a fund of 10,148: 4,059, 2,029, 1,522, 2,537. One row has 9 right, 600 have 8 and
  // pay too little, as do 300 of 6.
  expect((await lines.execute(own.db)).rows).toEqual([
    { condition: '13', winners: 0, amount: 0 },
    { condition: '9', winners: 1, amount: 2_020 },
    { condition: '8', winners: 600, amount: 0 },
    { condition: '6', winners: 300, amount: 0 },
  ]);
  expect(await wholeCarry(own.db, 'xg')).toEqual({ 1: 4_059 + 1_522 + 2_537 });
  await payDraw(own.db, draw.drawId, 'gunna');
  expect(await at.balance(players[0] as number)).toBe(100_000 - price + 2_020);
});

test('a common pool pays by figures in Swedish krónur that agree with what was counted here', async () => {
  const player = await at.player(10_000);
  const draw = await openProgram(own, { number: number(), mode: 'common' });
  await buy(draw, player, right, wrong);
  await closeAndSeal(own, draw);
  await decide(own, draw, resultsOf(right));
  await expect(settleDraw(own.db, own.config, draw.drawId)).rejects.toMatchObject({
    haltCode: 'figures_missing',
  });
  const bring = (actor: string, more: object, winnersIceland = 1) => {
    const tiers = [1, 2, 3, 4].map((tier) => ({
      ...{
        tier,
        winners: 40,
        winnersIceland: tier === 1 ? winnersIceland : 0,
        amountSek: tier === 1 ? 1_234 : 20,
      },
    }));
    const text = JSON.stringify({
      game: 'totoeng',
      draw: draw.number,
      sekRate: 1300,
      rowsAll: 90_000,
      tiers,
      ...more,
    });
    return importFigures(own.db, own.config, { drawId: draw.drawId, text, actor });
  };
  await expect(bring('gunna', {}, 2)).rejects.toMatchObject(
    refused(/2 rows with 13 right here, and 1 were counted/),
  );
  await expect(bring('gunna', { rowsAll: 1 })).rejects.toMatchObject(refused(/1 rows were sold everywhere/));
  await expect(bring('gunna', { sekRate: 0 })).rejects.toMatchObject({ code: 'EC_INVALID_INPUT' });
  await bring('gunna', {});
  await bring('jonas', {});
  await settleDraw(own.db, own.config, draw.drawId);
  await payDraw(own.db, draw.drawId, 'gunna');
  // 1,234 krónur at 13.00 less one hundredth: 15,881.58, down to ten.
  expect(await at.balance(player)).toBe(10_000 - 2 * price + 15_880);
  const shown = sql<{ amount: number; winners: number; local: number; euro: string | null }>`
    SELECT amount, winners, winners_local AS local, amount_euro AS euro FROM draw_prizes
    WHERE draw_id = ${draw.drawId} AND tier = 1`;
  expect((await shown.execute(own.db)).rows).toEqual([{ amount: 15_880, winners: 40, local: 1, euro: null }]);
});

test.each(['before', 'after'] as const)(
  'settlement and payout killed %s each statement: paid once',
  async (moment) => {
    const draw = await openProgram(own, { number: number() });
    const players = await Promise.all(Array.from({ length: 3 }, () => at.player(20_000)));
    for (const player of players) await buy(draw, player, right, ...Array.from({ length: 99 }, () => wrong));
    await closeAndSeal(own, draw);
    await decide(own, draw, resultsOf(right));
    expect(await untilDone(moment, () => settleDraw(own.db, own.config, draw.drawId))).toBeGreaterThan(20);
    expect(await untilDone(moment, () => payDraw(own.db, draw.drawId, 'gunna'))).toBeGreaterThan(8);
    const amount = await at.value<number>(
      sql`SELECT amount FROM draw_prizes WHERE draw_id = ${draw.drawId} AND tier = 1`,
    );
    expect(amount).toBeGreaterThan(200);
    for (const player of players) expect(await at.balance(player)).toBe(20_000 - 100 * price + amount);
  },
);

test('two settlements and two payouts at once: paid once', async () => {
  const draw = await openProgram(own, { number: number() });
  const player = await at.player(20_000);
  await buy(draw, player, right, ...Array.from({ length: 99 }, () => wrong));
  await closeAndSeal(own, draw);
  await decide(own, draw, resultsOf(right));
  const settled = await Promise.all([1, 2].map(() => settleDraw(own.db, own.config, draw.drawId)));
  expect(settled.filter(({ already }) => !already)).toHaveLength(1);
  const paid = await Promise.all([1, 2, 3].map(() => payDraw(own.db, draw.drawId, 'gunna')));
  expect(paid.reduce((sum, each) => sum + each.paid, 0)).toBe(1);
});
