/**
 * `bench subscriptions`: coupons of all subscriptions before a close, and the purchases of others meanwhile.
 * Subscriptions are charged as on a billing day first, which is timed too.
 */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { rowMask } from '#rules/numbers/rows.ts';
import { type Draw, drawColumns } from '#server/draws/draw.ts';
import { kinds } from '#server/games/registry.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { openWallets } from '#server/ledger/sandbox-money.ts';
import { type Database, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { newId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { chargeAll } from '#server/subscriptions/charge.ts';
import { chargeOf, termsOfGame } from '#server/subscriptions/terms.ts';
import { writeCoupons } from '#server/subscriptions/write-coupons.ts';
import type { Instance } from '#test/harness/product.ts';
import { constantLoad, type LoadFigures, rounded } from './load.ts';
import { createPlayers, type Player, purchaseLoad } from './purchase-load.ts';
import { countMissing } from './purchases.ts';
import { type Running, whileRunning } from './running.ts';

const subscriptions = Number(process.argv[3] ?? 200_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 20);
const playerCount = Number(process.env['BENCH_PLAYERS'] ?? 20_000);
/** Purchases a second. */
const rate = Number(process.env['BENCH_RATE'] ?? 300);
const chunk = 5_000;
const firstPlayer = 10_000_000;

export const run = (): Promise<object> => whileRunning(measure, { max: 1 });

async function measure({ instance, database }: Running): Promise<object> {
  const { db } = database;
  const players = await createPlayers(instance, playerCount);
  const draw = await lottoOnSale(database);
  const charged = await timed(() => subscribe(database, draw, { first: firstPlayer, count: subscriptions }));
  await settle(database);
  const quiet = await written(database, draw);
  const acknowledged: string[] = [];
  const others = buyers(instance, players, acknowledged);
  await others('warm');
  const alone = await others('alone');
  await subscribe(database, draw, {
    first: firstPlayer + subscriptions,
    count: Math.ceil(subscriptions / 4),
  });
  await settle(database);
  const [beside, busy] = await Promise.all([others('beside'), written(database, draw)]);
  const check = await checkLedger(db);
  const missing = await countMissing(instance, acknowledged);
  const left = await sql<{ due: number }>`SELECT subscriptions_due(${draw.drawId}) AS due`.execute(db);
  return {
    value: rounded(quiet.cpuSeconds, 1),
    unit: `s of one core for ${quiet.coupons} coupons`,
    wallSeconds: rounded(quiet.seconds, 1),
    chargeSeconds: rounded(charged, 1),
    beside: { coupons: busy.coupons, wallSeconds: rounded(busy.seconds, 1), perSecond: rate },
    p50: beside.p50Ms,
    p99: beside.p99Ms,
    peer: { name: 'p99 of the same purchases undisturbed, ms', value: alone.p99Ms },
    ratio: rounded(beside.p99Ms / alone.p99Ms, 2),
    missing,
    verified: check.ok && missing === 0 && left.rows[0]?.due === 0,
  };
}

async function lottoOnSale({ db }: Database): Promise<Draw> {
  const { rows } = await sql<Draw>`
    SELECT ${drawColumns} FROM draws d
    WHERE game = 'lotto' AND state = 'released' AND closed_at IS NULL`.execute(db);
  return rows[0] as Draw;
}

/** What loading leaves to be done by the database in its own time is done now. */
async function settle({ pool }: Database): Promise<void> {
  await pool.query('VACUUM ANALYZE');
  await pool.query('CHECKPOINT');
}

type Lot = { first: number; count: number };

/** As many players with a subscription each, charged by the statement of a billing day. */
async function subscribe({ db }: Database, draw: Draw, { first, count }: Lot): Promise<void> {
  const chargeAt = await databaseNow(db);
  const terms = await termsOfGame(db, kinds, 'lotto', chargeAt);
  if (!terms) throw new Error('no draw to come');
  const of = { days: [6], rowCount: 2, side: '01234', endsOn: null, prepaid: 0, paidLeft: 0 };
  const charge = chargeOf(terms, of);
  for (let done = 0; done < count; done += chunk) {
    const lot = Array.from({ length: Math.min(chunk, count - done) }, (_, index) => ({
      playerId: first + done + index,
      subscriptionId: newId(),
      chargeAt,
    }));
    await transaction(db, async (tx) => {
      const wallet = { certificateExpires: '2099-01-01', balance: 10_000 };
      await openWallets(
        tx,
        lot.map(({ playerId }) => ({ playerId, ...wallet })),
      );
      await sql`
        WITH wanted AS MATERIALIZED (
          SELECT * FROM unnest(${lot.map(({ playerId }) => playerId)}::bigint[],
            ${lot.map(({ subscriptionId }) => subscriptionId)}::uuid[]) w(player_id, id)
        ), agreed AS (
          INSERT INTO subscriptions (player_id, subscription_id, game, purchased_at, days, stake,
            first_charge, row_masks, quick_picks, system, row_count, side, prepaid_account)
          SELECT player_id, id, 'lotto', ${chargeAt}, ARRAY[6], ${charge.price}, ${charge.amount},
            ${masks}::bigint[], 3, 0, 2, '01234', open_prepaid(player_id, 'lotto', id)
          FROM wanted
        )
        INSERT INTO subscription_states (player_id, subscription_id, game, status, rules_id, price, charge_at)
        SELECT player_id, id, 'lotto', 'pending', ${draw.rulesId}, ${charge.price}, ${chargeAt} FROM wanted
      `.execute(tx);
      await chargeAll(
        tx,
        lot.map((due) => ({ due, charge })),
      );
    });
  }
}

const masks = [rowMask([3, 11, 19, 27, 40]), rowMask([1, 2, 3, 4, 5])];

function buyers(instance: Instance, players: readonly Player[], acknowledged: string[]) {
  const port = Number(new URL(instance.url).port);
  let turn = 0;
  const nextPlayer = () => players[turn++ % players.length] as Player;
  return (key: string): Promise<LoadFigures> =>
    constantLoad(purchaseLoad(port, { seconds, nextPlayer, key, acknowledged }), rate);
}

async function written(database: Database, draw: Draw) {
  const before = await cpuSeconds(database);
  const start = performance.now();
  const coupons = await writeCoupons(database.db, kinds, draw.drawId);
  const wall = (performance.now() - start) / 1000;
  return { coupons, seconds: wall, cpuSeconds: (await cpuSeconds(database)) - before };
}

/** Of the one connection that writes, as Linux counts it; this process only asks. */
async function cpuSeconds({ db }: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db);
  const fields = readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

const ticksPerSecond = 100;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
