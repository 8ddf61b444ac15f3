/** Charges that are refused: tried again, left out, or waited for. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { topUpWallets } from '#server/ledger/sandbox-money.ts';
import type { CardCharge, ChargeCard } from '#server/payments/subscription-charge.ts';
import { type Tx, transaction } from '#server/platform/database.ts';
import { newId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { chargeDeadline } from '#server/subscriptions/charge.ts';
import { subscriptionLetters } from '#server/subscriptions/letters.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { forgetJobs } from '#test/harness/jobs.ts';
import { runUntil, waitingLetters } from '#test/harness/letters.ts';
import { subscriptionBooksHold, subscriptionFixture } from '#test/harness/subscriptions.ts';

const noCard: ChargeCard = async () => ({ code: 'EC_CREDITCARD_MISSING' });
let own: TestDatabase;
let at: Awaited<ReturnType<typeof subscriptionFixture>>;
beforeAll(async () => {
  own = await testDatabase();
  at = await subscriptionFixture(own, '2027-02-24T12:00:00Z');
});
afterAll(() => own.close());
afterEach(() => subscriptionBooksHold(own));

const topUp = (playerId: number, balance: number) =>
  transaction(own.db, (tx) => topUpWallets(tx, [playerId], balance));

test('declined on the day, day 1 and day 3 it is terminated; what can be paid then goes on', async () => {
  const [poor, late, careful, expired] = [
    await at.player(150),
    await at.player(150),
    await at.player(5_000),
    await at.player(5_000),
  ];
  const ids = [];
  for (const who of [poor, late, careful, expired]) ids.push((await at.subscribe(who)).body.id);
  const [poorId, lateId, carefulId, expiredId] = ids as [string, string, string, string];
  await own.pool.query('UPDATE wallets SET stake_limit_day = 599 WHERE player_id = $1', [careful.playerId]);
  await own.pool.query("UPDATE wallets SET certificate_expires = '2027-02-28' WHERE player_id = $1", [
    expired.playerId,
  ]);
  await at.passTo('2027-03-01T09:00:00Z');
  expect(await at.detail(poor, poorId)).toMatchObject({
    status: 'active',
    lastCharge: { outcome: 'declined', amount: 600, code: 'EC_CREDITCARD_MISSING' },
    nextCharge: { at: '2027-03-02T08:00:00.000Z', amount: 600 },
  });
  expect(await at.detail(careful, carefulId)).toMatchObject({
    status: 'active',
    drawDates: [],
    lastCharge: { outcome: 'limit', code: 'EC_PLAYER_SALES_LIMIT' },
    nextCharge: { at: '2027-04-05T08:00:00.000Z' },
  });
  await at.passTo('2027-03-02T09:00:00Z');
  await topUp(late.playerId, 600);
  await own.pool.query("SELECT limits_renew_certificate($1, '2030-01-01', 'test')", [expired.playerId]);
  await at.passTo('2027-03-04T09:00:00Z');
  expect(await at.detail(late, lateId)).toMatchObject({
    status: 'active',
    prepaid: 600,
    drawDates: { length: 5 },
  });
  expect(await at.detail(expired, expiredId)).toMatchObject({ status: 'active', prepaid: 600 });
  expect(await at.detail(poor, poorId)).toMatchObject({
    status: 'terminated',
    terminated: 'paymentFailed',
    endDate: '2027-03-04',
    cancel: [],
  });
  expect(await at.detail(poor, poorId)).not.toHaveProperty('nextCharge');
  expect(await at.cancel(poor, poorId, 'endOfPeriod')).toMatchObject({ body: { code: 'EC_NO_CHANGE' } });
  expect((await at.events(poor)).slice(2)).toEqual([
    'chargeAhead 600',
    'declined 600 EC_CREDITCARD_MISSING',
    'declined 600 EC_CREDITCARD_MISSING',
    'declined 600 EC_CREDITCARD_MISSING',
    'terminated paymentFailed',
  ]);
  expect((await at.events(expired)).slice(2)).toEqual([
    'chargeAhead 600',
    'certificateAhead',
    'certificate 600 EC_ELOGIN_AUTH_REQUIRED',
    'charged 600',
  ]);
  expect(await at.money(careful)).toBe(4_850);
});

test('a card that pays puts the money into the balance first, and is asked once', async () => {
  const who = await at.player(600);
  const { id } = (await at.subscribe(who)).body;
  expect(await at.money(who)).toBe(0);
  const asked: CardCharge[] = [];
  const card = chargeDeadline(own.config.kinds, async (charge) => {
    asked.push(charge);
    const post = (tx: Tx) => topUpWallets(tx, [charge.playerId], charge.amount);
    return { paymentId: newId(), post, giveBack: async () => {} };
  });
  const deadlines = at.work.deadlines.map((each) => (each.name === card.name ? card : each));
  await at.passTo('2027-04-05T08:01:00Z', deadlines);
  expect(asked.map(({ playerId, amount }) => [playerId, amount])).toContainEqual([who.playerId, 600]);
  expect(asked.filter(({ playerId }) => playerId === who.playerId)).toHaveLength(1);
  expect(await at.detail(who, id)).toMatchObject({ prepaid: 600, lastCharge: { outcome: 'paid' } });
  expect(await at.money(who)).toBe(0);
});

test('a game without a draw to come is looked at again the next day', async () => {
  const who = await at.player(5_000);
  const { id } = (await at.subscribe(who)).body;
  const move = 'UPDATE subscription_states SET game = $2, charge_at = $3 WHERE player_id = $1';
  const before = (await at.detail(who, id)).nextCharge?.at;
  await own.pool.query(move, [who.playerId, 'vikinglotto', '2027-04-05T08:00:00Z']);
  await chargeDeadline(own.config.kinds, noCard).run(own.db);
  const later = sql`SELECT charge_at > domain_now() + interval '23 hours' FROM subscription_states
    WHERE player_id = ${who.playerId}`;
  expect(await at.value<boolean>(later)).toBe(true);
  await own.pool.query(move, [who.playerId, 'lotto', before]);
});

test('every event is told once, in words', async () => {
  await own.pool.query('UPDATE players SET mailbox = true, demo = false');
  await forgetJobs(own.adminPool);
  await own.pool.query(
    'INSERT INTO subscription_letters SELECT event_id FROM subscription_events ON CONFLICT DO NOTHING',
  );
  const isDone = async () => true;
  await runUntil(own, subscriptionLetters, isDone);
  const letters = await waitingLetters(own);
  const kinds = new Set(letters.map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual([
    'subscriptionCertificate',
    'subscriptionCertificateAhead',
    'subscriptionChargeAhead',
    'subscriptionCharged',
    'subscriptionDeclined',
    'subscriptionLimit',
    'subscriptionStarted',
    'subscriptionTerminated',
  ]);
  const last = letters.findLast(({ kind }) => kind === 'subscriptionDeclined');
  expect(last?.text).toContain('Þetta var síðasta tilraunin.');
  expect(letters.every(({ text }) => !/[{}]|undefined|NaN/.test(text))).toBe(true);
});
