/** Tickets without a draw, in all that shows, sums and checks tickets (docs/decisions/068). */
import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { checkTicket } from '#server/draws/check/check.ts';
import { checkCode } from '#server/draws/check/code.ts';
import { claimPrizes, releasePrizes } from '#server/draws/claims/claim.ts';
import { kinds } from '#server/games/registry.ts';
import { createOwnPageReader } from '#server/http/own-page.ts';
import { checkLedger, checkLedgerSince } from '#server/ledger/check.ts';
import { sealDaysUntil } from '#server/ledger/days/seal-days.ts';
import { statementOf } from '#server/ledger/statement.ts';
import { allTransactions } from '#server/ledger/transactions.ts';
import { receiptDeadline } from '#server/letters/receipts.ts';
import { transaction } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { createLog } from '#server/platform/log.ts';
import { tables } from '#server/regulator/records.ts';
import { countActiveTickets } from '#server/sales/activity.ts';
import { cancelTicket } from '#server/sales/sell.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { runUntil, waitingLetters } from '#test/harness/letters.ts';
import { addPlayers, type TestPlayer, walletOf } from '#test/harness/sale.ts';
import { type Bet, betOf, gameId, openBets, placeBet, settleBet } from './bets.ts';

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let app: ReturnType<typeof testApp>['app'];
let player: TestPlayer;
let rows: string;
const bets: Record<'open' | 'lost' | 'won' | 'large', Bet> = {} as never;

beforeAll(async () => {
  own = await testDatabase();
  ({ app } = testApp(own));
  at = drawFixture(own);
  await at.open();
  await openBets(own);
  [player] = (await addPlayers(own, 1, 50_000)) as [TestPlayer];
  for (const [name, stake] of Object.entries({ open: 700, lost: 800, won: 900, large: 1_000 })) {
    const bet = betOf(player, stake);
    expect(await placeBet(own, bet)).toBe('sold');
    bets[name as keyof typeof bets] = bet;
  }
  const wager = { gameId: 'lotto', rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };
  rows = (await post<{ id: string }>(app, '/lotto/buy', wager, { cookie: player.cookie })).body.id;
  await settleBet(own, bets.lost, 0);
  await settleBet(own, bets.won, 2_500);
  await settleBet(own, bets.large, 300_000, true);
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const shown = (names: readonly (keyof typeof bets)[]) => names.map((name) => encodeId(bets[name].ticketId));

async function listed(filter: string) {
  const path = `/user/tickets/1?filter=${filter}`;
  const { body } = await get<ApiAnswer<'tickets.list'>>(app, path, player.cookie);
  expect(body.ticketCount).toBe(body.tickets.length);
  return body.tickets;
}

test('a stake is decided as every stake is', async () => {
  const [poor] = (await addPlayers(own, 1, 100)) as [TestPlayer];
  const bet = betOf(poor, 101);
  expect(await placeBet(own, bet)).toBe('EC_BALANCE_TOO_LOW');
  expect(await placeBet(own, { ...bet, stake: 100 }, Buffer.of(1))).toBe('EC_AUTH_FAIL');
  expect(await placeBet(own, { ...bet, stake: 100 })).toBe('sold');
  expect(await placeBet(own, { ...bet, stake: 100 })).toBe('replayed');
  expect(await placeBet(own, { ...bet, stake: 100, hash: Buffer.of(1) })).toBe('EC_DUPLICATE_VALUE');
  await own.pool.query('UPDATE wallets SET stake_limit_day = 100 WHERE player_id = $1', [poor.playerId]);
  expect(await placeBet(own, betOf(poor, 1))).toBe('EC_PLAYER_SALES_LIMIT');
  expect(await walletOf(own, poor.playerId)).toEqual({ balance: 0, staked: 100 });
});

test.each<[string, (keyof typeof bets)[]]>([
  ['pending', ['open']],
  ['lost', ['lost']],
  ['paid', ['won']],
  ['won', ['large']],
  ['cancelled', []],
  [gameId, ['large', 'won', 'lost', 'open']],
])('the list of tickets: %s', async (filter, names) => {
  const tickets = await listed(filter);
  expect(tickets.map(({ ticketId }) => ticketId).filter((id) => id !== rows)).toEqual(shown(names));
});

test('a ticket without a draw is listed beside one with rows, and tells nothing of a draw', async () => {
  const [newest, large, won, lost, open] = await listed('all');
  expect(newest).toMatchObject({ ticketId: rows, gameId: 'lotto', rowCount: 1 });
  const common = { gameId, purchaseDate: expect.any(String) };
  const ids = shown(['open', 'lost', 'won', 'large']);
  expect(open).toEqual({ ...common, ticketId: ids[0], status: 'pending', stake: 700, amountWin: 0 });
  expect(lost).toEqual({ ...common, ticketId: ids[1], status: 'lost', stake: 800, amountWin: 0 });
  expect(won).toEqual({ ...common, ticketId: ids[2], status: 'paid', stake: 900, amountWin: 2_500 });
  expect(large).toEqual({
    ...{ ...common, ticketId: ids[3], status: 'won', stake: 1_000, amountWin: 300_000 },
    largePrize: { status: 'highwind', claimBy: expect.any(String) },
  });
});

test('it is found by its number, and by its code', async () => {
  const [id = ''] = shown(['won']);
  const { body } = await get<ApiAnswer<'tickets.find'>>(
    app,
    `/user/ticket-number?number=${id}`,
    player.cookie,
  );
  expect(body.tickets.map(({ ticketId }) => ticketId)).toEqual([id]);
  const verdicts = ['open', 'lost', 'won', 'large'] as const;
  const said = verdicts.map(async (name) => {
    const code = checkCode('secret', { playerId: player.playerId, ticketId: bets[name].ticketId });
    return (await checkTicket(own.pages, 'secret', code)).verdict;
  });
  expect(await Promise.all(said)).toEqual(['unknown', 'none', 'win', 'win']);
});

test('its movements are shown, summed and counted as those of any ticket', async () => {
  const { body } = await get<ApiAnswer<'account.transactions'>>(
    app,
    '/user/transactions/1?transactionType=sales',
    player.cookie,
  );
  expect(
    body.transactions.slice(1).map(({ ticketId, gameId: game, amount }) => [ticketId, game, amount]),
  ).toEqual(
    (['large', 'won', 'lost', 'open'] as const).map((name, at) => [
      shown([name])[0],
      gameId,
      -1_000 + 100 * at,
    ]),
  );
  const spent = 700 + 800 + 900 + 1_000 + 150;
  expect(await walletOf(own, player.playerId)).toEqual({ balance: 50_000 - spent + 2_500, staked: spent });
  const { body: figures } = await get<ApiAnswer<'limits.spending'>>(app, '/user/spending', player.cookie);
  expect(figures.month).toMatchObject({ spent, won: 2_500 });
  const statement = await statementOf(own.db, player.playerId, null);
  expect(statement?.lines.at(1)).toMatchObject({
    kind: 'purchase',
    cause: { kind: 'ticket', id: shown(['open'])[0] },
  });
});

test('it stands on the player’s own part of a page, and in the file of all movements', async () => {
  const tokenHash = hash('sha256', player.cookie.split('=')[1] ?? '', 'buffer');
  const visit = { tokenHash, showsTickets: true, keepsAlive: true };
  const page = await createOwnPageReader(own.pages, kinds)(visit);
  expect(page?.tickets.map(({ ticketId }) => ticketId)).toEqual(expect.arrayContaining(shown(['large'])));
  const movements = await Array.fromAsync(allTransactions(own.db, () => '', player.playerId));
  const stakes = movements.flat().filter(({ type, gameId: game }) => type === 'sales' && game === gameId);
  expect(stakes.map(({ ticketId }) => ticketId)).toEqual(shown(['open', 'lost', 'won', 'large']));
});

test('a player is active as long as one of them is open', async () => {
  const [idle] = (await addPlayers(own, 1, 1_000)) as [TestPlayer];
  const bet = betOf(idle, 100);
  await placeBet(own, bet);
  expect(await countActiveTickets(own.pages, idle.playerId)).toBe(1);
  await settleBet(own, bet, 0);
  expect(await countActiveTickets(own.pages, idle.playerId)).toBe(0);
});

test('it takes no part in the last draw, and cannot be cancelled as rows are', async () => {
  const { body } = await get<ApiAnswer<'tickets.outcome'>>(app, '/user/outcome', player.cookie);
  expect(body).toEqual({});
  const before = await walletOf(own, player.playerId);
  const [ticketId = ''] = shown(['open']);
  const cancel = { playerId: player.playerId, ticketId, key: null, inputHash: null };
  await expect(cancelTicket(own.pool, cancel)).rejects.toMatchObject({ code: 'EC_CANCEL_NOT_ALLOWED' });
  expect(await walletOf(own, player.playerId)).toEqual(before);
});

test('its receipt is written, without lines about draws and rows', async () => {
  const receipts = receiptDeadline(
    { kinds, log: createLog('test', 2, 'silent'), secret: 'x' },
    async () => false,
  );
  await runUntil(own, receipts, async () => (await waitingLetters(own)).length > 0);
  const written = (await waitingLetters(own)).find(({ playerId }) => playerId === player.playerId);
  const lines = written?.text.replaceAll('\u00a0', ' ').split('\n') ?? [];
  const bet = lines.indexOf('Leikur: Lengjan');
  expect(lines[bet + 1]).toBe('Verð: 700 kr.');
  const lotto = lines.indexOf('Leikur: Lottó');
  expect(lines.slice(lotto + 2, lotto + 5)).toEqual([
    '1 röð:',
    'A   3    11   19   27   40',
    'Verð: 150 kr.',
  ]);
});

test('its large prize is claimed by one person and paid by another', async () => {
  const [winner] = (await addPlayers(own, 1, 1_000)) as [TestPlayer];
  const bet = betOf(winner, 1_000);
  await placeBet(own, bet);
  const number = encodeId(bet.ticketId);
  const claim = (actor: string) => transaction(own.db, (tx) => claimPrizes(tx, number, actor));
  const release = (actor: string) => transaction(own.db, (tx) => releasePrizes(tx, number, actor));
  const statusOf = async () => {
    const { body } = await get<ApiAnswer<'tickets.list'>>(app, '/user/tickets/1', winner.cookie);
    const [ticket] = body.tickets;
    return ticket?.largePrize?.status ?? ticket?.status;
  };
  await expect(claim('gunna')).rejects.toMatchObject({ code: 'EC_TICKET_NOT_FOUND' });
  await settleBet(own, bet, 400_000, true);
  const noted = await own.pool.query(
    `SELECT details FROM security_events WHERE player_id = $1 AND kind = 'largeWin'`,
    [winner.playerId],
  );
  expect(noted.rows).toEqual([{ details: { ticketId: bet.ticketId, amount: 400_000 } }]);
  await expect(release('jonas')).rejects.toThrow();
  expect(await statusOf()).toBe('highwind');
  const prize = { ticketId: bet.ticketId, causeId: bet.ticketId, couponId: null, draw: null, game: gameId };
  expect((await claim('gunna')).changed).toMatchObject([{ ...prize, amount: 400_000 }]);
  expect((await claim('gunna')).changed).toEqual([]);
  expect(await statusOf()).toBe('claimed');
  await expect(release('Gunna')).rejects.toThrow();
  expect((await release('jonas')).prizes).toMatchObject([{ ...prize, status: 'paid', releasedBy: 'jonas' }]);
  expect((await release('jonas')).changed).toEqual([]);
  expect(await statusOf()).toBe('paid');
  expect(await walletOf(own, winner.playerId)).toEqual({ balance: 400_000, staked: 1_000 });
  const { body } = await get<ApiAnswer<'tickets.list'>>(app, '/user/tickets/1?filter=paid', winner.cookie);
  expect(body.tickets.map(({ ticketId }) => ticketId)).toEqual([number]);
  const claims = await exported('claims.csv');
  expect(claims?.find(({ ticket }) => ticket === number)).toMatchObject({
    ...{ game: gameId, draw: null, coupon: null, amount: 400_000 },
    ...{ status: 'paid', claimed_by: 'gunna', released_by: 'jonas' },
  });
});

async function exported(name: string) {
  const table = tables.find(({ file }) => file === name);
  const period = { from: new Date(0), end: new Date('2999-01-01') };
  return transaction(own.db, async (tx) => table?.read(tx, period));
}

test('it stands in the regulator’s movements by its game', async () => {
  const all = await exported('movements.csv');
  expect(all?.find(({ game, movement }) => game === gameId && movement === 'purchase')).toMatchObject({
    count: 7,
  });
});

test('a check since a day takes bets that were settled or paid after it', async () => {
  await at.advanceTo(new Date('2026-11-17T08:00:00Z'));
  const { secrets } = own.config;
  await sealDaysUntil(own.db, '2026-11-16', secrets.signingKey);
  const number = encodeId(bets.large.ticketId);
  await transaction(own.db, (tx) => claimPrizes(tx, number, 'gunna'));
  await transaction(own.db, (tx) => releasePrizes(tx, number, 'jonas'));
  await settleBet(own, bets.open, 1_400);
  await placeBet(own, betOf(player, 300));
  expect(await checkLedgerSince(own.db, '2026-11-16', { secrets })).toEqual({ ok: true });
});

test('movements that were counted ahead know the game of a bet', async () => {
  const gambler = (await addPlayers(own, 1, 100_000))[0] as TestPlayer;
  for (let nth = 0; nth < 210; nth += 1) await placeBet(own, betOf(gambler, 100));
  await own.adminPool.query(`SELECT write_movement_spans('-infinity', 'infinity')`);
  const path = `/user/tickets/1?filter=${gameId}`;
  const { body } = await get<ApiAnswer<'tickets.list'>>(app, path, gambler.cookie);
  expect(body.ticketCount).toBe(210);
});
