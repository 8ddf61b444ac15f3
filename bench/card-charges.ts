/**
 * `bench card-charges [COUNT]`: a billing day on which every subscription is paid by its card. No peer:
 * nothing else makes these charges. The worker of the product does it, through the stand-in of the gateway.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { rowMask } from '#rules/numbers/rows.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { type Database, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { newId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { cardOf } from '#test/harness/outsiders.ts';
import { askToKeep, comeBack } from '#test/harness/payer.ts';
import type { Instance } from '#test/harness/product.ts';
import { rounded } from './load.ts';
import { operator, type Player } from './purchase-load.ts';
import { type Running, whileRunning } from './running.ts';

const count = Number(process.argv[3] ?? 10_000);
const billingDay = 200_000;
const chunk = 5_000;

export const run = (): Promise<object> => whileRunning(measure, { max: 2 });

async function measure({ instance, database }: Running): Promise<object> {
  const { db, pool } = database;
  const words = ['--count', String(count), '--balance', '0', '--sessions', '--json'];
  const made = JSON.parse(await operator(instance, ['players', 'create', ...words])) as { players: Player[] };
  await keepOneCardForAll(instance, database, made.players);
  for (let from = 0; from < count; from += chunk)
    await agree(database, made.players.slice(from, from + chunk));
  await pool.query('VACUUM ANALYZE');
  const startedMs = performance.now();
  await pool.query(`UPDATE subscription_states SET charge_at = date_trunc('milliseconds', domain_now())`);
  await allSettled(database);
  const seconds = (performance.now() - startedMs) / 1000;
  const check = await checkLedger(db);
  const day = (await databaseNow(db)).toISOString().slice(0, 10);
  const said = await operator(instance, ['payments', 'reconcile', day, '--as', 'bench', '--json']);
  const { compared, differences } = JSON.parse(said) as { compared: number; differences: object[] };
  return {
    ...{ value: rounded(count / seconds, 0), unit: 'card charges/s' },
    ...{ charges: count, seconds: rounded(seconds, 1) },
    hoursOfBillingDay: rounded(billingDay / (count / seconds) / 3600, 2),
    books: { compared, differences: differences.length },
    cores: 'worker, web, PostgreSQL and the stand-in on the same two',
    note: 'no peer: nothing else makes these charges',
    verified: check.ok && differences.length === 0,
  };
}

/** At the stand-in one card may be many players’: here every charge is another payment of it. */
async function keepOneCardForAll(instance: Instance, { pool }: Database, players: readonly Player[]) {
  const payer = { url: instance.url, cookie: players[0]?.cookie ?? '' };
  const { body } = await askToKeep(payer, cardOf('01', '00', 77_001), true);
  await comeBack(body.form);
  await pool.query(
    `INSERT INTO saved_cards (player_id, purpose, brand, last4, expires, virtual_card)
     SELECT p.player_id, purpose, brand, last4, expires, virtual_card
     FROM saved_cards c, unnest($1::bigint[]) p(player_id)
     WHERE c.purpose = 'subscription' AND p.player_id <> c.player_id`,
    [players.map(({ playerId }) => Number(playerId))],
  );
}

const masks = [rowMask([3, 11, 19, 27, 40])];

/** One subscription each, of one row on Saturdays, that was bought and is not charged yet. */
async function agree({ db }: Database, players: readonly Player[]): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`
      WITH draw AS MATERIALIZED (
        SELECT rules_id, amount_row, domain_now() AS at FROM draws
        WHERE game = 'lotto' AND state = 'released' AND closed_at IS NULL LIMIT 1
      ), wanted AS MATERIALIZED (
        SELECT * FROM unnest(${players.map(({ playerId }) => Number(playerId))}::bigint[],
          ${players.map(() => newId())}::uuid[]) w(player_id, id)
      ), agreed AS (
        INSERT INTO subscriptions (player_id, subscription_id, game, purchased_at, days, stake, first_charge,
          row_masks, quick_picks, system, row_count, prepaid_account)
        SELECT player_id, id, 'lotto', at, ARRAY[6], amount_row, 0, ${masks}::bigint[], 0, 0, 1,
          open_prepaid(player_id, 'lotto', id)
        FROM wanted, draw
      )
      INSERT INTO subscription_states (player_id, subscription_id, game, status, rules_id, price)
      SELECT player_id, id, 'lotto', 'active', rules_id, amount_row FROM wanted, draw`.execute(tx);
  });
}

async function allSettled({ db }: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ settled: number; failed: number }>`
      SELECT count(*) FILTER (WHERE status = 'settled')::integer AS settled,
        count(*) FILTER (WHERE status = 'failed')::integer AS failed
      FROM payments WHERE kind = 'subscriptionCharge'`.execute(db);
    const { settled = 0, failed = 0 } = rows[0] ?? {};
    if (failed > 0) throw new Error(`${failed} charges were declined`);
    if (settled >= count) return;
    await sleep(200);
  }
}
