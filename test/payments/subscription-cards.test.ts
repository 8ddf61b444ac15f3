/** The subscription card pays what the balance does not cover, without its holder and never twice. */
import { expect, test } from 'vitest';
import type { TestDatabase } from '#test/harness/database.ts';
import { type PaymentFixture, paymentSuite } from '#test/harness/payments.ts';
import { subscriptionFixture } from '#test/harness/subscriptions.ts';

let own: TestDatabase;
let pay: PaymentFixture;
let at: Awaited<ReturnType<typeof subscriptionFixture>>;
paymentSuite(async (database, fixture) => {
  own = database;
  pay = fixture;
  at = await subscriptionFixture(own, '2027-02-24T12:00:00Z', 'lotto', pay.outside);
});

const monthlyCharge = '2027-03-01T09:00:00Z';
const code = async (who: { playerId: number }) => (await pay.statuses(who as never)).at(-1);

test('what the balance lacks comes from the card: paid, of unknown outcome, above the limit', async () => {
  const kept = () => pay.withKept('01', '00', 'subscription');
  const [paid, lost, careful] = [await kept(), await kept(), await kept()];
  const bought = [await at.subscribe(paid), await at.subscribe(lost), await at.subscribe(careful)];
  expect(bought.map(({ status }) => status)).toEqual([201, 201, 201]);
  const [paidId = '', lostId = '', carefulId = ''] = bought.map(({ body }) => body.id);
  expect(await pay.statuses(paid)).toEqual(['settled']);
  expect((await pay.limitUsed(paid))[2]).toBeGreaterThan(0);
  await own.pool.query(
    `UPDATE deposit_limits SET limit_day = 599, limit_week = 599, limit_month = 599 WHERE player_id = $1`,
    [careful.playerId],
  );
  let isDown = true;
  pay.between.cardGateway = {
    pay: async (ask, payment) => {
      const answer = await ask(payment);
      const { rows } = await own.pool.query('SELECT player_id FROM payments WHERE request_id = $1', [
        payment.correlationId,
      ]);
      return Number(rows[0].player_id) === lost.playerId ? { outcome: 'unknown' } : answer;
    },
    reverse: async (ask, ...of) => (isDown ? 'unknown' : ask(...of)),
  };
  await at.passTo(monthlyCharge);
  expect(await pay.statuses(paid)).toEqual(['settled', 'settled']);
  expect(await at.detail(paid, paidId)).toMatchObject({ lastCharge: { outcome: 'paid', amount: 600 } });
  expect(await at.money(paid)).toBe(0);
  expect(await pay.statuses(lost)).toEqual(['settled', 'unknown EC_CC_ERROR']);
  expect(await at.detail(lost, lostId)).toMatchObject({
    status: 'active',
    nextCharge: { at: '2027-03-01T08:00:00.000Z' },
  });
  expect(await at.detail(careful, carefulId)).toMatchObject({
    status: 'active',
    lastCharge: { outcome: 'limit', code: 'EC_DEPOSIT_LIMIT' },
  });
  expect((await at.subscribe(careful)).body).toMatchObject({ code: 'EC_DEPOSIT_LIMIT' });
  isDown = false;
  await at.passTo('2027-03-01T11:00:00Z');
  expect(await pay.statuses(lost)).toEqual(['settled', 'reversed EC_CC_ERROR']);
  expect(await at.detail(lost, lostId)).toMatchObject({
    lastCharge: { outcome: 'declined', code: 'EC_CC_ERROR' },
  });
});

test('a card that is declined buys nothing, and may be tried again', async () => {
  const who = await pay.withKept('01', '51', 'subscription');
  const key = 'one key';
  expect((await at.subscribe(who, {}, key)).body).toMatchObject({ code: 'EC_CC_DECLINED' });
  expect(await pay.limitUsed(who)).toEqual([0, 0, 0]);
  await own.pool.query(
    `UPDATE saved_cards SET virtual_card = '00000000-0000-4000-8000-000001000001' WHERE player_id = $1`,
    [who.playerId],
  );
  expect((await at.subscribe(who, {}, key)).status).toBe(201);
  expect(await pay.statuses(who)).toEqual(['failed EC_CC_DECLINED', 'settled']);
});

test('an answer that is lost while it is bought: undone, and nothing is bought', async () => {
  const who = await pay.withKept('01', '00', 'subscription');
  const before = await pay.booked();
  pay.between.cardGateway = {
    pay: async (ask, payment) => {
      await ask(payment);
      return { outcome: 'unknown' };
    },
  };
  expect((await at.subscribe(who)).body).toMatchObject({ code: 'EC_CC_ERROR' });
  pay.between.cardGateway = {};
  await pay.pass(60);
  expect([await code(who), await pay.booked(), await at.money(who)]).toEqual([
    'reversed EC_CC_ERROR',
    before,
    0,
  ]);
});

test('a process that is gone after the card paid: the money is in the balance', async () => {
  const who = await pay.withKept('01', '00', 'subscription');
  const before = await pay.booked();
  pay.between.cardGateway = {
    pay: async (ask, payment) => {
      const paid = await ask(payment);
      await own.adminPool.query(
        `CREATE FUNCTION kill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed'; END $$;
         CREATE TRIGGER killed BEFORE INSERT ON subscriptions FOR EACH ROW EXECUTE FUNCTION kill()`,
      );
      return paid;
    },
  };
  const answer = await at.subscribe(who);
  await own.adminPool.query('DROP TRIGGER killed ON subscriptions; DROP FUNCTION kill()');
  expect(answer.status).toBe(500);
  expect(await code(who)).toBe('paid');
  await pay.pass(180);
  const taken = (await pay.booked()) - before;
  expect([await code(who), await at.money(who)]).toEqual(['settled', taken]);
});

test('a stolen card raises an alarm, whoever asks for the payment', async () => {
  const who = await pay.withKept('01', '43', 'subscription');
  expect((await at.subscribe(who)).body).toMatchObject({ code: 'EC_CC_DECLINED' });
  const { rows } = await own.adminPool.query(
    `SELECT details FROM security_events WHERE kind = 'cardAlarm' AND player_id = $1`,
    [who.playerId],
  );
  expect(rows).toEqual([{ details: { reason: 'security' } }]);
  const alarms = await own.pool.query(`SELECT message FROM alarms WHERE kind = 'cardAlarm'`);
  expect(alarms.rows).toHaveLength(1);
});

test('a card past its end is charged no more', async () => {
  const who = await pay.withKept('01', '00', 'subscription');
  await own.pool.query(`UPDATE saved_cards SET expires = '0127' WHERE player_id = $1`, [who.playerId]);
  expect((await at.subscribe(who)).body).toMatchObject({ code: 'EC_CREDITCARD_MISSING' });
  expect(await pay.statuses(who)).toEqual([]);
});

test('a declining card is asked three times; then the subscription ends', async () => {
  const who = await pay.withKept('01', '00', 'subscription');
  const { id } = (await at.subscribe(who)).body;
  await own.pool.query(
    `UPDATE saved_cards SET virtual_card = '00000000-0000-4000-8000-000001510001' WHERE player_id = $1`,
    [who.playerId],
  );
  const [{ day }] = (
    await own.pool.query(
      `SELECT to_char(charge_at, 'YYYY-MM-DD') AS day
    FROM subscription_states WHERE player_id = $1`,
      [who.playerId],
    )
  ).rows;
  await at.passTo(new Date(Date.parse(`${day}T09:00:00Z`) + 3 * 86_400_000).toISOString());
  const declined = 'failed EC_CC_DECLINED';
  expect(await pay.statuses(who)).toEqual(['settled', declined, declined, declined]);
  expect(await at.detail(who, id)).toMatchObject({ status: 'terminated', terminated: 'paymentFailed' });
});
