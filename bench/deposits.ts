/**
 * `bench deposits`: full 3-D deposits through all sandboxes, and thousands of open deposits by Aur. No peer:
 * nothing else makes these deposits.
 */
import { checkLedger } from '#server/ledger/check.ts';
import { openDatabase } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { newInstance } from '#test/harness/instance.ts';
import { aurDeposits } from './deposits-aur.ts';
import { cardDeposits } from './deposits-card.ts';
import { measuringGateway } from './deposits-gateway.ts';
import { stepBack } from './load.ts';
import { operator, superuserOf } from './purchase-load.ts';
import type { Running } from './running.ts';

export async function run(): Promise<object> {
  const instance = await newInstance({ AUTO_DRAW: '0' });
  const gateway = await measuringGateway(Number(new URL(instance.sandboxUrl).port));
  instance.env['CARD_GATEWAY_URL'] = gateway.address;
  await instance.start();
  const database = openDatabase(superuserOf(instance, 'hending'), 'operator');
  const generatorPolicy = stepBack();
  try {
    const bench = { instance, database };
    const cards = await cardDeposits(bench, gateway);
    console.error(JSON.stringify(cards));
    const aur = await aurDeposits(bench);
    const { books, verified } = await verify(bench);
    const { value, ...more } = cards;
    return {
      ...{ value, unit: '3-D deposits/s' },
      card: more,
      aur,
      books,
      cores: 'all processes on the same two: web, worker, PostgreSQL, sandboxes, players',
      generatorPolicy,
      note: 'no peer: nothing else makes these deposits',
      verified: verified && more.failed === 0 && aur.failed === 0,
    };
  } finally {
    await database.close();
    gateway.stop();
    await instance.dispose();
  }
}

/** Every króna once: in the ledger's own view, and beside the books of the sandboxes. */
async function verify({ instance, database: { db } }: Running) {
  const check = await checkLedger(db);
  const day = (await databaseNow(db)).toISOString().slice(0, 10);
  const said = await operator(instance, ['payments', 'reconcile', day, '--as', 'bench', '--json']);
  const { compared, differences } = JSON.parse(said) as { compared: number; differences: object[] };
  const books = { compared, differences: differences.length };
  return { books, verified: check.ok && differences.length === 0 };
}
