/** A planted second charge of one key, in a product of its own: payers of a season may have met a limit. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from './audit.ts';
import { withOwner } from './owner.ts';
import { compareBooks } from './payer-audit.ts';
import { keepCardFor, subscribeByCard } from './payers.ts';
import { seeded } from './random.ts';
import type { Sim } from './sim.ts';
import { endSimulation, type Options, startSimulation } from './simulate.ts';

const options: Options = { seed: 20_261_121, operations: 300, say: () => {} };
let sim: Sim;

beforeAll(async () => {
  sim = await startSimulation(options);
}, 300_000);
afterAll(() => endSimulation(sim));

/** Violations that the check reports. */
async function violationsOf(check: (sim: Sim) => Promise<unknown>): Promise<string> {
  sim.violations.length = 0;
  await check(sim);
  return sim.violations.join('\n');
}

test('a second charge of one key, which all books have, is found by model and ledger check', async () => {
  const payer = sim.payers.find(({ msisdn }) => msisdn === null);
  if (!payer) throw new Error('nobody pays by card');
  const op = { sim, payer, name: 'a planted charge' };
  await sim.prove(payer.playerId);
  await keepCardFor(op, { secure: '01', pays: '00', isSubscriptionCard: true });
  await withOwner(sim.instance, (owner) =>
    owner.query(`UPDATE deposit_limits SET limit_day = NULL WHERE player_id = $1`, [payer.playerId]),
  );
  await subscribeByCard(op, seeded(options.seed), 'planted');
  expect(await violationsOf(compareBooks)).not.toContain('no charge of a subscription');
  await plantSecondCharge(sim, payer.playerId);
  expect(await violationsOf(compareBooks)).toMatch(/took \d+ from the card, and no charge of a subscription/);
  expect(await violationsOf(audit)).toMatch(/ledger check: .*card charges/);
});

/** As if each request had charged under a name of its own: the gateway, the payments and the ledger agree. */
async function plantSecondCharge({ instance }: Sim, playerId: number): Promise<void> {
  const { requestId, amount } = await withOwner(instance, async (owner) => {
    const { rows } = await owner.query<{ id: string; requestId: string; amount: number }>(
      `INSERT INTO payments (player_id, payment_id, kind, amount, asked_at, virtual_card, status, changed_at,
         request_id, sent_at)
       SELECT player_id, gen_random_uuid(), kind, amount, domain_now(), virtual_card, 'paying', domain_now(),
         gen_random_uuid(), domain_now()
       FROM payments WHERE player_id = $1 AND kind = 'subscriptionCharge' AND status = 'settled' LIMIT 1
       RETURNING payment_id AS id, request_id AS "requestId", amount::int`,
      [playerId],
    );
    const [charge] = rows;
    if (!charge) throw new Error('no charge was settled');
    await owner.query(
      `SELECT credit_wallet($1, ledger_account('card_gateway', NULL, NULL, NULL, NULL),
         'subscription_deposit', $2, $3, domain_now())`,
      [playerId, charge.amount, charge.id],
    );
    for (const status of ['paid', 'settled'])
      await owner.query('UPDATE payments SET status = $2 WHERE payment_id = $1', [charge.id, status]);
    return charge;
  });
  const sale = {
    kind: 'sale',
    correlationId: requestId,
    acquirerReferenceNumber: requestId,
    amount: amount * 100,
  };
  appendFileSync(join(instance.dataDir, 'card-gateway', 'transactions.jsonl'), `\n${JSON.stringify(sale)}`);
}
