import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import type { TestPlayer } from '#test/harness/sale.ts';
import { monthly, row, subscriptionBooksHold, subscriptionFixture } from '#test/harness/subscriptions.ts';

let own: TestDatabase;
let at: Awaited<ReturnType<typeof subscriptionFixture>>;
/** A Wednesday; the first billing day after it is Monday 1 March, whose month has five Saturdays. */
beforeAll(async () => {
  own = await testDatabase();
  at = await subscriptionFixture(own, '2027-02-17T12:00:00Z');
});
afterAll(() => own.close());
afterEach(() => subscriptionBooksHold(own));

async function expectHistory(who: TestPlayer, id: string): Promise<void> {
  // Seven draws were played and four are paid ahead, of five of which one is free.
  const { sums, charges, tickets } = await at.detail(who, id);
  expect(sums.draws).toBe(7);
  expect(sums.paid).toBe(300 + 600 + 600);
  expect(sums.won).toBe(tickets.reduce((sum, { amountWin }) => sum + amountWin, 0));
  expect(
    charges.map(({ at, amount, outcome, dates, free }) => [
      at.slice(0, 10),
      amount,
      outcome,
      dates.length,
      free,
    ]),
  ).toEqual([
    ['2027-04-05', 600, 'paid', 4, 0],
    ['2027-03-01', 600, 'paid', 5, 1],
    ['2027-02-17', 300, 'paid', 2, 0],
  ]);
  expect(charges.at(-1)?.dates).toEqual(['2027-02-20', '2027-02-27']);
  const file = await get<{ subscriptions: object[] }>(at.app, '/user/export', who.cookie);
  expect(file.body.subscriptions).toMatchObject([
    { id, gameId: 'lotto', stake: 150, monthly, rows: [{ ...row, isQuickPick: false }], drawDayNo: [6] },
  ]);
}

test('bought for the draws left, charged by the month, and the fifth draw is free', async () => {
  const who = await at.player(10_000);
  const bought = await at.subscribe(who, {}, 'key-1');
  expect(bought).toMatchObject({ status: 201, body: { type: 'subscription' } });
  const { id } = bought.body;
  expect(await at.subscribe(who, {}, 'key-1')).toMatchObject({ status: 201, body: { id } });
  expect(await at.money(who)).toBe(10_000 - 300);
  expect(await at.detail(who, id)).toMatchObject({
    status: 'active',
    stake: 150,
    monthly,
    firstCharge: 300,
    prepaid: 300,
    drawDates: ['2027-02-20', '2027-02-27'],
    drawJokerDates: [],
    drawDayNo: [6],
    rows: [{ ...row, bonusNumbers: [], isQuickPick: false }],
    nextCharge: { at: '2027-03-01T08:00:00.000Z', amount: 600 },
    tickets: [],
  });
  await at.passTo('2027-02-28T12:00:00Z');
  expect(await at.detail(who, id)).toMatchObject({ prepaid: 0, drawDates: [], tickets: [{}, {}] });
  await at.passTo('2027-03-01T09:00:00Z');
  expect(await at.money(who)).toBe(10_000 - 300 - 600);
  expect((await at.detail(who, id)).drawDates).toHaveLength(5);
  await at.passTo('2027-04-04T12:00:00Z');
  const { tickets, prepaid } = await at.detail(who, id);
  expect([tickets.length, prepaid]).toEqual([7, 0]);
  expect(tickets.every(({ subscriptionId, stake }) => subscriptionId === id && stake === 150)).toBe(true);
  expect(await at.money(who)).toBe(10_000 - 300 - 600);
  await at.passTo('2027-04-05T09:00:00Z');
  expect(await at.money(who)).toBe(10_000 - 300 - 600 - 600);
  expect(await at.events(who)).toEqual([
    'started 300',
    'charged 300',
    'chargeAhead 600',
    'charged 600',
    'chargeAhead 600',
    'charged 600',
  ]);
  const listed = await get<{ transactions: object[] }>(
    at.app,
    '/user/transactions/1?transactionType=subscriptions',
    who.cookie,
  );
  expect(listed.body.transactions).toMatchObject([
    { amount: -600, type: 'subscriptions', subscriptionId: id, gameId: 'lotto', hasDetails: true },
    { amount: -600 },
    { amount: -300 },
  ]);
  await expectHistory(who, id);
  const [ticket] = tickets;
  const refused = await post(at.app, '/lotto/cancel', { ticketId: ticket?.ticketId }, { cookie: who.cookie });
  expect(refused).toMatchObject({ status: 400, body: { code: 'EC_CANCEL_NOT_ALLOWED' } });
});

test('where the product began after a draw of that day, nothing is paid for it', async () => {
  const other = await testDatabase();
  try {
    // A Saturday evening, when lotto of that day is over.
    const there = await subscriptionFixture(other, '2027-02-20T19:30:00Z');
    const who = await there.player(10_000);
    const { id } = (await there.subscribe(who)).body;
    expect(await there.detail(who, id)).toMatchObject({ firstCharge: 150, drawDates: ['2027-02-27'] });
    expect(await there.money(who)).toBe(10_000 - 150);
    await subscriptionBooksHold(other);
  } finally {
    await other.close();
  }
});
