/** Every kind of alarm, raised by its real cause, reaches the mailbox. */
import { expect, test } from 'vitest';
import type { Letter } from '#integrations/mail/face.ts';
import { alarmDeadlines } from '#server/alarms/deliver.ts';
import { alarmByMail } from '#server/alarms/senders.ts';
import { raiseDrawAlarm } from '#server/draws/halt.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { reportScripts } from '#server/http/scripts.ts';
import { noteFlag } from '#server/payments/flag.ts';
import { reconcileDay } from '#server/payments/reconcile/reconcile.ts';
import { transaction } from '#server/platform/database.ts';
import { databaseNow, runDue } from '#server/platform/deadlines.ts';
import type { TestDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { type PaymentFixture, paymentSuite } from '#test/harness/payments.ts';

let own: TestDatabase;
let at: PaymentFixture;
paymentSuite((database, fixture) => {
  own = database;
  at = fixture;
});

/** The kinds of alarms that were mailed for the first time. */
async function mailed(): Promise<string[]> {
  const letters: Letter[] = [];
  const mail = { send: async (letter: Letter) => void letters.push(letter) };
  const email = alarmByMail(mail, 'oncall@hending.example', 'https://hending.example');
  await runDue(own.db, alarmDeadlines(own.pool, { email }));
  const first = letters.filter(({ id }) => id.endsWith('-1'));
  return first.map(({ subject }) => subject.split(' ')[2] ?? '').toSorted();
}

const today = async () => (await databaseNow(own.db)).toISOString().slice(0, 10);
const reconcile = async () => reconcileDay(at.parts, await today(), 'prófun');

test('books that differ, and books that are not shown', async () => {
  at.between.cardGateway = {
    bookings: async () => [
      { correlationId: crypto.randomUUID(), transactionId: 'x', amount: 700, at: at.now() },
    ],
  };
  await reconcile();
  expect(await mailed()).toEqual(['bookGap']);
  at.between.cardGateway = { bookings: async () => null };
  await reconcile();
  expect(await mailed()).toEqual(['silentBooks']);
});

test('a payment that is flagged, one that the bank does not settle, one without an answer', async () => {
  const who = await at.player();
  const payment = { playerId: who.playerId, paymentId: crypto.randomUUID() };
  await transaction(own.db, (tx) => noteFlag(tx, payment, 'aboveLimit'));
  expect(await mailed()).toEqual(['flaggedPayment']);
  await transaction(own.db, (tx) => noteFlag(tx, payment, 'stuck'));
  await transaction(own.db, (tx) => noteFlag(tx, payment, 'noAnswer'));
  expect(await mailed()).toEqual(['lateOrder', 'unansweredPayment']);
});

test('scripts that are not those of the build, once for each change', async () => {
  const report = reportScripts(own.db);
  await report({ differing: ['/a.js'], digest: 'a'.repeat(64) });
  await report({ differing: ['/a.js'], digest: 'a'.repeat(64) });
  expect(await mailed()).toEqual(['scriptsChanged']);
  await report({ differing: ['/a.js'], digest: 'b'.repeat(64) });
  expect(await mailed()).toEqual(['scriptsChanged']);
});

test('engines that differ, a seal that was altered, a draw that stops, a result that is odd', async () => {
  const draws = drawFixture(own);
  const draw = await draws.open();
  const playerId = await draws.player(1_000);
  await draws.buy({ playerId, rows: [[1, 2, 3, 4, 5]] });
  await draws.seal(draw);
  await draws.result(draw.drawId, [1, 2, 3, 4, 45], 6);
  await draws.tamper('coupons', 'UPDATE coupons SET stake = stake + 150');
  await expect(settleDraw(own.db, own.config, draw.drawId)).rejects.toThrow(/stakes differ/);
  await draws.tamper('coupons', 'UPDATE coupons SET stake = stake - 150');
  expect(await mailed()).toEqual(['engineDifference']);
  await draws.tamper('seals', `UPDATE seals SET sealed_at = sealed_at - interval '1 hour'`);
  await expect(settleDraw(own.db, own.config, draw.drawId)).rejects.toThrow(/not as our key signed it/);
  await draws.tamper('seals', `UPDATE seals SET sealed_at = sealed_at + interval '1 hour'`);
  expect(await mailed()).toEqual(['brokenSeal']);
  await raiseDrawAlarm(own.db, draw.drawId, 'money_differs', 'The money differs.', {}, true);
  await raiseDrawAlarm(own.db, draw.drawId, 'result_seen_before', 'Seen before.', {}, false);
  expect(await mailed()).toEqual(['doubtfulResult', 'stoppedDraw']);
});
