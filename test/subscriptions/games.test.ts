/** The other games: two days, extra numbers, systems, Joker. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { subscriptionBooksHold, subscriptionFixture } from '#test/harness/subscriptions.ts';

let own: TestDatabase;
let at: Awaited<ReturnType<typeof subscriptionFixture>>;
/** A Wednesday before a month with five Tuesdays and five Fridays, from 1 March to 4 April. */
beforeAll(async () => {
  own = await testDatabase();
  at = await subscriptionFixture(own, '2027-02-24T12:00:00Z', 'eurojackpot');
});
afterAll(async () => {
  await subscriptionBooksHold(own);
  await own.close();
});

test('eurojackpot on both days, a system with Joker', async () => {
  const who = await at.player(100_000);
  // Six rows of a system of six, and Joker.
  const perDraw = 6 * 310 + 250;
  const wager = {
    gameId: 'eurojackpot',
    rows: [{ numbers: [1, 2, 3, 4, 5, 50], bonusNumbers: [1, 12] }],
    system: 6,
    joker: [0, 1, 2, 3, 4],
    stake: 8 * perDraw,
    subscriptionDrawDays: ['fri', 'tue'],
  };
  const { status, body } = await at.subscribe(who, wager);
  expect(status).toBe(201);
  expect(await at.detail(who, body.id)).toMatchObject({
    gameId: 'eurojackpot',
    drawDayNo: [2, 5],
    drawDates: ['2027-02-26'],
    drawJokerDates: ['2027-02-26'],
    stake: perDraw,
    monthly: 8 * perDraw,
    firstCharge: perDraw,
    system: 6,
    joker: [0, 1, 2, 3, 4],
    rows: [{ bonusNumbers: [1, 12] }],
  });
  await at.passTo('2027-03-01T09:00:00Z');
  expect(await at.detail(who, body.id)).toMatchObject({ prepaid: 8 * perDraw, drawDates: { length: 10 } });
  await at.passTo('2027-03-05T19:00:00Z');
  const { tickets } = await at.detail(who, body.id);
  expect(tickets.map(({ drawDate }) => drawDate?.slice(0, 10))).toEqual([
    '2027-03-05',
    '2027-03-02',
    '2027-02-26',
  ]);
  expect(tickets.every(({ rowCount, stake }) => rowCount === 6 && stake === perDraw)).toBe(true);
});
