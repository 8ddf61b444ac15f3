import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimPrizes, releasePrizes } from '#server/draws/claims/claim.ts';
import { confirmRaffle, enterRaffle } from '#server/draws/raffles/hold.ts';
import { payRaffle } from '#server/draws/raffles/pay.ts';
import { addPromotion } from '#server/draws/raffles/promotion.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { checkLedger, type LedgerCheck } from '#server/ledger/check.ts';
import { clubs } from '#server/ledger/club-invariants.ts';
import { sealedDays } from '#server/ledger/days/invariants.ts';
import { steps } from '#server/ledger/invariants.ts';
import { league } from '#server/ledger/league-invariants.ts';
import { creditWallet } from '#server/ledger/outside.ts';
import { syndicates } from '#server/ledger/syndicate-invariants.ts';
import { admit } from '#server/limits/eligibility.ts';
import { chargeBack } from '#server/payments/chargeback.ts';
import { insertPayment, movePayment } from '#server/payments/store.ts';
import { holdForBank } from '#server/payments/withdrawals/withdraw.ts';
import { transaction } from '#server/platform/database.ts';
import { encodeId, newId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { writeCoupons } from '#server/subscriptions/write-coupons.ts';
import { testApp } from '#test/harness/app.ts';
import { paidAsSmall, unbookedPayout } from '#test/harness/broken-claims.ts';
import { post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture, openLottoCarry } from '#test/harness/draws.ts';
import { addPlayers } from '#test/harness/sale.ts';

/** A book with a whole draw in it holds; each way of breaking it is found by its name (must-hold 46, 59). */

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
beforeAll(async () => {
  own = await testDatabase();
  at = drawFixture(own);
  await openLottoCarry(own.db, 5_000_000);
  await promise();
  const draw = await at.open();
  const playerId = await at.player(50_000);
  await at.buy({ playerId, rows: [[1, 2, 3, 10, 11]], joker: '01234', drawCount: 2 });
  const large = await at.buy({ playerId, rows: [[1, 2, 3, 10, 12]], joker: '01999' });
  await at.seal(draw);
  await at.result(draw.drawId, [1, 2, 3, 4, 5], 6, '01999');
  await at.settle(draw.drawId);
  await payDraw(own.db, draw.drawId, 'sigga');
  const number = encodeId(large.ticketId);
  await transaction(own.db, (tx) => claimPrizes(tx, number, 'gunna'));
  await own.pool.query(
    `UPDATE players SET bank_account = '0133-26-012345', bank_account_since = '-infinity'
     WHERE player_id = $1`,
    [playerId],
  );
  const [prize] = (await transaction(own.db, (tx) => releasePrizes(tx, number, 'jonas', 'bank'))).changed;
  const { rows } = await own.pool.query(`SELECT amount, status FROM payments WHERE kind = 'withdrawal'`);
  expect(rows).toEqual([{ amount: prize?.amount, status: 'held' }]);
  await holdRaffle(draw.drawId);
  await subscribe();
  await pay();
  expect(await checkLedger(own.db)).toEqual({ ok: true });
});

/** A raffle of one prize beside each draw. */
function promise(): Promise<void> {
  const words = { name: 'Happdrætti', text: 'Allir miðar eru með.' };
  const promotion = {
    ...{ id: 'prufa', game: 'lotto', from: '2020-01-01', until: '2099-01-01', condition: 'all' as const },
    ...{ prizes: [{ count: 1, amount: 5000 }], is: words, en: words },
  };
  return transaction(own.db, (tx) => addPromotion(tx, promotion, 'gunna'));
}

async function holdRaffle(drawId: number): Promise<void> {
  await enterRaffle(own.db, { drawId, numbers: [1], actor: 'gunna' });
  await confirmRaffle(own.db, { drawId, numbers: [1], actor: 'jonas' });
  await payRaffle(own.db, own.config.kinds, drawId);
}

/** One with a coupon in the draw that is now on sale. */
async function subscribe(): Promise<void> {
  const [who] = await addPlayers(own, 1, 5_000);
  const wager = {
    ...{ gameId: 'lotto', rows: [{ numbers: [1, 2, 3, 4, 5] }], stake: 600 },
    ...{ subscriptionDrawDays: ['sat'], acceptedSubscriptionTerms: true },
  };
  const options = { cookie: who?.cookie ?? '' };
  expect((await post(testApp(own).app, '/lotto/buy', wager, options)).status).toBe(201);
  expect(await writeCoupons(own.db, own.config.kinds, (await at.onSale()).drawId)).toBe(1);
}

/** A deposit that stays, one that its bank took back, and a withdrawal under way. */
async function pay(): Promise<void> {
  const [who] = await addPlayers(own, 1, 5_000);
  const playerId = who?.playerId ?? 0;
  const card = { virtualCard: newId(), brand: 'visa', last4: '0001' };
  await transaction(own.db, async (tx) => {
    for (const amount of [3_000, 8_000]) {
      const { countedOn } = await admit(tx, { playerId, flow: 'deposit', amount });
      const wanted = { playerId, amount, card, countedOn, lookInSeconds: 60 };
      const payment = await insertPayment(tx, { ...wanted, kind: 'cardDeposit', status: 'paying' });
      await creditWallet(tx, payment, 'card_gateway', 'deposit');
      await movePayment(tx, payment, 'settled', { lookInSeconds: null });
      if (amount !== 8_000) continue;
      for (const actor of ['gunna', 'jonas']) {
        await chargeBack(tx, { kind: 'taken', id: payment.paymentId, actor, reason: 'the bank wrote' });
      }
    }
    await holdForBank(tx, {
      playerId,
      amount: 2_000,
      bank: { account: '0133-26-012345', ownerNationalId: null },
    });
  });
}

afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const transfer = (kind: string, from: string, to: string, amount: number, rest = 'NULL, NULL, NULL') => `
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, draw_id,
    ticket_id, coupon_id)
  SELECT 0, domain_now(), '${kind}', (${from}), (${to}), ${amount}, ${rest}`;
const account = (kind: string) => `SELECT min(account_id) FROM ledger_accounts WHERE kind = '${kind}'`;

const openTickets = 'INSERT INTO open_tickets SELECT player_id, ticket_id FROM tickets';
const breaks: [string, string, string | null, string][] = [
  [
    'deposits',
    'a deposit for another payment',
    'ledger_transfers',
    `UPDATE ledger_transfers SET payment_id = gen_random_uuid() WHERE kind = 'deposit'`,
  ],
  [
    'deposits',
    'a deposit that is in no balance',
    null,
    `INSERT INTO payments (player_id, payment_id, kind, amount, asked_at, msisdn, status, changed_at,
       request_id)
      SELECT player_id, gen_random_uuid(), 'aurDeposit', 700, at, '8001234', 'waiting', at, gen_random_uuid()
      FROM (SELECT min(player_id) AS player_id, domain_now() AS at FROM wallets) w;
     UPDATE payments SET status = 'settled' WHERE msisdn = '8001234'`,
  ],
  [
    'withdrawals',
    'a withdrawal that was never held',
    'ledger_transfers',
    `UPDATE ledger_transfers SET payment_id = gen_random_uuid() WHERE kind = 'withdrawal'`,
  ],
  [
    'money on its way',
    'money that lies between players and the bank for nothing',
    null,
    transfer('correction', account('sandbox'), account('withdrawals'), 5),
  ],
  [
    'chargebacks',
    'one that a single person did',
    'chargeback_postings',
    `UPDATE chargeback_postings SET confirmed_by = 'gunna'`,
  ],
  [
    'card charges',
    'a second charge of a subscription card, for nothing',
    null,
    `WITH charge AS (
       INSERT INTO payments (player_id, payment_id, kind, amount, asked_at, virtual_card, status, changed_at,
         request_id)
       SELECT player_id, gen_random_uuid(), 'subscriptionCharge', 600, at, gen_random_uuid(), 'paying', at,
         gen_random_uuid()
       FROM subscriptions, (SELECT domain_now() AS at) moment LIMIT 1
       RETURNING player_id, payment_id, amount, asked_at
     )
     SELECT credit_wallet(player_id, ledger_account('card_gateway', NULL, NULL, NULL, NULL),
       'subscription_deposit', amount, payment_id, asked_at) FROM charge;
     UPDATE payments SET status = 'paid' WHERE kind = 'subscriptionCharge';
     UPDATE payments SET status = 'settled' WHERE kind = 'subscriptionCharge'`,
  ],
  [
    'deposit limits',
    'a deposit that counts for nothing',
    null,
    'UPDATE deposit_limits SET deposited_month = deposited_month - 1',
  ],
  ['accounts', 'a transfer to nowhere', null, transfer('correction', account('sandbox'), 'SELECT 999999', 5)],
  [
    'accounts',
    'a transfer between players',
    null,
    transfer('correction', account('sandbox'), account('wallet'), 5).replace('SELECT 0,', 'SELECT 77,'),
  ],
  [
    'wallet accounts',
    'a wallet on another account',
    null,
    `UPDATE wallets SET account_id = (${account('carry')})
      WHERE player_id = (SELECT min(player_id) FROM wallets)`,
  ],
  ['wallet balance', 'a balance from nowhere', null, 'UPDATE wallets SET balance = balance + 1'],
  [
    'wallet sides',
    'a transfer without its balances',
    'ledger_transfers',
    `UPDATE ledger_transfers SET wallet_before = NULL, wallet_after = NULL WHERE kind = 'winnings'`,
  ],
  [
    'wallet chain',
    'balances that were never shown',
    'ledger_transfers',
    `UPDATE ledger_transfers SET wallet_before = wallet_before + 7, wallet_after = wallet_after + 7
      WHERE kind = 'winnings'`,
  ],
  ['debt', 'a debt from nowhere', null, 'UPDATE wallets SET debt = 1'],
  [
    'debt first',
    'a balance beside a debt',
    null,
    `ALTER TABLE wallets DISABLE TRIGGER then_pay_debt;
      INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount)
      SELECT player_id, domain_now(), 'correction', ledger_account('debt', player_id, NULL, NULL, NULL),
        ledger_account('prize_reserve', NULL, NULL, 'lotto', NULL), 1
      FROM wallets WHERE balance > 0;
      UPDATE wallets SET debt = 1 WHERE balance > 0;
      ALTER TABLE wallets ENABLE TRIGGER then_pay_debt`,
  ],
  ['day stake', 'a day’s stake forgotten', null, 'UPDATE wallets SET staked = 0'],
  ['stakes of week and month', 'a month’s stake forgotten', null, 'UPDATE wallets SET staked_month = 0'],
  ['returned of day, week and month', 'a prize forgotten', null, 'UPDATE wallets SET returned = 0'],
  [
    'movement spans',
    'movements that were not counted',
    null,
    `INSERT INTO movement_spans SELECT player_id, 1, max(at), '[]' FROM ledger_transfers
      WHERE player_id > 0 GROUP BY player_id`,
  ],
  [
    'purchases',
    'a coupon that nobody paid',
    null,
    `INSERT INTO coupons SELECT player_id, '${newId()}', '${newId()}', draw_id, stake FROM coupons LIMIT 1`,
  ],
  [
    'purchases',
    'a purchase posted twice',
    null,
    `INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, draw_id,
      ticket_id, coupon_id)
     SELECT 0, at, kind, (${account('sandbox')}), credit_account, amount, draw_id, ticket_id, coupon_id
     FROM ledger_transfers WHERE kind = 'purchase' LIMIT 1`,
  ],
  [
    'named causes',
    'a raffle prize for nothing that is known',
    'ledger_transfers',
    `UPDATE ledger_transfers SET ticket_id = NULL WHERE kind = 'raffle'`,
  ],
  [
    'ticket stakes',
    'a ticket that costs more than its coupons',
    'tickets',
    'UPDATE tickets SET stake = stake + 1',
  ],
  ['tickets without a draw', 'rows that are open without a draw', null, openTickets],
  ['settled tickets', 'a prize of none', null, transfer('claim', account('sandbox'), account('opening'), 5)],
  [
    'prepaid',
    'a subscription that has more than was paid',
    null,
    'UPDATE subscription_states SET prepaid = prepaid + 1',
  ],
  [
    'subscription charges',
    'a charge that was never posted',
    null,
    `INSERT INTO subscription_events (player_id, subscription_id, at, kind, amount, actor)
      SELECT player_id, subscription_id, domain_now(), 'charged', 600, 'x' FROM subscriptions`,
  ],
  [
    'subscription coupons',
    'a coupon that the house paid for in secret',
    'subscription_coupons',
    'UPDATE subscription_coupons SET from_prepaid = 0',
  ],
  [
    'refunds',
    'a cancellation without its refund',
    null,
    `INSERT INTO cancellations SELECT player_id, ticket_id, coupon_id, draw_id, domain_now(), 'x', 'player'
      FROM coupons LIMIT 1`,
  ],
  [
    'payouts',
    'a payout that nobody recorded',
    'coupon_payouts',
    'DELETE FROM coupon_payouts WHERE ctid = (SELECT min(ctid) FROM coupon_payouts)',
  ],
  ['payouts', 'a prize paid that was not won', 'coupon_wins', 'UPDATE coupon_wins SET amount = amount + 10'],
  ['claims', 'a large prize paid that nobody released', 'prize_releases', 'DELETE FROM prize_releases'],
  ['claims', 'a large prize paid like a small one', 'ledger_transfers', paidAsSmall],
  ['claims', 'a small prize claimed', 'coupon_wins', 'UPDATE coupon_wins SET high = false'],
  ['prize payouts', 'a prize that the bank paid and nobody booked', null, unbookedPayout],
  [
    'lapses',
    'a paid prize that lapsed',
    null,
    'INSERT INTO prize_lapses SELECT draw_id, player_id, cause_id, domain_now() FROM prize_claims',
  ],
  ['raffles', 'a number that was drawn and won nothing', 'raffles', "UPDATE raffles SET numbers = '{2}'"],
  ['raffles', 'a prize that was not promised', 'raffle_wins', 'UPDATE raffle_wins SET amount = amount + 1'],
  ['raffle prizes', 'a prize paid that nobody recorded', 'raffle_payouts', 'DELETE FROM raffle_payouts'],
  [
    'raffle prizes',
    'a prize paid from elsewhere',
    'ledger_transfers',
    `UPDATE ledger_transfers SET debit_account = (${account('prize_reserve')}) WHERE kind = 'raffle'`,
  ],
  [
    'raffle accounts',
    'raffle prizes given to nobody',
    null,
    transfer('correction', account('raffle_prizes'), account('sandbox'), 5),
  ],
  [
    'settlements',
    'a settlement of nothing',
    null,
    transfer('settlement', account('prize_reserve'), account('sales_income'), 1, '12345, NULL, NULL'),
  ],
  [
    'stakes',
    'stakes taken from a draw',
    null,
    transfer(
      'correction',
      `SELECT max(account_id) FROM ledger_accounts WHERE kind = 'stakes' AND draw_id = 2`,
      account('prize_reserve'),
      1,
    ),
  ],
  ['seals', 'a seal of more than was sold', 'seals', 'UPDATE seals SET stakes = stakes + 150'],
  ['sealed results', 'a result without a seal', 'seals', 'DELETE FROM seals'],
  [
    'pools',
    'a pool that keeps money',
    null,
    transfer('correction', account('sandbox'), account('prize_fund'), 1),
  ],
  [
    'winnings',
    'prizes owed to nobody',
    null,
    transfer('correction', account('sandbox'), account('winnings'), 1),
  ],
  [
    'organisers',
    'an organiser that is owed what no draw contributed',
    null,
    transfer(
      'correction',
      account('sandbox'),
      "SELECT ledger_account('organiser_payable', NULL, NULL, 'lotto', NULL)",
      5,
    ),
  ],
  [
    'carry',
    'a carry that nobody published',
    null,
    transfer('correction', account('sandbox'), account('carry'), 10),
  ],
  [
    'carry chain',
    'a fraction of a króna from nowhere',
    'draw_prizes',
    `UPDATE draw_prizes SET carry_in_exact = carry_in_exact + 1, share_exact = share_exact - 1
      WHERE part = 'main' AND tier = 1`,
  ],
];

class RolledBack extends Error {}

test.each(breaks)('%s: %s is found', async (name, _, table, statement) => {
  let check: LedgerCheck = { ok: true };
  const breaking = transaction(own.adminDb, async (tx) => {
    if (table) await sql`ALTER TABLE ${sql.ref(table)} DISABLE TRIGGER append_only`.execute(tx);
    await sql.raw(statement).execute(tx);
    check = await checkLedger(tx);
    throw new RolledBack();
  });
  await expect(breaking).rejects.toThrow(RolledBack);
  expect(check).toMatchObject({ ok: false, broken: { invariant: name } });
});

test('every invariant but the sum, which double entry makes impossible to break, has been broken', () => {
  // Those of sealed days are broken in ledger-days.test.ts, the others in test/clubs and test/league.
  const elsewhere = [...sealedDays, ...clubs, ...syndicates, ...league].map(({ name }) => name);
  const broken = new Set([...breaks.map(([name]) => name), ...elsewhere]);
  const names = steps.flat().map(({ name }) => name);
  expect(names.filter((name) => !broken.has(name))).toEqual(['zero']);
});
