/** Coupons before the close: none is missing in a seal, none is written twice. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cancelDraw } from '#server/draws/cancel.ts';
import { closeDraw } from '#server/draws/close.ts';
import { sealDraw } from '#server/draws/seal/seal.ts';
import { listNotices } from '#server/messages/messages.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { writeCoupons } from '#server/subscriptions/write-coupons.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { untilDone } from '#test/harness/killed.ts';
import { addSession, type TestPlayer } from '#test/harness/sale.ts';
import { monthly, subscriptionBooksHold, subscriptionFixture } from '#test/harness/subscriptions.ts';

let own: TestDatabase;
let at: Awaited<ReturnType<typeof subscriptionFixture>>;
beforeAll(async () => {
  own = await testDatabase();
  at = await subscriptionFixture(own, '2027-02-17T12:00:00Z');
});
afterAll(() => own.close());
afterEach(() => subscriptionBooksHold(own));

const withJoker = { stake: monthly + 4 * 250, joker: [0, 1, 2, 3, 4] };
const couponsOf = (drawId: number) =>
  at.value<number>(sql`SELECT count(*) FROM coupons WHERE draw_id = ${drawId}`);

let players: TestPlayer[];
test('must-hold 51, 87: a draw that closes while no worker runs waits for its coupons', async () => {
  players = await Promise.all([1, 2, 3].map(() => at.player(20_000)));
  for (const who of players) expect((await at.subscribe(who, withJoker)).status).toBe(201);
  const draw = await at.onSale();
  // Nobody worked in the half hour before the close.
  await setClock(own.db, new Date('2027-02-20T18:41:00Z'));
  await closeDraw(own.db, draw.drawId, { actor: 'gunna' });
  await expect(sealDraw(own.db, own.config, draw.drawId)).rejects.toThrow('3 paid subscriptions');
  const alarms = await at.value<string>(sql`SELECT code FROM draw_alarms WHERE draw_id = ${draw.drawId}`);
  expect(alarms).toBe('subscriptions_unwritten');

  // One of them is locked out after the close: the draw is closed, and what was paid for it is played.
  const [first] = players as [TestPlayer];
  await own.pool.query(
    "UPDATE wallets SET locked_until = domain_now() + interval '1 day' WHERE player_id = $1",
    [first.playerId],
  );
  await at.passTo('2027-02-20T18:42:00Z');
  expect(await at.value<number>(sql`SELECT coupons FROM seals WHERE draw_id = ${draw.drawId}`)).toBe(3);
  expect(await writeCoupons(own.db, own.config.kinds, draw.drawId)).toBe(0);
  expect(await couponsOf(draw.drawId)).toBe(3);
});

test.each(['before', 'after'] as const)(
  'must-hold 51: killed %s each of its statements it writes each coupon once',
  async (moment) => {
    const who = await at.player(20_000);
    for (const wager of [{}, withJoker]) expect((await at.subscribe(who, wager)).status).toBe(201);
    const draw = await at.onSale();
    const before = await couponsOf(draw.drawId);
    const due = await at.value<number>(sql`SELECT subscriptions_due(${draw.drawId})`);
    expect(
      await untilDone(moment, () => writeCoupons(own.db, own.config.kinds, draw.drawId)),
    ).toBeGreaterThan(3);
    expect(await couponsOf(draw.drawId)).toBe(before + due);
    expect(due).toBeGreaterThanOrEqual(2);
  },
);

test('after the seal no coupon is written', async () => {
  const draw = await at.onSale();
  await closeDraw(own.db, draw.drawId, { actor: 'gunna', reason: 'test' });
  await writeCoupons(own.db, own.config.kinds, draw.drawId);
  await sealDraw(own.db, own.config, draw.drawId);
  const before = await couponsOf(draw.drawId);
  // Against everything that keeps it from happening.
  await own.pool.query(
    `UPDATE subscription_states SET draw_dates = ARRAY[$1::date] || draw_dates WHERE player_id = $2`,
    ['2027-02-27', players[0]?.playerId],
  );
  expect(await writeCoupons(own.db, own.config.kinds, draw.drawId)).toBe(0);
  expect(await couponsOf(draw.drawId)).toBe(before);
  await own.pool.query(`UPDATE subscription_states SET draw_dates = draw_dates[2:] WHERE player_id = $1`, [
    players[0]?.playerId,
  ]);
});

test('a cancelled draw gives back to what paid, and less is charged next', async () => {
  await at.passTo('2027-03-01T09:00:00Z');
  const { playerId } = players[1] as TestPlayer;
  const who = { playerId, ...(await addSession(own, playerId)) };
  const { id } = (await firstOf(who)) as { id: string };
  expect(await at.detail(who, id)).toMatchObject({ prepaid: 1_600, drawDates: { length: 5 } });
  const balance = await at.money(who);
  const [written, unwritten] = [await at.onSale(), '2027-03-13'];
  await at.passTo('2027-03-06T18:20:00Z');
  expect(await at.detail(who, id)).toMatchObject({ prepaid: 1_200 });
  const why = { actor: 'gunna', reason: 'broken' };
  expect(await cancelDraw(own.db, written.drawId, why)).toEqual({ refunded: 7 });
  const next = await at.value<number>(
    sql`SELECT draw_id FROM draws
      WHERE game = 'lotto' AND planned_date = ${unwritten} AND origin = 'calendar'`,
  );
  await cancelDraw(own.db, next, why);
  expect(await at.detail(who, id)).toMatchObject({
    prepaid: 1_600,
    drawDates: ['2027-03-20', '2027-03-27', '2027-04-03'],
    nextCharge: { amount: 1_600 - 800 },
  });
  expect(await at.money(who)).toBe(balance);
  await at.passTo('2027-04-05T09:00:00Z');
  const notices = await listNotices(own.db, playerId, { locale: 'is', siteUrl: '' });
  expect(notices.filter(({ kind }) => kind === 'drawCancelled').map(({ text }) => text)).toEqual([
    expect.stringContaining('Það sem greitt var í áskriftinni lækkar næstu greiðslu hennar.'),
  ]);
  // Two played for money, one free; two stakes were left and are taken off.
  expect(await at.money(who)).toBe(balance - 800);
  const free = await at.value<number>(sql`SELECT count(*) FROM subscription_coupons
    WHERE player_id = ${who.playerId} AND from_prepaid = 0`);
  expect(free).toBe(1);
});

async function firstOf(who: TestPlayer) {
  const { rows } = await sql<{ id: string }>`
    SELECT subscription_id AS id FROM subscriptions WHERE player_id = ${who.playerId}`.execute(own.db);
  return rows[0] && { id: encodeId(rows[0].id) };
}
