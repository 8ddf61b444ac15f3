/** One program from its file to paid prizes: bought over HTTP, sealed, decided, counted twice, proven. */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { isoWeekOf } from '#rules/values/weeks.ts';
import { type Draw, dateOfDraw, drawById } from '#server/draws/draw.ts';
import { evidence } from '#server/draws/seal/evidence.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { sql } from '#server/platform/sql.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { addPlayers, type TestPlayer, walletOf } from '#test/harness/sale.ts';
import { closeAndSeal, countPeople, decide, openProgram, resultsOf } from './programs.ts';

type Ticket = ApiAnswer<'toto.ticket'>;

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let app: ReturnType<typeof testApp>['app'];
let draw: Draw;
let players: TestPlayer[];
const tickets: string[] = [];
const price = 13;

/** What each player buys; the result is `111111111XX22`. */
const right = '111111111XX22';
const wagers = [
  { panels: right, rows: 1 },
  // One wrong, then two wrong.
  { panels: '111111111XX21|111111111XX11', rows: 2 },
  // Two triples and three doubles, all right: 13 once, 12 seven times, 11 19 times, 10 25 times.
  { panels: 'D1111111BCA2D', rows: 72, system: 'O' },
  // Each lacks one match, whatever its system does.
  { panels: 'DDDD11111XX21', rows: 9, system: 'S-4-0-9' },
  { panels: 'DDDDDDD11XX21', panelU: '1111111------', rows: 99, system: 'U-7-0-99' },
  { panels: 'X2X2X2X2X2X2X', rows: 1 },
];
const balance = async (index: number) =>
  (await walletOf(own, (players[index] as TestPlayer).playerId))?.balance;

beforeAll(async () => {
  own = await testDatabase();
  at = drawFixture(own);
  draw = await openProgram(own, { number: 4633 });
  await own.adminPool.query(`INSERT INTO clubs VALUES (112, 'Fjölnir'), (7, 'Annað')`);
  players = await addPlayers(own, wagers.length, 10_000);
  await own.adminPool.query('UPDATE players SET support_id = 112 WHERE player_id = $1', [
    players[0]?.playerId,
  ]);
  ({ app } = testApp(own));
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const ticket = async (index: number) =>
  (await get<Ticket>(app, `/toto/ticket/${tickets[index]}`, players[index]?.cookie)).body;

test('the program is on sale, with its matches and chances', async () => {
  const { status, body } = await get<ApiAnswer<'toto.currentProgram'>>(app, '/toto/current-program/totoeng');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ programId: 'totoeng-4633', gameId: 'totoeng', groupId: 'sat', name: 'Umferð 4633', draw: 4633 },
    ...{
      status: 'released',
      statusText: 'Opið fyrir sölu',
      isOpen: true,
      amountRow: price,
      carry: 0,
      wins: [],
    },
  });
  expect(body.events.length).toBe(13);
  expect(body.events[0]).toMatchObject({
    ...{ number: 1, name: 'Heima 1 - Úti 1', percent1: 50, percentX: 27, percent2: 23 },
    ...{ forecast: { 1: 70, X: 20, 2: 10 }, odds: { 1: 1.9, X: 3.6, 2: 4.2 }, status: 'notStarted' },
  });
  expect(new Date(body.playDate).getTime() - new Date(body.closeDate).getTime()).toBe(60_000);
});

test('each kind of ticket is bought at its price, and shown as it was bought', async () => {
  for (const [index, wager] of wagers.entries()) {
    const body = { programId: 'totoeng-4633', groupId: 'sat', stake: wager.rows * price, ...wager };
    const sold = await post<{ id: string }>(app, '/toto/buy', body, { cookie: players[index]?.cookie ?? '' });
    expect(sold).toMatchObject({ status: 201, body: { type: 'ticket' } });
    tickets.push(sold.body.id);
    expect(await balance(index)).toBe(10_000 - body.stake);
    const { panels, panelU, system = '', rows } = wager;
    expect(await ticket(index)).toMatchObject({
      ...{ status: 'pending', system, rowCount: rows, stake: body.stake, winnings: [], draw: 4633 },
      selections: { panels, ...(panelU && { panelU }) },
      program: { programId: 'totoeng-4633', isOpen: true },
    });
  }
  expect(await ticket(0)).toMatchObject({ supportId: 112 });
  expect(await ticket(1)).not.toHaveProperty('supportId');
  // 184 rows: 2,392 kr., of which 65% are the fund, and 40% of that are the first tier's.
  await countPeople(own);
  expect((await ticket(0)).winMax).toBe(620);
});

test('nothing of it is settled before it is sealed and all matches have begun', async () => {
  await expect(decide(own, draw, resultsOf(right))).rejects.toMatchObject({ code: 'EC_ACTION_NOT_ALLOWED' });
  await closeAndSeal(own, draw);
  await expect(decide(own, draw, resultsOf(right.slice(0, 12)))).rejects.toMatchObject({
    options: { details: { message: 'totoeng 4633 cannot be confirmed: matches 13 have no result.' } },
  });
  await decide(own, draw, resultsOf(right));
});

test('both engines agree, and prizes follow the rules', async () => {
  expect(await settleDraw(own.db, own.config, draw.drawId)).toMatchObject({ already: false });
  // Told once the money is there.
  expect((await ticket(0)).status).toBe('pending');
  await payDraw(own.db, draw.drawId, 'gunna');
  const { body } = await get<ApiAnswer<'toto.program'>>(app, '/toto/program/totoeng-4633?locale=en');
  expect(body).toMatchObject({ status: 'closed', statusText: 'Settled' });
  expect(body.wins.map(({ correctCount, winnerCount }) => [correctCount, winnerCount])).toEqual(
    await expectedWinners(),
  );
  // 2,392 kr. of sales, 1,554 of the fund: 621, 233, 186 and 388 of the tiers. Two rows have 13 right; lower
  // tiers would pay less than 200 kr. a row and wait for the next program, the rest is the guarantee fund's.
  expect(body.wins.map(({ amountWinner }) => amountWinner)).toEqual([310, 0, 0, 0]);
  expect(body.carry).toBe(233 + 186 + 388);
  expect(body.account).toMatchObject({
    sold: { rows: 184, sales: 2_392 },
    pot: { fund: 1_554, carriedIn: 0, topUp: 0, paid: 620, toGuaranteeFund: 127, carriedOut: 807 },
  });
  expect(await held('guarantee_fund')).toBe(126 + 1);
  expect(await held('sales_income')).toBe(2_392 - 1_554);
  for (const index of wagers.keys()) {
    const shown = await ticket(index);
    const won = shown.winnings.reduce((sum, { amountTotal }) => sum + amountTotal, 0);
    expect(shown.amountWin).toBe(won);
    expect(shown.status).toBe(won > 0 ? 'paid' : 'lost');
    expect(await balance(index)).toBe(10_000 - shown.stake + won);
  }
  expect((await ticket(5)).winnings).toEqual([]);
});

const held = (account: string) =>
  at.value<number>(sql`
    SELECT sum(CASE WHEN credit_account = account_id THEN amount ELSE -amount END)::bigint
    FROM ledger_accounts a JOIN ledger_transfers t ON t.player_id = 0
      AND a.account_id IN (t.credit_account, t.debit_account)
    WHERE a.kind = ${account} AND a.game = 'totoeng'`);

/** Counted by hand where a formula says it, and by the words of the systems elsewhere. */
async function expectedWinners(): Promise<[number, number][]> {
  const shown = await Promise.all([3, 4].map(ticket));
  const ofSystems = (right: number) =>
    shown.reduce(
      (sum, { winnings }) => sum + (winnings.find((w) => w.correctCount === right)?.winnerCount ?? 0),
      0,
    );
  return [
    [13, 2 + ofSystems(13)],
    [12, 1 + 7 + ofSystems(12)],
    [11, 1 + 19 + ofSystems(11)],
    [10, 25 + ofSystems(10)],
  ];
}

test('what was released with it is published, and signed with the seal', async () => {
  const { body } = await get<ApiAnswer<'toto.program'>>(app, '/toto/program/totoeng-4633');
  const shown = await evidence(own.db, draw.game, draw.number);
  expect(shown.termsHash).toBe(body.termsHash);
  expect(
    createHash('sha256')
      .update(body.terms ?? '')
      .digest('hex'),
  ).toBe(body.termsHash);
  expect(JSON.parse(body.terms ?? '')).toMatchObject({ gameId: 'totoeng', number: 4633, amountRow: price });
});

test('every ticket is proven by the program that anybody can run', async () => {
  const checker = new URL('../../tools/check-proof.mjs', import.meta.url).href;
  const { check } = (await import(checker)) as { check: (...args: unknown[]) => Record<string, boolean> };
  const { body: shown } = await get<{ publicKey: string }>(app, '/toto/evidence/totoeng-4633');
  for (const [index, id] of tickets.entries()) {
    const proof = await get<{ leaf: string }>(app, `/toto/proof/${id}`, players[index]?.cookie);
    const checks = check(shown, proof.body, [shown.publicKey]);
    expect(Object.values(checks).every(Boolean), JSON.stringify(checks)).toBe(true);
    const club = index === 0 ? '112' : '-';
    const { panels, panelU, system = '-', rows } = wagers[index] as (typeof wagers)[number];
    const played = `rows=${[panels.replaceAll('|', '_'), panelU].filter(Boolean).join('_')}`;
    expect(proof.body.leaf).toContain(`${played} system=${system} club=${club} stake=${rows * price}`);
  }
});

test('it stands among the results of its week, with what was played', async () => {
  const { week, year } = isoWeekOf(dateOfDraw(await drawById(own.db, draw.drawId)));
  const path = `/result/toto?gameId=totoeng&year=${year}&week=`;
  const { body } = await get<ApiAnswer<'toto.results'>>(app, path + week);
  expect(body.results.map(({ programId }) => programId)).toEqual(['totoeng-4633']);
  expect(body.results[0]?.events.map(({ result }) => result).join('')).toBe(right);
  expect(
    (await get<ApiAnswer<'toto.results'>>(app, path + (week === 1 ? 2 : week - 1))).body.results,
  ).toEqual([]);
  expect((await get(app, `${path}54`)).body.code).toBe('EC_INVALID_INPUT');
  const latest = await get<ApiAnswer<'toto.program'>>(app, '/result/toto/latest?gameId=totoeng');
  expect(latest.body.programId).toBe('totoeng-4633');
  const all = await get<ApiAnswer<'results.latest'>>(app, '/result/latest');
  expect([all.body.totoeng?.programId, all.body.xg]).toEqual(['totoeng-4633', null]);
  expect((await get(app, '/result/toto/latest?gameId=totoeur')).body.code).toBe('EC_NO_DATA_FOUND');
  expect((await get(app, '/result/toto/latest?gameId=xg')).body.code).toBe('EC_PRODUCTTYPE_NOT_FOUND');
  expect((await get(app, '/result/xg/latest')).body.code).toBe('EC_NO_DATA_FOUND');
  expect((await get(app, '/result/xg?year=2021&week=1')).body.code).toBe('EC_INVALID_INPUT');
  expect((await get(app, '/result/xg?year=2022&week=1')).body).toEqual({ results: [] });
  const book = await app.request('http://localhost/api/proxy/toto/book/totoeng-4633');
  const lines = gunzipSync(await book.arrayBuffer()).toString();
  expect(lines).toMatch(/^published book 1 totoeng 4633 totoeng-2022\n/);
  expect(lines).toContain('rows=DDDDDDD11XX21_1111111------ system=U-7-0-99 club=- stake=1287');
  expect((await get(app, '/xg/book/xg-1')).body.code).toBe('EC_NO_DATA_FOUND');
});

test('it is counted in the statistics of its game', async () => {
  const { year } = isoWeekOf(dateOfDraw(await drawById(own.db, draw.drawId)));
  const { body } = await get<ApiAnswer<'pools.statistics'>>(app, `/pools/statistics/totoeng?year=${year}`);
  // Nine of the thirteen are 1, the likeliest by the odds of every match.
  expect(body).toMatchObject({
    ...{ gameId: 'totoeng', year, programs: 1, samples: 0, outcomes: ['1', 'X', '2'], lots: 0 },
    ...{ favourite: { right: 9, of: 13 }, expected: [6.5, 3.5, 3] },
    years: [{ year, programs: 1, winnerCount: 2, firstPrizes: 2, largest: 310, amountTotal: 620 }],
    largest: [{ programId: 'totoeng-4633', correctCount: 13, amount: 310, winners: 2 }],
  });
  expect(body.matches.map(({ counts }) => counts)).toEqual([
    ...Array.from({ length: 9 }, () => [1, 0, 0]),
    ...[0, 0].map(() => [0, 1, 0]),
    ...[0, 0].map(() => [0, 0, 1]),
  ]);
  expect(body.tiers[0]).toMatchObject({ correctCount: 13, winnerCount: 2, amountWinner: 310 });
  const before = await get<ApiAnswer<'pools.statistics'>>(app, '/pools/statistics/totoeng?year=2021');
  expect(before.body).toMatchObject({ programs: 0, favourite: { right: 0, of: 0 }, years: [], largest: [] });
  for (const year of ['2020', 'x', '99999'])
    expect((await get(app, `/pools/statistics/totoeng?year=${year}`)).body.code).toBe('EC_INVALID_INPUT');
  expect((await get(app, '/pools/statistics/lotto')).body.code).toBe('EC_PRODUCTTYPE_NOT_FOUND');
});

test('what a coupon would have won is asked of its programs', async () => {
  const ask = async (query: string, game = 'totoeng') =>
    (await get<ApiAnswer<'pools.whatIf'>>(app, `/pools/what-if/${game}?${query}`)).body;
  // A row of home wins has nine right.
  expect(await ask('')).toMatchObject({
    ...{ by: 'chances', programs: 1, leftOut: 0, samples: 0, summed: { paid: 13, won: 0 }, winCount: 0 },
    ...{ best: [{ right: 9, programs: 1 }], wins: [], steps: [{ paid: 13, won: 0 }] },
  });
  const won = await ask('rows=111111111XX22_2222222222222&by=people');
  expect(won).toMatchObject({
    ...{ by: 'marks', summed: { paid: 26, won: 310 }, best: [{ right: 13, programs: 1 }], winCount: 1 },
    wins: [{ programId: 'totoeng-4633', correctCount: 13, rows: 1, amount: 310 }],
  });
  expect(await ask('year=2021')).toMatchObject({ programs: 0, steps: [] });
  expect(await ask('', 'xg')).toMatchObject({ programs: 0, best: [], wins: [] });
  for (const query of ['rows=1', 'rows=DDDDDDDDDDDDD', `rows=${Array(11).fill('1'.repeat(13)).join('_')}`])
    expect(await ask(query)).toMatchObject({ code: 'EC_INVALID_INPUT' });
  expect(await ask('', 'lotto')).toMatchObject({ code: 'EC_PRODUCTTYPE_NOT_FOUND' });
  // Of 13 matches, in how many the sign came that most rows have.
  const program = await get<ApiAnswer<'toto.program'>>(app, '/toto/program/totoeng-4633');
  const right = program.body.events.filter(({ peopleChoice, result }) => {
    const shares = peopleChoice ? Object.entries(peopleChoice) : [];
    const most = Math.max(...shares.map(([, share]) => share));
    return shares.some(([sign, share]) => sign.endsWith(result ?? '-') && share === most);
  }).length;
  expect(right).toBeGreaterThan(9);
  const statistics = await get<ApiAnswer<'pools.statistics'>>(app, '/pools/statistics/totoeng');
  expect(statistics.body.people).toEqual({ right, of: 13 });
  expect(await ask('by=people')).toMatchObject({ programs: 1, leftOut: 0, best: [{ right, programs: 1 }] });
});

test('the state of the program is settled', async () => {
  expect((await drawById(own.db, draw.drawId)).state).toMatch(/^(closed|settled)$/);
  expect(await at.balance((players[5] as TestPlayer).playerId)).toBe(10_000 - price);
});
