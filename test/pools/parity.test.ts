/** What surrounds every game, for pools: letters, receipts, check by code, result files, claims, exports. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import { claimPrizes, releasePrizes } from '#server/draws/claims/claim.ts';
import type { Draw } from '#server/draws/draw.ts';
import { importFigures } from '#server/draws/figures/import.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { enterBeacon } from '#server/games/pools/lots.ts';
import { programOf } from '#server/games/pools/program.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { drawLetterDeadline } from '#server/letters/draw-letters.ts';
import { receiptDeadline } from '#server/letters/receipts.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { createLog } from '#server/platform/log.ts';
import { exportPeriod } from '#server/regulator/export.ts';
import { createResultFiles } from '#server/results/result-files.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { readsIn, runUntil, waitingLetters } from '#test/harness/letters.ts';
import { addPlayers, addSession, type TestPlayer, walletOf } from '#test/harness/sale.ts';
import { closeAndSeal, decide, inHours, openProgram, resultsOf } from './programs.ts';

type Ticket = ApiAnswer<'toto.ticket'>;

let own: TestDatabase;
let winner: TestPlayer;
let loser: TestPlayer;
let lots: Draw;
let shared: Draw;
let voided: Draw;
const tickets: Record<string, string> = {};
const log = createLog('test', 2, 'silent');
const right = '1111111111111';
const beacon = 'ab'.repeat(32);
vi.setConfig({ hookTimeout: 120_000, testTimeout: 120_000 });

beforeAll(async () => {
  own = await testDatabase();
  await own.adminPool.query(`INSERT INTO clubs VALUES (112, 'Fjölnir')`);
  [winner, loser] = (await addPlayers(own, 2, 50_000)) as [TestPlayer, TestPlayer];
  await readsIn(own, loser.playerId, 'en');
  const inTwoDays = [await inHours(own, 48)];
  lots = await openProgram(own, { number: 10 });
  shared = await openProgram(own, { game: 'totoeur', number: 12, mode: 'common', kickOffs: inTwoDays });
  voided = await openProgram(own, { game: 'xg', number: 11, kickOffs: inTwoDays });
  const toLots = { programId: 'totoeng-10', groupId: 'sat' };
  const toShared = { programId: 'totoeur-12', groupId: 'sun' };
  const system = { panels: 'DDDD222222222', rows: 9, system: 'S-4-0-9' };
  await buy('open', winner, '/toto/buy', {
    ...toLots,
    panels: `DDDD${right.slice(4)}`,
    rows: 81,
    system: 'O',
    supportId: 112,
  });
  await buy('system', loser, '/toto/buy', { ...toLots, ...system });
  await buy('large', winner, '/toto/buy', { ...toShared, panels: right, rows: 1, supportId: 112 });
  await buy('goals', loser, '/xg/buy', {
    programId: 'xg-11',
    panels: '1/2,2,2,2,2,2,2,2,2,2,2,2,7+',
    rows: 2,
  });
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

async function buy(
  name: string,
  { cookie }: TestPlayer,
  path: string,
  wager: { rows: number; [field: string]: unknown },
): Promise<void> {
  const body = { ...wager, stake: 13 * wager.rows };
  const sold = await post<{ id: string }>(testApp(own).app, path, body, { cookie });
  expect(sold.status, JSON.stringify(sold.body)).toBe(201);
  tickets[name] = sold.body.id;
}

const textsOf = async ({ playerId }: TestPlayer) =>
  (await waitingLetters(own)).flatMap((letter) =>
    letter.playerId === playerId ? [`${letter.subject}\n${letter.text}`.replaceAll('\u00a0', ' ')] : [],
  );
const writeLetters = () =>
  runUntil(own, drawLetterDeadline({ kinds: own.config.kinds, log }), async () => true);
const readTicket = async (name: string, { playerId }: TestPlayer) => {
  const { cookie } = await addSession(own, playerId);
  return (await get<Ticket>(testApp(own).app, `/toto/ticket/${tickets[name]}`, cookie)).body;
};

test('a receipt tells what was played, in a round', async () => {
  const deadline = receiptDeadline({ kinds: own.config.kinds, log, secret: 'x' }, async () => false);
  await runUntil(own, deadline, async () => {
    const { rows } = await own.pool.query(
      'SELECT FROM receipt_cursor WHERE reached_at >= (SELECT max(purchased_at) FROM tickets)',
    );
    return rows.length > 0;
  });
  const [receipt] = await textsOf(winner);
  expect(receipt).toContain('Leikur: Enski boltinn 1X2\nUmferð: ');
  expect(receipt).toContain('81 röð:\nDDDD111111111\nOpinn seðill\nVerð: 1.053 kr.\nFélag: Fjölnir');
  expect(receipt).toContain('Félag: Fjölnir, fær 10% af verðinu\n');
  const [english] = await textsOf(loser);
  expect(english).toContain('9 rows:\nDDDD222222222\nSystem S-4-0-9\nPrice: 117 kr.');
  // Not a system in xg.
  expect(english).toContain('2 rows:\n1/2,2,2,2,2,2,2,2,2,2,2,2,7+\nPrice: 26 kr.');
  expect(english).not.toContain('Club: ');
  expect(`${receipt}${english}`).not.toMatch(/Útdráttur: |Draw: /);
});

test('a movement of a purchase names the club of its ticket, and no other movement does', async () => {
  const list = async ({ cookie }: TestPlayer) =>
    (await get<ApiAnswer<'account.transactions'>>(testApp(own).app, '/user/transactions/1', cookie)).body;
  const bought = (await list(winner)).transactions.filter(({ type }) => type === 'sales');
  expect(bought.map(({ club }) => club)).toEqual(['Fjölnir', 'Fjölnir']);
  expect((await list(loser)).transactions.some((movement) => 'club' in movement)).toBe(false);
});

test('a void program gives the stakes back, and its letter says so', async () => {
  const before = (await walletOf(own, loser.playerId))?.balance as number;
  await cancelDraw(own.db, voided.drawId, { actor: 'gunna', reason: 'test' });
  await writeLetters();
  expect((await walletOf(own, loser.playerId))?.balance).toBe(before + 26);
  const letter = (await textsOf(loser)).at(-1);
  expect(letter).toContain('is void\n');
  expect(letter).toContain(
    'Your ticket is void in this round. The price goes back to your balance.\n\nSee the ticket',
  );
});

test('a lot is told with the results, to those who won and to those who did not', async () => {
  await closeAndSeal(own, lots);
  await closeAndSeal(own, shared);
  await setClock(own.db, (await programOf(own.db, lots.drawId)).lotsAt);
  for (const actor of ['gunna', 'jonas'])
    await enterBeacon(own.db, { drawId: lots.drawId, value: beacon, actor });
  await decide(own, lots, { ...resultsOf(right), 2: 'lot' });
  await settleDraw(own.db, own.config, lots.drawId);
  await payDraw(own.db, lots.drawId, 'gunna');
  await writeLetters();
  const [won] = (await textsOf(winner)).slice(-1);
  expect(won).toContain('Þú vannst ');
  expect(won).toMatch(/Úrslit leikja: 1 [1X2] 1 1 1 1 1 1 1 1 1 1 1\nHlutkesti réð úrslitum í leik 2\./);
  const [lost] = (await textsOf(loser)).slice(-1);
  expect(lost).toMatch(/^Results in English football 1X2 on .*The round in English football 1X2 on .* is/s);
  expect(lost).toContain('is settled. Your ticket did not win this time.');
  expect(lost).toContain('Decided by lot: match 2.');
});

test('a code tells anybody whether the ticket won, with the matches and their lots', async () => {
  const { receipt } = await readTicket('open', winner);
  const { body } = await get<ApiAnswer<'lotto.check'>>(
    testApp(own).app,
    `/lotto/check/${receipt?.checkCode}`,
  );
  expect(body.verdict).toBe('win');
  const [draw] = (body.ticket as { draws: { play: { outcome: { marks: object[] }; rowCount: number } }[] })
    .draws;
  expect(draw?.play.rowCount).toBe(81);
  expect(draw?.play.outcome.marks.slice(0, 2)).toEqual([
    { place: '1', text: '1 (2-1)' },
    { place: '2', text: expect.stringMatching(/^[1X2]$/), byLot: true },
  ]);
  const lost = await readTicket('system', loser);
  const other = await get<ApiAnswer<'lotto.check'>>(
    testApp(own).app,
    `/lotto/check/${lost.receipt?.checkCode}`,
  );
  expect(other.body.verdict).toBe('none');
});

test('a large prize waits for its claim, and is paid once two persons have it in hand', async () => {
  await decide(own, shared, resultsOf(right));
  const tiers = [1, 2, 3, 4].map((tier) => ({
    ...{ tier, winners: tier === 1 ? 3 : 0, winnersIceland: tier === 1 ? 1 : 0 },
    amountSek: tier === 1 ? 20_000 : 0,
  }));
  const text = JSON.stringify({ game: 'totoeur', draw: 12, sekRate: 1300, rowsAll: 9_000, tiers });
  for (const actor of ['gunna', 'jonas'])
    await importFigures(own.db, own.config, { drawId: shared.drawId, text, actor });
  await settleDraw(own.db, own.config, shared.drawId);
  await payDraw(own.db, shared.drawId, 'gunna');
  await writeLetters();
  expect((await textsOf(winner)).at(-1)).toContain('Vitjaðu vinningsins með rafrænum skilríkjum');
  expect(await readTicket('large', winner)).toMatchObject({ status: 'highwind', amountWin: 257_400 });
  const before = (await walletOf(own, winner.playerId))?.balance as number;
  const ticket = tickets['large'] as string;
  await transaction(own.db, async (tx) => void (await claimPrizes(tx, ticket, 'gunna')));
  await transaction(own.db, async (tx) => void (await releasePrizes(tx, ticket, 'jonas')));
  expect((await walletOf(own, winner.playerId))?.balance).toBe(before + 257_400);
  expect(await readTicket('large', winner)).toMatchObject({ status: 'paid' });
});

test('results are ready as signed files', async () => {
  const { dataDir, secrets, kinds } = own.config;
  const files = createResultFiles({ db: own.db, kinds, log, dataDir, signingKey: secrets.signingKey });
  await files.refresh('newest');
  const { signed } = JSON.parse((await files.read('totoeng', 'newest')) ?? '{}') as { signed: string };
  const { results, rules } = JSON.parse(signed.split('\n')[1] ?? '') as {
    results: { draw: number; wins: { name: string }[]; outcome: { marks: { byLot?: boolean }[] } }[];
    rules: object;
  };
  expect(results.map(({ draw, wins }) => [draw, wins.map(({ name }) => name)])).toEqual([
    [10, ['13', '12', '11', '10']],
  ]);
  expect(results[0]?.outcome.marks[1]?.byLot).toBe(true);
  expect(rules).toEqual({ 'totoeng-2022': { outcomes: ['1', 'X', '2'], tiers: 4 } });
});

test('search finds a program by a team, by both, and by its own week', async () => {
  const sought = async (query: string) => {
    const path = `/dato/search?locale=is&query=${encodeURIComponent(query)}`;
    const { body } = await get<ApiAnswer<'content.search'>>(testApp(own).app, path);
    return body.draws.map(({ gameId, draw, match }) => [`${gameId} ${draw}`, match]);
  };
  expect(await sought('heima 13')).toEqual([
    ['totoeur 12', 'Heima 13 - Úti 13'],
    ['xg 11', 'Heima 13 - Úti 13'],
    ['totoeng 10', 'Heima 13 - Úti 13'],
  ]);
  expect((await sought('uti 7')).map(([name]) => name)).toContain('totoeng 10');
  expect(await sought('ekkert lið')).toEqual([]);
  const program = (await get<ApiAnswer<'toto.program'>>(testApp(own).app, '/toto/program/totoeng-10')).body;
  expect((await sought(`vika ${program.week} ${program.year}`)).map(([name]) => name)).toContain(
    'totoeng 10',
  );
  expect((await sought(`vika ${program.week - 1} ${program.year}`)).map(([name]) => name)).not.toContain(
    'totoeng 10',
  );
});

test("the player's own export has the stakes, the refund and the prizes", async () => {
  const { cookie } = await addSession(own, winner.playerId);
  const text = await (
    await testApp(own).app.request('http://localhost/api/proxy/user/export?format=csv', {
      headers: { cookie },
    })
  ).text();
  expect(text).toMatch(/Enski boltinn 1X2/i);
  expect(text).toMatch(/257400|257\.400/);
});

test("a regulator's files have the matches, the lot, and what was sold for clubs", async () => {
  const last = new Date(await databaseNow(own.db));
  await setClock(own.db, new Date(last.getTime() + 2 * 86_400_000));
  const folder = join(own.config.dataDir, 'regulator');
  const order = { from: '2026-11-01', until: last.toISOString().slice(0, 10), folder };
  await exportPeriod({ db: own.db, log, signingKey: own.config.secrets.signingKey }, order);
  const lines = (file: string) => readFileSync(join(folder, file), 'utf8').trim().split('\n');
  const matches = lines('matches.csv');
  expect(matches.length).toBe(1 + 2 * 13);
  expect(matches[1]).toMatch(/^totoeng,10,1,Heima 1,Úti 1,Premier League,England,[^,]+,50 27 23,2-1,$/);
  expect(matches[2]).toMatch(new RegExp(`,lot \\d+ [1X2],${beacon}$`));
  expect(lines('clubs.csv')).toEqual([
    'game,draw,club,coupons,stakes',
    'totoeng,10,112,1,1053',
    'totoeng,10,,1,117',
    'totoeur,12,112,1,13',
  ]);
  expect(lines('refunds.csv').some((line) => line.startsWith('xg,11,'))).toBe(true);
  expect(lines('tiers.csv').filter((line) => line.startsWith('totoeng,10,main')).length).toBe(4);
});
