/** Money by card into the balance: credited once, or not at all (must-hold 50 to 53). */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { type PaymentFixture, paymentFixture } from '#test/harness/payments.ts';

let own: TestDatabase;
let at: PaymentFixture;
beforeAll(async () => {
  own = await testDatabase();
  at = await paymentFixture(own);
});
afterAll(async () => {
  at.stop();
  await own.close();
});
afterEach(async () => expect(await checkLedger(own.db)).toEqual({ ok: true }));

test('a card is kept, and a deposit by it is in the balance when its holder has confirmed it', async () => {
  const who = await at.withCard(await at.player(), at.newCard('02'));
  const begun = await at.deposit(who, 5_000, 'key 1');
  expect(begun).toMatchObject({
    status: 200,
    body: { type3D: 'redirect', html: expect.stringContaining('<form') },
  });
  expect(await at.balance(who)).toBe(0);
  expect(await at.limitUsed(who)).toEqual([5_000, 5_000, 5_000]);
  expect(await at.comeBack(begun.body)).toMatchObject({ success: true });
  expect(await at.balance(who)).toBe(5_000);
  const again = await at.deposit(who, 5_000, 'key 1');
  expect(again.body).toEqual({ success: true, transactionId: begun.body.verificationId });
  expect(again.headers.get('Idempotent-Replay')).toBe('true');
  expect(await at.statuses(who)).toEqual(['settled']);
});
