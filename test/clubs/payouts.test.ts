/** Clubs are paid by two persons through the bank: once, and owed again when the bank refuses. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Bank } from '#integrations/bank/face.ts';
import { contributionDeadline } from '#server/clubs/book-weeks.ts';
import { clubWeeks, contributionWeekOf } from '#server/clubs/weeks.ts';
import { drawByNumber } from '#server/draws/draw.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { clubPayoutDeadline } from '#server/payments/clubs/payouts.ts';
import type { PaymentParts } from '#server/payments/parts.ts';
import { reconcileDay } from '#server/payments/reconcile/reconcile.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { createLog } from '#server/platform/log.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { killedAt } from '#test/harness/killed.ts';
import { typed } from '#test/harness/operating.ts';
import { type PaymentSandboxes, paymentSandboxes } from '#test/harness/payment-sandboxes.ts';
import { addPlayers } from '#test/harness/sale.ts';
import { closeAndSeal, openProgram } from '#test/pools/programs.ts';
import { finish, seller } from './supported.ts';

vi.setConfig({ testTimeout: 120_000 });

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let sandboxes: PaymentSandboxes;
let parts: PaymentParts;
/** Clubs with 1,300 kr. each. */
const clubs = [11, 12, 13, 14];
/** The secrets lie in the folder that all tests share. */
let dataDir: string;
const club = async (...words: string[]) => {
  const { status, stdout } = await typed(own, ['club', ...words, '--json'], { DATA_DIR: dataDir });
  return { status, answer: JSON.parse(stdout || '{}') as Record<string, unknown> };
};
const refusal = async (said: ReturnType<typeof club>) =>
  ((await said).answer['error'] as { code: string } | undefined)?.code;

beforeAll(async () => {
  own = await testDatabase();
  ({ dataDir } = own.config);
  at = drawFixture(own);
  for (const number of clubs) await club('add', `${number}`, `Félag ${number}`, '--as', 'gunna');
  const draw = await openProgram(own, { number: 1 });
  const [buyer] = await addPlayers(own, 1, 100_000);
  for (const number of clubs)
    await seller(own)({ draw, playerId: buyer?.playerId ?? 0, club: number, rows: 1_000 });
  await closeAndSeal(own, draw);
  await finish(own, draw);
  await setClock(own.db, new Date('2026-11-23T08:00:00Z'));
  await contributionDeadline().run(own.db);
  const now = await databaseNow(own.db);
  sandboxes = await paymentSandboxes(() => now);
  const others = { bookings: async () => [] };
  const bank: Bank = sandboxes.bank();
  parts = {
    db: own.db,
    log: createLog('test', 2, 'silent'),
    bank,
    cardGateway: others,
    aur: others,
  } as never;
});
afterAll(async () => {
  sandboxes.stop();
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const asked = () => clubPayoutDeadline(parts).run(own.db);
const later = async () => {
  await setClock(own.db, new Date((await databaseNow(own.db)).getTime() + 3_600_000));
  return asked();
};
async function name(number: number, account: string) {
  for (const person of ['gunna', 'jonas'])
    await club('bank', `${number}`, '--account', account, '--owner', '470169-1149', '--as', person);
}
const pay = (number: number, person: string) => club('pay', `${number}`, '--as', person);
const shown = async (number: number) =>
  (await club('show', `${number}`)).answer as { owed: number; payouts: { status: string; amount: number }[] };

test('an account holds once two persons entered it', async () => {
  expect(await refusal(pay(11, 'gunna'))).toBe('EC_BANK_INFO_MISSING');
  const enter = (account: string, person: string) =>
    club('bank', '11', '--account', account, '--owner', '4701691149', '--as', person);
  expect((await enter('0133-26-007000', 'gunna')).answer).toMatchObject({ confirmed: false });
  expect((await enter('0133-26-007000', 'Gunna ')).answer).toMatchObject({ confirmed: false });
  expect((await enter('0133-26-007001', 'jonas')).answer).toMatchObject({ confirmed: false });
  expect((await enter('0133-26-007001', 'gunna')).answer).toMatchObject({ confirmed: true });
  expect((await enter('0133-26-007001', 'gunna')).answer).toMatchObject({ confirmed: true });
  for (const words of [
    ['--account', '1', '--owner', '4701691149'],
    ['--account', '0133-26-007001', '--owner', '0101701149'],
  ])
    expect((await club('bank', '11', ...words, '--as', 'gunna')).status).toBe(2);
});

test('two persons pay, once, however often it is asked and killed', async () => {
  expect((await pay(11, 'gunna')).answer).toMatchObject({ amount: 1_300, status: 'proposed' });
  expect(await refusal(pay(11, 'GUNNA'))).toBe('EC_ACTION_NOT_ALLOWED');
  const both = await Promise.all([pay(11, 'jonas'), pay(11, 'sigga')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([0, 1]);
  for (let nth = 1; nth <= 12; nth += 1) {
    await killedAt(nth, nth % 2 ? 'after' : 'before', asked);
    // The pool may still hold the connection that was cut.
    await later().catch(later);
  }
  expect(await shown(11)).toMatchObject({ owed: 0, payouts: [{ status: 'settled', amount: 1_300 }] });
  const { drawId } = await drawByNumber(own.db, 'totoeng', 1);
  expect((await contributionWeekOf(own.db, drawId, 11)).paidAt).toBeInstanceOf(Date);
  expect((await contributionWeekOf(own.db, drawId, 12)).paidAt).toBeNull();
  expect(await refusal(pay(11, 'gunna'))).toBe('EC_NO_CHANGE');
});

test('the week of a club that is paid says so, and that of another club does not', async () => {
  const weekOf = async (clubId: string) =>
    (await clubWeeks(own.db, { params: { clubId }, query: { year: '2026' } })).weeks[0];
  expect(await weekOf('11')).toMatchObject({ amount: 1_300, isPaid: true });
  await name(14, '0133-26-007005');
  await pay(14, 'gunna');
  expect(await weekOf('14')).toMatchObject({ amount: 1_300, isPaid: false });
});

test('what the bank refuses is owed again', async () => {
  await name(12, '0133-26-333333');
  for (const person of ['gunna', 'jonas']) await pay(12, person);
  await asked();
  expect(await shown(12)).toMatchObject({
    owed: 1_300,
    payouts: [{ status: 'rejected', reason: 'ownerMismatch' }],
  });
  await name(12, '0133-26-007002');
  for (const person of ['gunna', 'jonas']) await pay(12, person);
  await asked();
  expect(await shown(12)).toMatchObject({
    owed: 0,
    payouts: [{ status: 'settled' }, { status: 'rejected' }],
  });
});

test('an account that changes between the two persons begins the payment anew', async () => {
  await name(13, '0133-26-007003');
  await pay(13, 'gunna');
  await name(13, '0133-26-007004');
  expect((await pay(13, 'jonas')).answer).toMatchObject({ status: 'proposed', account: '0133-26-007004' });
  expect((await pay(13, 'gunna')).answer).toMatchObject({ status: 'ordered' });
  expect(await refusal(pay(13, 'gunna'))).toBe('EC_ACTION_NOT_ALLOWED');
  await asked();
  expect(await shown(13)).toMatchObject({ owed: 0 });
});

test('the bank’s books of the day are the same, and a payment that it never booked is found', async () => {
  const day = (await databaseNow(own.db)).toISOString().slice(0, 10);
  const found = await reconcileDay(parts, day, 'gunna');
  expect(found).toMatchObject({ differences: [], complete: true });
  expect(found.compared).toBe(3);
  const bookings: Bank['bookings'] = async (of) => (await parts.bank.bookings(of))?.slice(1) ?? null;
  const without = { ...parts, bank: { ...parts.bank, bookings } };
  const { differences } = await reconcileDay(without, day, 'gunna');
  expect(differences).toMatchObject([{ party: 'bank', what: 'onlyHere', ours: 1_300, theirs: 0 }]);
});

test('the books show a payment of another amount, and one without an order', async () => {
  const change = (by: string) =>
    `UPDATE ledger_transfers SET amount = amount ${by} WHERE kind = 'club_payment'`;
  await at.tamper('ledger_transfers', change('- 1'));
  expect(await checkLedger(own.db)).toMatchObject({ ok: false, broken: { invariant: 'payouts of clubs' } });
  await at.tamper('ledger_transfers', change('+ 1'));
});
