/** All money that comes into a balance pays debt first. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelDraw } from '#server/draws/cancel.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { topUpWallets } from '#server/ledger/sandbox-money.ts';
import { listTransactions } from '#server/ledger/transaction-list.ts';
import { transaction } from '#server/platform/database.ts';
import { newId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
beforeAll(async () => {
  own = await testDatabase();
  at = drawFixture(own);
  await at.open();
});
afterAll(() => own.close());

const wallet = async (playerId: number) => {
  const { rows } = await own.pool.query('SELECT balance, debt FROM wallets WHERE player_id = $1', [playerId]);
  return rows[0] as { balance: number; debt: number };
};
/** Debits more than the balance by a correction, as a chargeback does. */
const owe = (playerId: number, amount: number) =>
  own.pool.query(
    `SELECT debit_wallet($1, ledger_account('prize_reserve', NULL, NULL, 'lotto', NULL), 'correction', $2,
       NULL, domain_now(), true)`,
    [playerId, amount],
  );
const debtor = async (debt: number) => {
  const playerId = await at.player(0);
  await owe(playerId, debt);
  return playerId;
};
const chain = async (playerId: number) => {
  const { rows } = await own.pool.query(
    `SELECT kind, wallet_after - wallet_before AS moved, wallet_after AS after FROM ledger_transfers
     WHERE player_id = $1 AND wallet_after IS NOT NULL ORDER BY at, transfer_id`,
    [playerId],
  );
  return rows as { kind: string; moved: number; after: number }[];
};

test('a ticket that is cancelled, a draw that is cancelled, a prize, and money of the sandbox', async () => {
  const rows = [[1, 2, 3, 4, 5]];
  const cancels = await at.player(1_500);
  const { ticketId } = await at.buy({ playerId: cancels, rows });
  const laterPurchase = await at.buy({ playerId: cancels, rows });
  expect(laterPurchase.ticketId).not.toBe(ticketId);
  await owe(cancels, 4_200);
  expect(await wallet(cancels)).toEqual({ balance: 0, debt: 3_000 });
  await own.pool.query(`SELECT * FROM cancel_ticket($1, $2, NULL, NULL, '')`, [cancels, ticketId]);
  expect(await wallet(cancels)).toEqual({ balance: 0, debt: 2_850 });
  await transaction(own.db, (tx) => topUpWallets(tx, [cancels], 5_000));
  expect(await wallet(cancels)).toEqual({ balance: 2_150, debt: 0 });
  expect((await chain(cancels)).slice(-4)).toEqual([
    { kind: 'cancellation', moved: 150, after: 150 },
    { kind: 'debt_payment', moved: -150, after: 0 },
    { kind: 'sandbox_balance', moved: 5_000, after: 5_000 },
    { kind: 'debt_payment', moved: -2_850, after: 2_150 },
  ]);
  const { transactions } = await listTransactions(own.db, () => '', cancels, {
    params: { page: 1 },
    query: { locale: 'is' },
    body: undefined,
  });
  expect(transactions[0]).toMatchObject({ amount: -2_850, balanceAfter: 2_150, type: 'deposit' });

  const wins = await at.player(150);
  const prized = await at.buy({ playerId: wins, rows });
  expect(prized.couponIds).toHaveLength(1);
  await owe(wins, 500);
  const draw = await at.onSale();
  await at.seal(draw);
  await at.result(draw.drawId, [1, 2, 3, 40, 41], 6);
  await at.settle(draw.drawId);
  await payDraw(own.db, draw.drawId, 'sigga');
  const won = (await chain(wins)).find(({ kind }) => kind === 'winnings')?.moved ?? 0;
  expect(won).toBeGreaterThan(0);
  expect(await wallet(wins)).toEqual({ balance: Math.max(0, won - 500), debt: Math.max(0, 500 - won) });

  const next = await at.open();
  const refunded = await at.player(300);
  await at.buy({ playerId: refunded, rows: [...rows, [2, 3, 4, 5, 6]] }, next);
  await owe(refunded, 200);
  await cancelDraw(own.db, next.drawId, { actor: 'gunna', reason: 'test' });
  expect(await wallet(refunded)).toEqual({ balance: 100, debt: 0 });
  expect(await checkLedger(own.db)).toEqual({ ok: true });
});

test.each(['deposit', 'subscription_deposit', 'withdrawal_return', 'chargeback_return', 'correction'])(
  '%s from outside',
  async (kind) => {
    const playerId = await debtor(3_000);
    const credit = (amount: number) =>
      own.pool.query(
        `SELECT credit_wallet($1, ledger_account('card_gateway', NULL, NULL, NULL, NULL), $2, $3, $4,
           domain_now())`,
        [playerId, kind, amount, newId()],
      );
    await credit(1_000);
    expect(await wallet(playerId)).toEqual({ balance: 0, debt: 2_000 });
    await credit(5_000);
    expect(await wallet(playerId)).toEqual({ balance: 3_000, debt: 0 });
    expect((await chain(playerId)).map(({ after }) => after)).toEqual([1_000, 0, 5_000, 3_000]);
  },
);

test.each(['winnings', 'claim', 'raffle', 'draw_cancellation'])('%s of several coupons', async (kind) => {
  const playerId = await debtor(3_000);
  const three = Array.from({ length: 3 }, newId);
  await own.pool.query(
    `SELECT credit_coupons(ledger_account('winnings', NULL, 1, 'lotto', NULL), $1, 1, domain_now(),
       $2::bigint[], $3::uuid[], $3::uuid[], '{1000,1500,900}', '{0,0,0}')`,
    [kind, Array(3).fill(playerId), three],
  );
  expect(await wallet(playerId)).toEqual({ balance: 400, debt: 0 });
  expect((await chain(playerId)).map(({ after }) => after)).toEqual([1_000, 2_500, 3_400, 400]);
});

test('every kind of transfer that the ledger has, also one that a later change adds', async () => {
  const { rows } = await sql<{ kinds: string[] }>`
    SELECT array_agg(kind) AS kinds FROM pg_constraint,
      LATERAL unnest(string_to_array(regexp_replace(
        substring(pg_get_constraintdef(oid) FROM '[{](.*)[}]'), '\\s', '', 'g'), ',')) kind
    WHERE conname = 'ledger_transfers_kind_check'`.execute(own.db);
  const kinds = rows[0]?.kinds ?? [];
  expect(kinds).toContain('debt_payment');
  for (const kind of kinds) {
    const playerId = await debtor(700);
    // The least that any credit does: its transfer, and the balance.
    await own.pool.query(
      `INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount,
         wallet_before, wallet_after)
       SELECT player_id, domain_now(), $2, ledger_account('sandbox', NULL, NULL, NULL, NULL), account_id,
         1000, balance, balance + 1000
       FROM wallets WHERE player_id = $1`,
      [playerId, kind],
    );
    await own.pool.query('UPDATE wallets SET balance = balance + 1000 WHERE player_id = $1', [playerId]);
    expect([kind, await wallet(playerId)]).toEqual([kind, { balance: 300, debt: 0 }]);
  }
});
