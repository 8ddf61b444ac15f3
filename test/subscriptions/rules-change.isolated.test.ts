/** New prices and new rules come while subscriptions run. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '#server/platform/sql.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import type { TestPlayer } from '#test/harness/sale.ts';
import { subscriptionBooksHold, subscriptionFixture } from '#test/harness/subscriptions.ts';

/** From 20 March a row costs 200 kr.; from 17 April there are no numbers above 40. */
vi.mock('#rules/numbers/versions.ts', async (original) => {
  const real = await original<typeof import('#rules/numbers/versions.ts')>();
  const last = real.lottoVersions.at(-1) as (typeof real.lottoVersions)[number];
  const dear = {
    ...last,
    id: 'lotto-2027-03-20',
    from: '2027-03-20',
    sale: last.sale && { ...last.sale, amountRow: 200 },
  };
  const small = { ...dear, id: 'lotto-2027-04-17', from: '2027-04-17', main: { ...last.main, max: 40 } };
  return { ...real, lottoVersions: [...real.lottoVersions, dear, small] };
});

let own: TestDatabase;
let at: Awaited<ReturnType<typeof subscriptionFixture>>;
let [low, high] = [{}, {}] as [TestPlayer, TestPlayer];
let ids: [string, string];
beforeAll(async () => {
  own = await testDatabase();
  at = await subscriptionFixture(own, '2027-02-17T12:00:00Z');
});
afterAll(() => own.close());
afterEach(() => subscriptionBooksHold(own));

const stakes = (who: TestPlayer) =>
  at.value<string>(sql`SELECT string_agg(stake || '/' || from_prepaid, ' ' ORDER BY draw_id)
    FROM subscription_coupons JOIN coupons USING (player_id, ticket_id, coupon_id, draw_id)
    WHERE player_id = ${who.playerId}`);

test('a price that rises within a paid period is made up for by the house', async () => {
  [low, high] = [await at.player(20_000), await at.player(20_000)];
  ids = [
    (await at.subscribe(low, { rows: [{ numbers: [1, 2, 3, 4, 40] }] })).body.id,
    (await at.subscribe(high, { rows: [{ numbers: [1, 2, 3, 4, 41] }] })).body.id,
  ];
  await at.passTo('2027-04-04T12:00:00Z');
  // Two of the first period, four paid ones, of which two after the change, and a free one.
  expect(await stakes(low)).toBe('150/150 150/150 150/150 150/150 200/150 200/150 200/0');
  expect(await at.money(low)).toBe(20_000 - 300 - 600);
});

test('the next charge has the new price, which was told before', async () => {
  await at.passTo('2027-04-05T09:00:00Z');
  expect(await at.money(low)).toBe(20_000 - 300 - 600 - 800);
  expect(await at.detail(low, ids[0])).toMatchObject({ stake: 200, monthly: 800, prepaid: 800 });
  expect(await at.events(low)).toEqual([
    'started 300',
    'charged 300',
    'priceAhead 200',
    'chargeAhead 600',
    'charged 600',
    'rulesAhead',
    'chargeAhead 800',
    'charged 800',
  ]);
});

test('numbers that are no more end it, which was told before, and what is left returns', async () => {
  await at.passTo('2027-04-18T12:00:00Z');
  expect(await stakes(low)).toMatch(/ 200\/200 200\/200$/);
  expect(await at.detail(high, ids[1])).toMatchObject({
    status: 'terminated',
    terminated: 'rulesChanged',
    prepaid: 0,
  });
  // One draw of the period was played before the change.
  expect(await at.money(high)).toBe(20_000 - 300 - 600 - 200);
  expect((await at.events(high)).slice(-4)).toEqual([
    'endAhead',
    'chargeAhead 800',
    'charged 800',
    'terminated 600 rulesChanged',
  ]);
});
