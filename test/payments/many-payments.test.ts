/** The rows that a payment reads do not grow with the player's earlier payments. */

import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readLimits } from '#server/limits/limits.ts';
import { beginDeposit } from '#server/payments/deposits/begin.ts';
import { createChargeCard } from '#server/payments/subscription-charge.ts';
import { withdraw } from '#server/payments/withdrawals/withdraw.ts';
import { type Db, openDatabase } from '#server/platform/database.ts';
import type { CallContext, Caller } from '#server/platform/handler.ts';
import type { TestDatabase } from '#test/harness/database.ts';
import { type PaymentFixture, paymentSuite } from '#test/harness/payments.ts';
import type { TestPlayer } from '#test/harness/sale.ts';

let own: TestDatabase;
let at: PaymentFixture;
let who: TestPlayer;
paymentSuite(async (database, fixture) => {
  own = database;
  at = fixture;
  who = await at.withKept('01', '00');
  await own.pool.query(
    `INSERT INTO saved_cards (player_id, purpose, brand, last4, expires, virtual_card)
     SELECT player_id, 'subscription', brand, last4, expires, '00000000-0000-4000-8000-000001000001'
     FROM saved_cards WHERE player_id = $1`,
    [who.playerId],
  );
  await own.pool.query(
    `INSERT INTO payments (player_id, payment_id, kind, amount, asked_at, virtual_card, status, changed_at,
       request_id)
     SELECT $1, gen_random_uuid(), 'cardDeposit', 1000, at - nth * interval '1 hour', gen_random_uuid(),
       'waiting',
       at, gen_random_uuid()
     FROM (SELECT domain_now() - interval '40 days' AS at) moment, generate_series(1, ${earlier}) nth`,
    [who.playerId],
  );
  await own.pool.query(`UPDATE payments SET status = 'failed' WHERE player_id = $1`, [who.playerId]);
  await own.adminPool.query('VACUUM ANALYZE payments');
});

const earlier = 5_000;
/** Rows and index entries. */
const readMost = 300;

/** Rows and index entries of payments that `work` reads, on connections of its own. */
async function readBy(work: (db: Db) => Promise<unknown>): Promise<number> {
  const before = await totalRead();
  const alone = openDatabase(`${own.url}?application_name=counted`, 'worker', { max: 2 });
  await work(alone.db).finally(() => alone.close());
  return (await totalRead()) - before;
}

/** PostgreSQL counts the reads of a connection at its end at the latest. */
async function totalRead(): Promise<number> {
  const counted = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'counted'`;
  await expect.poll(async () => (await own.adminPool.query(counted)).rowCount).toBe(0);
  const { rows } = await own.adminPool.query(`
    SELECT ((SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_user_tables
        WHERE relname = 'payments')
      + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'payments'))::bigint AS read`);
  return Number(rows[0].read);
}

function context(): CallContext & { caller: Caller } {
  const tokenHash = hash('sha256', who.cookie.replace(/^[^=]*=/, ''), 'buffer');
  const rest = { ip: '', locale: 'is', browser: () => null, bindBrowser() {}, device: () => null } as const;
  return {
    ...rest,
    caller: { playerId: who.playerId, tokenHash },
    key: 'k',
    inputHash: '00',
    markReplay() {},
  };
}

test('a deposit, limits, a card charge and a withdrawal read little of five thousand payments', async () => {
  const body = { amount: 1_000, reentryUrl: '/' };
  expect(
    await readBy((db) => beginDeposit({ ...at.parts, db }, 'deposit', { body }, context())),
  ).toBeLessThan(readMost);
  expect(await readBy((db) => readLimits(db, who.playerId))).toBeLessThan(readMost);
  const charge = { playerId: who.playerId, amount: 600, reference: 'a', isNeeded: async () => true };
  expect(
    await readBy((db) =>
      createChargeCard({ ...at.parts, db })({
        ...charge,
        madeBy: { call: 'buy', key: 'k', inputHash: '00' },
      }),
    ),
  ).toBeLessThan(readMost);
  const ordered = (db: Db) =>
    withdraw(db, { body: { amount: 1_000 }, params: undefined, query: undefined }, context());
  await at.setPlayer(who, `bank_account = '0133-26-012345', bank_account_since = '-infinity'`);
  expect(
    await readBy((db) => expect(ordered(db)).rejects.toMatchObject({ code: 'EC_BALANCE_TOO_LOW' })),
  ).toBeLessThan(readMost);
});
