/** Chargebacks of whole deposits and parts of them, and disputes that were won. */
import { describe, expect, test } from 'vitest';
import { command as chargeback } from '#operator/payments-chargeback.ts';
import { command as chargebackWon } from '#operator/payments-chargeback-won.ts';
import { reconcileDay } from '#server/payments/reconcile/reconcile.ts';
import { bookSteps } from '#test/harness/books.ts';
import { get } from '#test/harness/client.ts';
import type { TestDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { type PaymentFixture, paymentSuite } from '#test/harness/payments.ts';
import type { TestPlayer } from '#test/harness/sale.ts';
import { spellingsOf } from '#test/harness/spellings.ts';

let own: TestDatabase;
let at: PaymentFixture;
paymentSuite((database, fixture) => {
  own = database;
  at = fixture;
});
const { player, deposited, today, check, run } = bookSteps(() => ({ own, at }));

describe('a chargeback', () => {
  const debtShown = async (who: TestPlayer) =>
    (await get<{ debt: number }>(at.app, '/user/account/details', who.cookie)).body.debt;
  const post = async (id: string, amount?: number) => {
    const options = amount === undefined ? {} : { amount: String(amount) };
    await run(chargeback, [id], { options });
    return (await run(chargeback, [id], { actor: 'jón', options })).json;
  };
  const walletOf = async (who: TestPlayer) => {
    const { rows } = await own.pool.query('SELECT balance, debt FROM wallets WHERE player_id = $1', [
      who.playerId,
    ]);
    return rows[0];
  };

  test('by two persons takes from the balance, the rest is debt, and stops the card', async () => {
    const { who, id } = await deposited(5_000);
    expect((await at.withdraw(who, 4_000)).status).toBe(204);
    await at.pass(60);
    expect((await run(chargeback, [id])).json).toMatchObject({ step: 'entered' });
    for (const actor of spellingsOf('gunna'))
      await expect(run(chargeback, [id], { actor })).rejects.toMatchObject({
        code: 'EC_ACTION_NOT_ALLOWED',
      });
    expect((await run(chargeback, [id], { actor: 'jón' })).json).toMatchObject({
      step: 'posted',
      fromWallet: 1_000,
    });
    expect((await run(chargeback, [id], { actor: 'jón' })).json).toMatchObject({ step: 'known' });
    const { rows } = await own.pool.query('SELECT balance, debt FROM wallets WHERE player_id = $1', [
      who.playerId,
    ]);
    expect(rows[0]).toEqual({ balance: 0, debt: 4_000 });
    expect((await at.deposit(who, 500)).body.code).toBe('EC_CREDITCARD_MISSING');
    const { body } = await get<{ transactions: { amount: number; payment?: { status: string } }[] }>(
      at.app,
      '/user/transactions/1?transactionType=deposit',
      who.cookie,
    );
    expect(body.transactions.map(({ amount, payment }) => [amount, payment?.status])).toEqual([
      [-1_000, 'chargedBack'],
      [5_000, 'chargedBack'],
    ]);
    await at.withCard(who, at.newCard());
    await deposited(6_000, who);
    expect(await at.balance(who)).toBe(2_000);
  });

  test('of a part takes the part, and never more than is left', async () => {
    const { who, id } = await deposited(2_000);
    expect(await post(id, 500)).toMatchObject({
      step: 'posted',
      amount: 500,
      fromWallet: 500,
      heldBack: 500,
    });
    expect(await at.balance(who)).toBe(1_500);
    await expect(run(chargeback, [id], { options: { amount: '1501' } })).rejects.toMatchObject({
      code: 'EC_ACTION_NOT_ALLOWED',
    });
    expect((await run(chargeback, [id], { options: { amount: '700' } })).json).toMatchObject({
      step: 'entered',
    });
    // Another amount is another entry, which the first person may not confirm either.
    const other = await run(chargeback, [id], { actor: 'jón', options: { amount: '1500' } });
    expect(other.json).toMatchObject({ step: 'entered', amount: 1_500 });
    await expect(run(chargeback, [id], { actor: 'Jón', options: { amount: '1500' } })).rejects.toMatchObject({
      code: 'EC_ACTION_NOT_ALLOWED',
    });
    expect((await run(chargeback, [id])).json).toMatchObject({
      step: 'posted',
      amount: 1_500,
      heldBack: 2_000,
    });
    expect((await run(chargeback, [id])).json).toMatchObject({ step: 'known' });
    expect(await at.balance(who)).toBe(0);
  });

  test('that is won comes back by two persons, pays the debt first, and frees the card', async () => {
    const { who, id } = await deposited(5_000);
    expect((await at.withdraw(who, 4_000)).status).toBe(204);
    await at.pass(60);
    await expect(run(chargebackWon, [id])).rejects.toMatchObject({ code: 'EC_ACTION_NOT_ALLOWED' });
    await post(id);
    expect(await walletOf(who)).toEqual({ balance: 0, debt: 4_000 });
    expect((await run(chargebackWon, [id], { options: { amount: '1500' } })).json).toMatchObject({
      step: 'entered',
    });
    await expect(
      run(chargebackWon, [id], { actor: 'Gunna', options: { amount: '1500' } }),
    ).rejects.toMatchObject({ code: 'EC_ACTION_NOT_ALLOWED' });
    await run(chargebackWon, [id], { actor: 'jón', options: { amount: '1500' } });
    expect(await walletOf(who)).toEqual({ balance: 0, debt: 2_500 });
    expect((await at.deposit(who, 500)).body.code).toBe('EC_CREDITCARD_MISSING');
    await run(chargebackWon, [id]);
    expect((await run(chargebackWon, [id], { actor: 'jón' })).json).toMatchObject({ heldBack: 0 });
    expect(await walletOf(who)).toEqual({ balance: 1_000, debt: 0 });
    expect((await run(chargebackWon, [id])).json).toMatchObject({ step: 'known' });
    await deposited(700, who);
    const { body } = await get<{ transactions: { amount: number; cause?: string }[] }>(
      at.app,
      '/user/transactions/1?transactionType=deposit',
      who.cookie,
    );
    expect(body.transactions.map(({ amount, cause }) => [amount, cause])).toEqual([
      [700, undefined],
      [-2_500, 'debtPayment'],
      [3_500, 'chargebackReturned'],
      [-1_500, 'debtPayment'],
      [1_500, 'chargebackReturned'],
      [-1_000, undefined],
      [5_000, undefined],
    ]);
    expect(await debtShown(who)).toBe(0);
  });

  test('leaves a debt that a cancelled ticket pays, and the account shows', async () => {
    const { who, id } = await deposited(3_000);
    const draws = drawFixture(own);
    await draws.open();
    const rows = [[1, 2, 3, 4, 5]];
    const { ticketId } = await draws.buy({ playerId: who.playerId, rows, drawCount: 2 });
    await draws.buy({ playerId: who.playerId, rows });
    await post(id);
    expect(await walletOf(who)).toEqual({ balance: 0, debt: 450 });
    expect(await debtShown(who)).toBe(450);
    await own.pool.query(`SELECT cancel_ticket($1, $2, NULL, NULL, '')`, [who.playerId, ticketId]);
    expect(await walletOf(who)).toEqual({ balance: 0, debt: 150 });
  });

  test('and its reversal are the same in all books in each state', async () => {
    const { who, id } = await deposited(2_000);
    const other = async () => (await check()).differences.filter(({ paymentId }) => paymentId === uuid);
    const { rows } = await own.pool.query(
      'SELECT payment_id AS uuid, request_id AS "requestId" FROM payments WHERE player_id = $1',
      [who.playerId],
    );
    const { uuid, requestId: correlationId } = rows[0];
    const bank = (wish: object) => at.gateway.control(wish);
    expect(await other()).toEqual([]);
    await bank({ chargeback: { correlationId, amount: 50_000 } });
    expect(await other()).toMatchObject([{ what: 'onlyThere', ours: 0, theirs: -500 }]);
    await post(id, 500);
    expect(await other()).toEqual([]);
    await bank({ chargeback: { correlationId, amount: 30_000 } });
    expect(await other()).toMatchObject([{ what: 'onlyThere', ours: -500, theirs: -800 }]);
    await post(id, 300);
    expect(await other()).toEqual([]);
    await bank({ chargebackReversal: { correlationId, amount: 50_000 } });
    expect(await other()).toMatchObject([{ what: 'onlyThere', ours: -800, theirs: -300 }]);
    await run(chargebackWon, [id], { options: { amount: '500' } });
    await run(chargebackWon, [id], { actor: 'jón', options: { amount: '500' } });
    expect(await other()).toEqual([]);
  });

  test('that the bank never made is told after seven days, with an alarm', async () => {
    const { who, id } = await deposited(2_001);
    const posted = await today();
    await post(id);
    const compare = (days: number) => {
      const day = new Date(Date.parse(`${posted}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
      return reconcileDay(at.parts, day, 'prófun');
    };
    const { rows } = await own.pool.query('SELECT payment_id AS id FROM payments WHERE player_id = $1', [
      who.playerId,
    ]);
    const ofIt = async (days: number) =>
      (await compare(days)).differences.filter(({ paymentId }) => paymentId === rows[0].id);
    expect(await ofIt(0)).toEqual([]);
    expect(await ofIt(6)).toEqual([]);
    expect(await ofIt(7)).toMatchObject([{ what: 'onlyHere', ours: -2_001, theirs: 0 }]);
    const alarms = await own.pool.query(`SELECT message FROM alarms WHERE kind = 'bookGap'`);
    expect(alarms.rows.length).toBeGreaterThan(0);
  });

  test('of what was never paid, or is nothing, is refused', async () => {
    const who = await player();
    const { body } = await at.deposit(who, 500);
    await expect(run(chargeback, [body.verificationId])).rejects.toMatchObject({
      code: 'EC_ACTION_NOT_ALLOWED',
    });
    await expect(run(chargeback, ['ekkert'])).rejects.toMatchObject({ code: 'EC_NO_DATA_FOUND' });
  });
});
