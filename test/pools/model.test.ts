/** Seasons of random programs, sold, decided, settled and paid by the product, against the model. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelDraw } from '#server/draws/cancel.ts';
import type { Draw } from '#server/draws/draw.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { enterBeacon } from '#server/games/pools/lots.ts';
import { programOf } from '#server/games/pools/program.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';
import { moveSessions } from '#server/players/sessions/move-sessions.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addPlayers, type TestPlayer, walletOf } from '#test/harness/sale.ts';
import {
  countRight,
  goalRows,
  lotUnit,
  openRows,
  type PoolId,
  type PoolResult,
  poolPrizes,
  resultOf,
  systemRows,
  systemRules,
} from '../simulation/pool-arithmetic.ts';
import { closeAndSeal, decide, openProgram } from './programs.ts';

const price = 13;
const beacon = 'c0ffee12'.repeat(8);

let own: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let player: TestPlayer;
beforeAll(async () => {
  own = await testDatabase();
  [player] = (await addPlayers(own, 1, 50_000_000)) as [TestPlayer];
  await own.adminPool.query('UPDATE wallets SET stake_limit_day = 50000000');
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

/** The session of the player moves on with the clock. */
async function advanceTo(at: Date): Promise<void> {
  const left = at.getTime() - (await databaseNow(own.db)).getTime();
  await transaction(own.db, (tx) => moveSessions(tx, left / 1000));
  await setClock(own.db, at);
}

/** What is sent to buy a ticket, and the rows that it must hold. */
type Wager = { path: string; body: Record<string, string>; rows: string[] };
type Sold = { id: string; rows: string[] };
type Pick = (limit: number) => number;

/** Scores of a program's matches; null needs a lot. */
type Scores = readonly (readonly [home: number, away: number] | null)[];

/** Most of the matches as they will end, so that something is won. */
const near = (result: string, letters: string, pick: Pick) =>
  [...result].map((came) => (pick(12) < 11 ? came : (letters[pick(letters.length)] as string)));

function signWager(result: string, pick: Pick): Wager {
  const signs = near(result, '1X2', pick);
  const cover = (count: number, letter: string) =>
    signs.map((sign, at) => (at < count ? letter : sign)).join('');
  const kinds: (() => Wager)[] = [
    () => ({ path: '/toto/buy', body: { panels: signs.join('') }, rows: [signs.join('')] }),
    () => {
      const panel = cover(1 + pick(5), 'ABCD'[pick(4)] as string);
      return { path: '/toto/buy', body: { panels: panel, system: 'O' }, rows: openRows(panel) };
    },
    () => systemWager(signs, pick),
    () => {
      // Far from the result: what makes the pools worth winning.
      const rows = Array.from({ length: 400 }, () => result.replace(/./g, () => '1X2'[pick(3)] as string));
      return { path: '/toto/buy/rows', body: { pcRows: rows.join('|') }, rows };
    },
  ];
  return (kinds[pick(kinds.length)] as () => Wager)();
}

function systemWager(signs: readonly string[], pick: Pick): Wager {
  const ids = Object.keys(systemRules);
  const id = ids[pick(ids.length)] as string;
  const { full, half } = systemRules[id] as { full: number; half: number };
  const letters = 'D'.repeat(full) + 'A'.repeat(half);
  const panel = signs.map((sign, at) => letters[at] ?? sign).join('');
  const base = [...panel].map((letter) =>
    letter === 'D' ? '1X2'[pick(3)] : letter === 'A' ? '1X'[pick(2)] : '-',
  );
  const panelU = id.startsWith('U') ? base.join('') : '';
  const body = { panels: panel, system: id, ...(panelU && { panelU }) };
  return { path: '/toto/buy', body, rows: systemRows(id, panel, panelU) };
}

function goalWager(result: string, pick: Pick): Wager {
  if (pick(3) === 0) {
    // Far from the result: what makes the pools worth winning.
    const panel = Array.from({ length: 13 }, (_, at) => (at < 6 ? '0/3/7+' : '6')).join(',');
    return { path: '/xg/buy', body: { panels: panel }, rows: goalRows(panel) };
  }
  const panels = Array.from({ length: 1 + pick(3) }, () =>
    near(result, '01234567', pick)
      .map((goals, at) => (at < pick(4) ? [...new Set(['2', goals])].sort().join('/') : goals))
      .join(',')
      .replaceAll('7', '7+'),
  );
  return { path: '/xg/buy', body: { panels: panels.join('|') }, rows: panels.flatMap(goalRows) };
}

async function buy(draw: Draw, { path, body, rows }: Wager): Promise<Sold> {
  const named = { programId: `${draw.game}-${draw.number}`, rows: rows.length, stake: price * rows.length };
  const group = draw.game === 'xg' ? {} : { groupId: 'sat' };
  const { status, body: sold } = await post<{ id: string }>(
    app,
    path,
    { ...named, ...group, ...body },
    {
      cookie: player.cookie,
    },
  );
  expect(status, JSON.stringify(sold)).toBe(201);
  return { id: sold.id, rows };
}

const outcomesOf = (scores: Scores) =>
  Object.fromEntries(scores.map((score, at) => [at + 1, score ? score.join('-') : 'lot']));

/** One program from its release to paid tickets. @returns what it carries on, and what it paid */
async function play(
  game: PoolId,
  number: number,
  scores: Scores,
  carryIn: number,
  pick: Pick,
): Promise<{ carry: number; paid: number }> {
  const draw = await openProgram(own, { game, number });
  ({ app } = testApp(own));
  const program = await programOf(own.db, draw.drawId);
  const round = {
    ...{ game, closed: 0, ends: 1 },
    matches: program.matches.map(({ chances }, at) => ({ score: scores[at] ?? null, kickOff: 0, chances })),
  };
  const result = resultOf(round, (match) => lotUnit(beacon, `${game} ${number}`, match));
  const wagers = Array.from({ length: 10 }, () =>
    (game === 'xg' ? goalWager : signWager)(result ?? '1'.repeat(13), pick),
  );
  const sold: Sold[] = [];
  for (const wager of wagers) sold.push(await buy(draw, wager));
  const paidBefore = (await walletOf(own, player.playerId))?.balance ?? 0;
  await closeAndSeal(own, draw);
  await advanceTo(program.lotsAt);
  if (result === null) {
    await expectVoid(draw, scores, sold, paidBefore);
    expect(await carryOf(game)).toBe(carryIn);
    return { carry: carryIn, paid: 0 };
  }
  if (scores.includes(null))
    for (const actor of ['gunna', 'jonas'])
      await enterBeacon(own.db, { drawId: draw.drawId, value: beacon, actor });
  await decide(own, draw, outcomesOf(scores));
  await settleDraw(own.db, own.config, draw.drawId);
  await payDraw(own.db, draw.drawId, 'gunna');
  const winners = countRight(
    sold.flatMap(({ rows }) => rows),
    result,
  );
  const wanted = poolPrizes(
    game,
    winners.reduce((all, rows) => all + rows, 0),
    carryIn,
    winners,
  );
  await expectPaid(draw, sold, result, wanted);
  expect(((await walletOf(own, player.playerId))?.balance ?? 0) - paidBefore).toBe(wanted.paid);
  expect(await carryOf(game)).toBe(wanted.carryOut);
  return { carry: wanted.carryOut, paid: wanted.paid };
}

async function expectPaid(
  draw: Draw,
  sold: readonly Sold[],
  result: string,
  { pays }: PoolResult,
): Promise<void> {
  const kind = draw.game === 'xg' ? 'xg' : 'toto';
  for (const { id, rows } of sold) {
    const rights = countRight(rows, result);
    const won = Object.entries(pays).reduce(
      (all, [right, amount]) => all + (rights[Number(right)] ?? 0) * amount,
      0,
    );
    const { body } = await get<{ amountWin: number; rowCount: number }>(
      app,
      `/${kind}/ticket/${id}`,
      player.cookie,
    );
    expect(body).toMatchObject({ amountWin: won, rowCount: rows.length });
  }
}

/** Seven lots: it cannot be confirmed, all stakes return, and the carry waits for the next program. */
async function expectVoid(draw: Draw, scores: Scores, sold: readonly Sold[], before: number): Promise<void> {
  await expect(decide(own, draw, outcomesOf(scores))).rejects.toThrow();
  await cancelDraw(own.db, draw.drawId, { actor: 'gunna', reason: 'seven lots' });
  const stakes = sold.reduce((all, { rows }) => all + price * rows.length, 0);
  expect((await walletOf(own, player.playerId))?.balance).toBe(before + stakes);
}

async function carryOf(game: string): Promise<number> {
  const { rows } = await sql<{ carry: number }>`
    SELECT coalesce(sum(balance), 0)::bigint AS carry FROM waiting_carry(${game})`.execute(own.db);
  return rows[0]?.carry ?? 0;
}

const score = fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 }));
/** So many of the thirteen without a score. */
const scoresArb = (lots: number) =>
  fc
    .array(score, { minLength: 13, maxLength: 13 })
    .map((all) => all.map((each, at) => (at < lots ? null : each)));

test.each<[game: PoolId, lots: number[]]>([
  ['totoeng', [0, 6, 7, 1]],
  ['xg', [1, 0]],
])('%s pays as the model says, program after program, with %j lots', async (game, lots) => {
  const all = { carry: 0, paid: 0 };
  for (const [place, count] of lots.entries()) {
    const [scores, random] = fc.sample(fc.tuple(scoresArb(count), fc.infiniteStream(fc.nat())), {
      ...{ numRuns: 1, seed: 100 * place + game.length },
    })[0] as [Scores, Iterator<number>];
    const pick: Pick = (limit) => random.next().value % limit;
    const { carry, paid } = await play(game, place + 1, scores, all.carry, pick);
    Object.assign(all, { carry, paid: all.paid + paid });
  }
  expect(all.paid).toBeGreaterThan(0);
});
