/** The simulation is worth what it finds: a clean product passes, a planted fault of each kind does not. */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askToDeposit } from '#test/harness/payer.ts';
import type { Wager } from './agreed.ts';
import { audit } from './audit.ts';
import { priced } from './model.ts';
import { withOwner } from './owner.ts';
import { compareBooks } from './payer-audit.ts';
import { buyOnce } from './purchases.ts';
import type { Sim } from './sim.ts';
import { endSimulation, type Options, playSeason, startSimulation } from './simulate.ts';

const options: Options = { seed: 20_261_121, operations: 300, say: () => {} };
let sim: Sim;

beforeAll(async () => {
  sim = await startSimulation(options);
}, 300_000);
afterAll(() => endSimulation(sim));

/** What the audit finds from now on. */
async function found(): Promise<string> {
  sim.violations.length = 0;
  await audit(sim);
  return sim.violations.join('\n');
}

test('must-hold 150: three draws through crashes of every process agree with the model', async () => {
  await playSeason(sim, options);
  expect(sim.violations).toEqual([]);
  expect(sim.faults.count).toEqual({ web: 1, worker: 1, supervisor: 1, postgres: 1, sandbox: 1 });
  expect(sim.counts.acknowledged).toBeGreaterThan(50);
  expect(sim.counts.lost).toBeGreaterThan(0);
  expect(sim.counts.doubled).toBeGreaterThan(0);
}, 600_000);

/** What the audit of payments finds from now on. */
async function foundOfPayments(): Promise<string> {
  sim.violations.length = 0;
  await compareBooks(sim);
  return sim.violations.join('\n');
}

test('a deposit credited while its outcome is unknown is found, and one booked outside alone', async () => {
  const payer = sim.payers.find(({ msisdn }) => msisdn !== null);
  if (!payer) throw new Error('nobody pays by phone');
  const told = await askToDeposit({ url: sim.instance.url, cookie: payer.cookie }, 700);
  expect(told.body.aurToken).toBeDefined();
  await withOwner(sim.instance, async (owner) => {
    const { rowCount } = await owner.query(`
      SELECT credit_wallet(player_id, ledger_account('aur', NULL, NULL, NULL, NULL), 'deposit', amount,
        payment_id, domain_now())
      FROM payments WHERE kind = 'aurDeposit' AND status = 'waiting' AND amount = 700`);
    expect(rowCount).toBe(1);
  });
  const planted = await foundOfPayments();
  expect(planted).toMatch(/aurDeposit .* \(waiting\): 0 is booked outside, and 700 is in the balance/);
  const file = join(sim.instance.dataDir, 'card-gateway', 'transactions.jsonl');
  const sale = { kind: 'sale', correlationId: randomUUID(), acquirerReferenceNumber: '1', amount: 90_000 };
  appendFileSync(file, `\n${JSON.stringify(sale)}`);
  expect(await foundOfPayments()).toContain(`${sale.correlationId} is booked there and unknown here`);
});

test('must-hold 46: a movement posted twice is found by the account and by the books', async () => {
  await withOwner(sim.instance, async (owner) => {
    await owner.query(`
      INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
        wallet_after, draw_id, ticket_id, coupon_id)
      SELECT player_id, at, kind, debit_account, credit_account, amount, wallet_before, wallet_after, draw_id,
        ticket_id, coupon_id
      FROM ledger_transfers WHERE kind = 'purchase' ORDER BY transfer_id LIMIT 1`);
  });
  const violations = await found();
  expect(violations).toContain('posted twice');
  expect(violations).toMatch(/ledger check: .*broken/);
});

test('must-hold 50: a coupon written twice is found', async () => {
  await withOwner(sim.instance, async (owner) => {
    const again = `
      INSERT INTO coupons (player_id, ticket_id, coupon_id, draw_id, stake)
      SELECT player_id, ticket_id, gen_random_uuid(), draw_id, stake
      FROM coupons ORDER BY coupon_id LIMIT 1`;
    await expect(owner.query(again)).rejects.toThrow('coupons_pkey');
    await owner.query('ALTER TABLE coupons DROP CONSTRAINT coupons_pkey');
    await owner.query(again);
  });
  expect(await found()).toMatch(/ticket \w+ is double in draw \d+/);
});

test('must-hold 87: a draw that is left out of a paid subscription is found', async () => {
  await withOwner(sim.instance, async (owner) => {
    const { rowCount } = await owner.query(`
      UPDATE subscription_states SET draw_dates = draw_dates[2:], paid_left = paid_left - 1
      WHERE paid_left > 0 AND cardinality(draw_dates) > 0`);
    expect(rowCount).toBeGreaterThan(0);
  });
  expect(await found()).toMatch(/subscription \w+: found/);
});

test('must-hold 51: a ticket that was acknowledged and is gone is found', async () => {
  await withOwner(sim.instance, async (owner) => {
    await owner.query('ALTER TABLE tickets DISABLE TRIGGER append_only');
    await owner.query(
      'DELETE FROM tickets WHERE ticket_id = (SELECT max(ticket_id::text)::uuid FROM tickets)',
    );
    await owner.query('ALTER TABLE tickets ENABLE TRIGGER append_only');
  });
  expect(await found()).toMatch(/acknowledged ticket \w+ is missing/);
});

test('must-hold 71: a ticket written after the close is found', async () => {
  await withOwner(sim.instance, async (owner) => {
    await owner.query(`
      WITH closed AS (SELECT * FROM draws WHERE closed_at IS NOT NULL AND origin = 'calendar' LIMIT 1),
      late AS (
        INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, row_masks, quick_picks, system,
          row_count)
        SELECT t.player_id, gen_random_uuid(), d.game, d.close_date + interval '1 minute', 150, '{31}', 0, 0,
          1
        FROM closed d, (SELECT player_id FROM tickets LIMIT 1) t
        RETURNING player_id, ticket_id, purchased_at),
      coupon AS (
        INSERT INTO coupons (player_id, ticket_id, coupon_id, draw_id, stake)
        SELECT player_id, ticket_id, gen_random_uuid(), (SELECT draw_id FROM closed), 150 FROM late
        RETURNING player_id, ticket_id, coupon_id, draw_id)
      INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
        wallet_after, draw_id, ticket_id, coupon_id)
      SELECT player_id, purchased_at, 'purchase', account_id, stakes_account, 150, 150, 0, draw_id, ticket_id,
        coupon_id
      FROM coupon JOIN late USING (player_id, ticket_id) JOIN wallets USING (player_id)
      JOIN draws USING (draw_id)`);
  });
  const violations = await found();
  expect(violations).toContain('a late ticket');
  expect(violations).toContain("is nobody's purchase");
});

/** A product that answers without doing. */
async function buyFromLiar(draw: number, id: string): Promise<void> {
  const player = sim.model.players.find(({ balance }) => balance > 10_000);
  if (!player) throw new Error('nobody has money left');
  const answer = { status: 201, body: { id, type: 'ticket' }, replay: false };
  const liar: Sim = { ...sim, client: { send: async () => answer, close: () => {} } };
  const rows = [{ numbers: [1, 2, 3, 4, 5] }];
  const wager: Wager = priced({ gameId: 'lotto', draw, rows, stake: 0 });
  await buyOnce({ sim: liar, player, name: 'a lie' }, wager, null);
}

test('an acknowledgement without a ticket, and one for a closed draw, are found', async () => {
  const [onSale = 0] = sim.model.moment.onSale.lotto;
  sim.violations.length = 0;
  await buyFromLiar(onSale - 1, 'a'.repeat(26));
  expect(sim.violations.join()).toContain('a late ticket');
  await buyFromLiar(onSale, 'b'.repeat(26));
  expect(await found()).toContain(`acknowledged ticket ${'b'.repeat(26)} is missing`);
});
