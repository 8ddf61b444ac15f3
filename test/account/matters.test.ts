/** What home and my pages say first: each kind of matter as it comes, takes its place and goes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnPage } from '#contract/own-page.ts';
import { claimPrizes, releasePrizes } from '#server/draws/claims/claim.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { createOwnPageReader } from '#server/http/own-page.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { lockPlayer } from '#server/limits/exclusion.ts';
import { transaction } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { hashToken } from '#server/players/sessions/sessions.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import type { TestPlayer } from '#test/harness/sale.ts';
import { subscriptionFixture } from '#test/harness/subscriptions.ts';

let own: TestDatabase;
let at: Awaited<ReturnType<typeof subscriptionFixture>>;
let [loser, winner, subscriber, locked, careful] = [] as unknown as TestPlayer[];
let won: { ticketId: string };

// Wednesday; lotto is drawn on Saturday 27 February, charges are made on Monday 1 March.
beforeAll(async () => {
  own = await testDatabase();
  at = await subscriptionFixture(own, '2027-02-24T12:00:00Z');
  [loser, winner, subscriber, locked, careful] = [
    ...[await at.player(2_000), await at.player(2_000), await at.player(1_500)],
    ...[await at.player(1_500), await at.player(1_500)],
  ];
});
afterAll(() => own.close());

async function pageOf(who: TestPlayer | undefined): Promise<OwnPage> {
  const tokenHash = hashToken(who?.cookie.split('=')[1] ?? '');
  const read = createOwnPageReader(own.pages, own.config.kinds);
  return (await read({ tokenHash, showsTickets: true, keepsAlive: false })) as OwnPage;
}

const mattersOf = async (who: TestPlayer | undefined) => (await pageOf(who)).matters;
const idOf = (who: TestPlayer | undefined): number => who?.playerId ?? 0;
const cookieOf = (who: TestPlayer | undefined) => ({ cookie: who?.cookie ?? '' });

const wallet = (who: TestPlayer | undefined, values: string) =>
  own.pool.query(`UPDATE wallets SET ${values} WHERE player_id = $1`, [idOf(who)]);

test('nothing waits for a new player, and a page without tickets asks for nothing', async () => {
  expect(await pageOf(loser)).toMatchObject({ matters: [], ahead: { draw: null, chargeOn: null } });
  const tokenHash = hashToken(loser?.cookie.split('=')[1] ?? '');
  const read = createOwnPageReader(own.pages, own.config.kinds);
  expect(await read({ tokenHash, showsTickets: false, keepsAlive: false })).toMatchObject({
    ...{ matters: [], outcomes: [], tickets: [] },
  });
});

test('a ticket of Saturday is ahead on Wednesday and a matter on Saturday', async () => {
  await at.buy({ playerId: idOf(loser), rows: [[1, 2, 3, 4, 5]] });
  await at.buy({ playerId: idOf(loser), rows: [[1, 2, 3, 4, 6]] });
  won = await at.buy({ playerId: idOf(winner), rows: [[20, 21, 22, 23, 24]], joker: '01234' });
  const drawDate = (await at.onSale()).drawDate.toISOString();
  expect(await pageOf(loser)).toMatchObject({ matters: [], ahead: { draw: { gameId: 'lotto', drawDate } } });

  for (const who of [subscriber, locked, careful]) await at.subscribe(who as TestPlayer);
  await own.pool.query(
    `INSERT INTO saved_cards (player_id, purpose, brand, last4, expires)
     VALUES ($1, 'subscription', 'visa', '1234', '0227')`,
    [idOf(subscriber)],
  );
  const card = { kind: 'card', last4: '1234', lastDay: '2027-02-28' };
  const nextCharge = { at: '2027-03-01T08:00:00.000Z', amount: 600 };
  expect(await pageOf(subscriber)).toMatchObject({
    matters: [{ ...card, nextCharge }],
    ahead: { chargeOn: '2027-03-01' },
  });

  const { body } = await get<Record<string, number>>(at.app, '/user/limits', careful?.cookie);
  const limits = { ...body, stakeLimitDay: 2_000 };
  await post(at.app, '/user/limits', limits, cookieOf(careful));
  await post(at.app, '/user/limits', { ...limits, stakeLimitDay: 3_000 }, cookieOf(careful));
  expect(await mattersOf(careful)).toEqual([]);

  await at.passTo('2027-02-27T12:00:00Z');
  expect(await mattersOf(loser)).toMatchObject([
    { kind: 'ticket', gameId: 'lotto', drawDate, tickets: 2, rowCount: 1, hasSideGame: false },
  ]);
  expect(await mattersOf(winner)).toMatchObject([{ kind: 'ticket', tickets: 1, hasSideGame: true }]);
});

test('a prize above the threshold waits for its owner, and the outcomes leave it out', async () => {
  const { drawId } = await at.onSale();
  await at.passTo('2027-02-27T19:30:00Z');
  expect(await mattersOf(loser)).toMatchObject([{ kind: 'ticket' }]);
  await at.result(drawId, [1, 2, 3, 40, 41], 42, '01234');
  await at.settle(drawId);
  await payDraw(own.db, drawId, 'sigga');
  const prize = { kind: 'prize', gameId: 'lotto', ticketId: encodeId(won.ticketId), amount: 2_500_000 };
  expect(await pageOf(winner)).toMatchObject({
    matters: [{ ...prize, claimBy: '2028-02-27', isClaimed: false }],
    outcomes: [],
  });
  const ticket = encodeId(won.ticketId);
  await transaction(own.db, (tx) => claimPrizes(tx, ticket, 'gunna'));
  expect(await mattersOf(winner)).toMatchObject([{ ...prize, isClaimed: true }]);
  await transaction(own.db, (tx) => releasePrizes(tx, ticket, 'jonas'));
  const outcome = { gameId: 'lotto', amountWin: 2_500_000, stake: 400, tickets: 1 };
  expect(await pageOf(winner)).toMatchObject({ matters: [], outcomes: [outcome] });
  const [lost] = (await pageOf(loser)).outcomes;
  expect(lost).toMatchObject({ gameId: 'lotto', stake: 300, tickets: 2 });
});

test('a charge of tomorrow, after the card that has ended, unless nothing can be charged', async () => {
  await transaction(own.db, (tx) => lockPlayer(tx, { playerId: idOf(locked), days: 7, origin: 'test' }));
  await wallet(careful, "certificate_expires = '2027-02-28'");
  await at.passTo('2027-02-28T12:00:00Z');
  const charge = {
    ...{ kind: 'charge', at: '2027-03-01T08:00:00.000Z', amount: 600 },
    games: [{ gameId: 'lotto', amount: 600 }],
  };
  expect(await mattersOf(subscriber)).toMatchObject([{ kind: 'card' }, { ...charge, balanceAfter: 750 }]);
  await wallet(subscriber, 'balance = 599');
  expect(await mattersOf(subscriber)).toMatchObject([{ kind: 'card' }, { ...charge, balanceAfter: null }]);
  await wallet(subscriber, 'balance = 1350');
  expect(await pageOf(locked)).toMatchObject({ matters: [], ahead: { chargeOn: null } });
  expect(await mattersOf(careful)).toMatchObject([
    { kind: 'certificate', lastDay: '2027-02-28' },
    { kind: 'raise', field: 'stakeLimitDay', from: 2_000, to: 3_000 },
  ]);
  expect(await checkLedger(own.db)).toEqual({ ok: true });
});

test('a raise that was confirmed waits no more', async () => {
  await wallet(careful, "certificate_expires = '2030-01-01'");
  const { body } = await get<Record<string, number>>(at.app, '/user/limits', careful?.cookie);
  await post(at.app, '/user/limits', { ...body, stakeLimitDay: 3_000 }, cookieOf(careful));
  expect((await mattersOf(careful)).filter(({ kind }) => kind === 'raise')).toEqual([]);
});
