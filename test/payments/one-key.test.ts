/** An idempotency key charges a card once, through duplicates, races and lost answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { topUpWallets } from '#server/ledger/sandbox-money.ts';
import { createChargeCard } from '#server/payments/subscription-charge.ts';
import { transaction } from '#server/platform/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { TestDatabase } from '#test/harness/database.ts';
import type { Between } from '#test/harness/outsiders.ts';
import { type PaymentFixture, paymentSuite } from '#test/harness/payments.ts';
import type { TestPlayer } from '#test/harness/sale.ts';
import { subscriptionFixture } from '#test/harness/subscriptions.ts';

let own: TestDatabase;
let pay: PaymentFixture;
let at: Awaited<ReturnType<typeof subscriptionFixture>>;
paymentSuite(async (database, fixture) => {
  own = database;
  pay = fixture;
  at = await subscriptionFixture(own, '2027-02-08T12:00:00Z', 'lotto', pay.outside);
});

const subscriber = () => pay.withKept('01', '00', 'subscription');
/** Three draws of lotto are left before the first billing day. */
const firstCharge = 450;

async function subscriptionsOf({ playerId }: TestPlayer): Promise<number> {
  const { rows } = await own.pool.query('SELECT FROM subscriptions WHERE player_id = $1', [playerId]);
  return rows.length;
}

async function flagsOf({ playerId }: TestPlayer): Promise<(string | null)[]> {
  const { rows } = await own.pool.query('SELECT flag FROM payments WHERE player_id = $1 ORDER BY asked_at', [
    playerId,
  ]);
  return rows.map(({ flag }) => flag);
}

async function staked({ playerId }: TestPlayer): Promise<number> {
  const { rows } = await own.pool.query('SELECT staked::int FROM wallets WHERE player_id = $1', [playerId]);
  return rows[0].staked;
}

/** Each call of the gateway takes a moment, as it does outside. */
const slowly = (ms: number): NonNullable<Between['cardGateway']> => ({
  pay: async (ask, payment) => {
    await sleep(ms);
    return ask(payment);
  },
});

/** Sends copies of one purchase, `gapMs` apart, and returns their answers. A busy answer (503) is retried. */
const copies = (
  count: number,
  gapMs: number,
  send: () => Promise<{ status: number; body: { id?: string } }>,
) =>
  Promise.all(
    Array.from({ length: count }, async (_, nth) => {
      await sleep(nth * gapMs);
      for (;;) {
        const { status, body } = await send();
        if (status !== 503) return `${status} ${body.id}`;
      }
    }),
  );

test.each([
  ['thirty at once', 30, 0, 0],
  ['a double click', 2, 0, 0],
  ['three, 5 ms apart', 3, 5, 0],
  ['five, 20 ms apart, while the gateway is slow', 5, 20, 150],
])('one key of a subscription charges the card once: %s', async (_, count, gapMs, gatewayMs) => {
  pay.between.cardGateway = slowly(gatewayMs);
  for (let player = 0; player < 4; player += 1) {
    const who = await subscriber();
    const before = await pay.booked();
    const answers = await copies(count, gapMs, () => at.subscribe(who, {}, 'k'));
    expect(new Set(answers).size, answers.join()).toBe(1);
    expect(answers[0]).toMatch(/^201 /);
    expect([await pay.statuses(who), await subscriptionsOf(who)]).toEqual([['settled'], 1]);
    expect([(await pay.booked()) - before, await at.money(who)]).toEqual([firstCharge, 0]);
    expect([await pay.limitUsed(who), await staked(who)]).toEqual([
      [firstCharge, firstCharge, firstCharge],
      firstCharge,
    ]);
  }
});

test('copies of a purchase whose card is declined share one answer, and the key is free again', async () => {
  pay.between.cardGateway = slowly(1_000);
  const who = await pay.withKept('01', '51', 'subscription');
  const send = async () => {
    const { status, body } = await at.subscribe(who, {}, 'k');
    return { status, body: { id: (body as { code?: string }).code ?? '' } };
  };
  const answers = await copies(3, 10, send);
  expect(new Set(answers)).toEqual(new Set(['400 EC_CC_DECLINED']));
  expect(await pay.statuses(who)).toEqual(['failed EC_CC_DECLINED']);
  await send();
  expect(await pay.statuses(who)).toEqual(['failed EC_CC_DECLINED', 'failed EC_CC_DECLINED']);
  expect([await pay.limitUsed(who), await staked(who)]).toEqual([[0, 0, 0], 0]);
});

test('on two sessions of a player a key is one key', async () => {
  pay.between.cardGateway = slowly(50);
  const who = await subscriber();
  const { rows } = await own.pool.query(
    `INSERT INTO sessions SELECT (jsonb_populate_record(s, jsonb_build_object('token_hash',
       '\\x' || encode(sha256('second'), 'hex')))).* FROM sessions s WHERE player_id = $1 RETURNING 1`,
    [who.playerId],
  );
  expect(rows).toHaveLength(1);
  const second = { ...who, cookie: who.cookie.replace(/=.*/, '=second') };
  const [one, other] = await Promise.all([at.subscribe(who, {}, 'k'), at.subscribe(second, {}, 'k')]);
  expect([one.status, other.status, other.body.id]).toEqual([201, 201, one.body.id]);
  expect(await pay.statuses(who)).toEqual(['settled']);
});

test('a key in flight with another wager is refused, and charges nothing', async () => {
  pay.between.cardGateway = slowly(200);
  const who = await subscriber();
  const other = { rows: [{ numbers: [1, 2, 3, 4, 5] }] };
  const [first, second] = await Promise.all([
    at.subscribe(who, {}, 'k'),
    sleep(60).then(() => at.subscribe(who, other, 'k')),
  ]);
  expect([first.status, second.body]).toEqual([201, expect.objectContaining({ code: 'EC_DUPLICATE_VALUE' })]);
  expect(await pay.statuses(who)).toEqual(['settled']);
  expect((await at.subscribe(who, other, 'k')).body).toMatchObject({ code: 'EC_DUPLICATE_VALUE' });
  expect(await pay.statuses(who)).toEqual(['settled']);
});

test('a charge whose purchase turns out to be a replay is given back at once', async () => {
  const who = await subscriber();
  const before = await pay.booked();
  const gatewayCalled = Promise.withResolvers<void>();
  const gatewayAnswer = Promise.withResolvers<void>();
  pay.between.cardGateway = {
    pay: async (ask, payment) => {
      gatewayCalled.resolve();
      await gatewayAnswer.promise;
      return ask(payment);
    },
  };
  const first = at.subscribe(who, {}, 'k');
  await gatewayCalled.promise;
  // Meanwhile the balance covers it, and a copy buys from there.
  await transaction(own.db, (tx) => topUpWallets(tx, [who.playerId], firstCharge));
  const second = await at.subscribe(who, {}, 'k');
  gatewayAnswer.resolve();
  expect([second.status, (await first).body.id]).toEqual([201, second.body.id]);
  expect(await pay.statuses(who)).toEqual(['reversed']);
  expect([await pay.booked(), await at.money(who), await subscriptionsOf(who)]).toEqual([before, 0, 1]);
  expect([await pay.limitUsed(who), await staked(who)]).toEqual([[0, 0, 0], firstCharge]);
});

test.each([
  ['a lock', `locked_until = domain_now() + interval '1 day'`, 'EC_ACTION_NOT_ALLOWED'],
  ['a lower limit', 'stake_limit_day = 599', 'EC_PLAYER_SALES_LIMIT'],
  ['the end of the certificate', 'certificate_expires = domain_now()::date - 1', 'EC_ELOGIN_AUTH_REQUIRED'],
])('a purchase that %s refuses after the card has paid is given back at once', async (_, change, code) => {
  const who = await subscriber();
  const before = await pay.booked();
  pay.between.cardGateway = {
    pay: async (ask, payment) => {
      const answer = await ask(payment);
      await pay.set(who, change);
      return answer;
    },
  };
  expect((await at.subscribe(who, {}, 'k')).body).toMatchObject({ code });
  expect(await pay.statuses(who)).toEqual(['reversed']);
  expect([await pay.booked(), await at.money(who), await subscriptionsOf(who)]).toEqual([before, 0, 0]);
  expect([await pay.limitUsed(who), await staked(who)]).toEqual([[0, 0, 0], 0]);
});

test('what cannot be given back yet stays counted; the worker gives it back', async () => {
  const who = await subscriber();
  const before = await pay.booked();
  pay.between.cardGateway = {
    pay: async (ask, payment) => {
      const answer = await ask(payment);
      await pay.set(who, 'stake_limit_day = 599');
      return answer;
    },
    reverse: async () => 'unknown',
  };
  await at.subscribe(who, {}, 'k');
  expect([await pay.statuses(who), await staked(who)]).toEqual([['unknown'], firstCharge]);
  await pay.set(who, 'stake_limit_day = 100000');
  expect((await at.subscribe(who, {}, 'k')).body).toMatchObject({ code: 'EC_CC_ERROR' });
  pay.between.cardGateway = {};
  await pay.pass(60);
  expect([await pay.statuses(who), await pay.booked()]).toEqual([['reversed'], before]);
  expect((await at.subscribe(who, {}, 'k')).status).toBe(201);
  expect(await pay.statuses(who)).toEqual(['reversed', 'settled']);
});

/** The process dies where the purchase is about to be written: the card has paid. */
async function dyingBeforeTheWrite(who: TestPlayer): Promise<void> {
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
  expect((await at.subscribe(who, {}, 'k')).status).toBe(500);
  await own.adminPool.query('DROP TRIGGER killed ON subscriptions; DROP FUNCTION kill()');
  pay.between.cardGateway = {};
  expect(await pay.statuses(who)).toEqual(['paid']);
}

test('after a death between charge and purchase the same key buys with what was charged', async () => {
  const who = await subscriber();
  await dyingBeforeTheWrite(who);
  expect((await at.subscribe(who, {}, 'k')).status).toBe(201);
  expect([await pay.statuses(who), await flagsOf(who), await at.money(who)]).toEqual([
    ['settled'],
    [null],
    0,
  ]);
  expect(await staked(who)).toBe(firstCharge);
});

test('after a death without a repeat the money is in the balance, flagged and told', async () => {
  const who = await subscriber();
  await own.pool.query('UPDATE players SET mailbox = true, demo = false WHERE player_id = $1', [
    who.playerId,
  ]);
  await dyingBeforeTheWrite(who);
  await pay.pass(180);
  expect([await pay.statuses(who), await flagsOf(who)]).toEqual([['settled'], ['unused']]);
  expect([await at.money(who), await staked(who)]).toEqual([firstCharge, 0]);
  const { rows } = await own.pool.query('SELECT kind FROM notices WHERE player_id = $1', [who.playerId]);
  expect(rows).toContainEqual({ kind: 'deposit' });
  // The same key then buys from the balance.
  expect((await at.subscribe(who, {}, 'k')).status).toBe(201);
  expect([await pay.statuses(who), await at.money(who)]).toEqual([['settled'], 0]);
});

test('the name of a charge outside follows from player, call and key', async () => {
  const names: string[] = [];
  pay.between.cardGateway = {
    pay: async (ask, payment) => {
      names.push(payment.correlationId);
      return ask(payment);
    },
  };
  const [who, another] = [await subscriber(), await subscriber()];
  for (const each of [who, who, another]) await at.subscribe(each, {}, 'k');
  expect(new Set(names).size).toBe(2);
  const { rows } = await own.pool.query('SELECT reference FROM payments WHERE player_id = $1', [
    who.playerId,
  ]);
  expect(rows).toEqual([{ reference: 'buy k 1' }]);
});

test('without a key each request is processed once', async () => {
  const who = await subscriber();
  expect((await at.subscribe(who)).status).toBe(201);
  expect((await at.subscribe(who)).status).toBe(201);
  expect([await pay.statuses(who), await subscriptionsOf(who)]).toEqual([['settled', 'settled'], 2]);
});

test('a monthly charge that the balance has paid meanwhile is not asked of the card', async () => {
  const card = createChargeCard(pay.parts);
  const who = await subscriber();
  const charge = { playerId: who.playerId, amount: 600, reference: `${newId()} 2027` };
  expect(await card({ ...charge, isNeeded: async () => false })).toEqual({ isNeeded: false });
  expect(await pay.statuses(who)).toEqual([]);
});

/** A second charge as the books of a year would hold it: booked, credited, counted, and for nothing. */
const secondCharge = `
  WITH charge AS (
    INSERT INTO payments (player_id, payment_id, kind, amount, asked_at, reference, virtual_card, card_brand,
      card_last4, status, changed_at, request_id, sent_at, counted_on)
    SELECT player_id, gen_random_uuid(), kind, amount, asked_at, gen_random_uuid(), virtual_card, card_brand,
      card_last4, 'paying', changed_at, gen_random_uuid(), sent_at, counted_on
    FROM payments WHERE kind = 'subscriptionCharge' AND status = 'settled' AND flag IS NULL LIMIT 1
    RETURNING *
  ), counted AS (
    UPDATE deposit_limits d SET deposited_day = deposited_day + amount,
      deposited_week = deposited_week + amount, deposited_month = deposited_month + amount
    FROM charge c WHERE d.player_id = c.player_id
  )
  SELECT payment_id AS id, player_id AS "playerId", amount FROM charge`;

test('a second charge that both books have makes ledger check red, unless it is flagged', async () => {
  const { rows } = await own.pool.query(secondCharge);
  const [{ id, playerId, amount }] = rows;
  await own.pool.query(
    `SELECT credit_wallet($1, ledger_account('card_gateway', NULL, NULL, NULL, NULL), 'subscription_deposit',
       $2, $3, domain_now())`,
    [playerId, amount, id],
  );
  await own.pool.query(`UPDATE payments SET status = 'paid' WHERE payment_id = $1`, [id]);
  await own.pool.query(`UPDATE payments SET status = 'settled' WHERE payment_id = $1`, [id]);
  expect(await checkLedger(own.db)).toMatchObject({ ok: false, broken: { invariant: 'card charges' } });
  // Not even where it names the movement that another charge paid for.
  await own.pool.query(
    `UPDATE payments SET paid_transfer_id = (SELECT max(paid_transfer_id) FROM payments WHERE player_id = $2)
     WHERE payment_id = $1`,
    [id, playerId],
  );
  expect(await checkLedger(own.db)).toMatchObject({ ok: false, broken: { invariant: 'card charges' } });
  await own.pool.query(`UPDATE payments SET paid_transfer_id = NULL, flag = 'unused' WHERE payment_id = $1`, [
    id,
  ]);
  expect(await checkLedger(own.db)).toEqual({ ok: true });
});
