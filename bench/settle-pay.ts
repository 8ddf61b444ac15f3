/**
 * Paying the winners of a draw that was just settled, after another one: the planner's statistics know that
 * one alone. Meanwhile others buy through HTTP.
 */
import { performance } from 'node:perf_hooks';
import { DATABASE } from '#embedded/postgres/roles.ts';
import type { Draw } from '#server/draws/draw.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { type Db, openDatabase, transaction } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { startInstance } from '#test/harness/instance.ts';
import { drawWinners } from '#test/harness/many-winners.ts';
import type { Instance } from '#test/harness/product.ts';
import { constantLoad, type LoadFigures, rounded } from './load.ts';
import { createPlayers, operator, type Player, purchaseLoad, superuserOf } from './purchase-load.ts';

const buyers = 3000;
const purchasesPerSecond = 200;
const warmSeconds = 3;
/** Each wins four times. */
const winningPlayers = (winners: number) => Array.from({ length: winners / 4 }, (_, n) => 1_000_000 + n);
export async function measurePayment(winners: number): Promise<object> {
  const instance = await startInstance({ AUTO_DRAW: '0' });
  const database = openDatabase(superuserOf(instance, DATABASE), 'worker');
  try {
    return await measure(instance, database.db, winners);
  } finally {
    await database.close();
    await instance.dispose();
  }
}

async function measure(instance: Instance, db: Db, winners: number): Promise<object> {
  const earlier = await settleWinners(instance, db, 2000);
  await payDraw(db, earlier.drawId, 'bench');
  await sql`VACUUM ANALYZE`.execute(db);
  const draw = await settleWinners(instance, db, winners);
  const players = await createPlayers(instance, buyers);
  await whileOthersBuy(instance, players, 'warm', () => wait(warmSeconds));
  const pay = await whileOthersBuy(instance, players, 'pay', () => payDraw(db, draw.drawId, 'bench'));
  const post = await whileOthersBuy(instance, players, 'post', () => postAtOnce(db, draw));
  await sql`CREATE TABLE posted (LIKE ledger_transfers INCLUDING ALL)`.execute(db);
  const copy = await whileOthersBuy(instance, players, 'copy', () => copyAtOnce(db, draw));
  const { p50Ms, p99Ms, perSecond } = pay.purchases;
  const check = await checkLedger(db);
  return {
    winners,
    payMs: Math.round(pay.ms),
    oneStatementMs: Math.round(post.ms),
    ratio: rounded(pay.ms / post.ms, 2),
    bareInsertMs: Math.round(copy.ms),
    ratioToBareInsert: rounded(pay.ms / copy.ms, 2),
    purchases: { perSecond, p50: p50Ms, p99: p99Ms },
    verified: pay.answer.paid === winners && copy.answer === winners && check.ok,
  };
}

async function settleWinners(instance: Instance, db: Db, winners: number): Promise<Draw> {
  const sold = { coupons: winners, players: winningPlayers(winners) };
  const draw = await drawWinners(instance, db, sold);
  await operator(instance, ['draw', 'settle', draw.game, String(draw.number)]);
  return draw;
}

type Meanwhile<T> = { answer: T; ms: number; purchases: LoadFigures };

async function whileOthersBuy<T>(
  instance: Instance,
  players: readonly Player[],
  key: string,
  work: () => Promise<T>,
): Promise<Meanwhile<T>> {
  let turn = 0;
  let isOver = false;
  const load = purchaseLoad(Number(new URL(instance.url).port), {
    seconds: 600,
    nextPlayer: () => players[turn++ % players.length] as Player,
    key,
    acknowledged: [],
  });
  const buying = constantLoad({ ...load, isOver: () => isOver }, purchasesPerSecond);
  const startedAt = performance.now();
  try {
    const answer = await work();
    const ms = performance.now() - startedAt;
    console.error(`${key}: ${Math.round(ms)} ms`);
    isOver = true;
    return { answer, ms, purchases: await buying };
  } finally {
    isOver = true;
    await buying;
  }
}

const wait = (seconds: number) => new Promise((done) => setTimeout(done, seconds * 1000));

class RolledBack extends Error {}

/** The same transfers into the same wallets in one statement, and back: what posting them costs. */
async function postAtOnce(db: Db, { drawId }: Draw): Promise<void> {
  const posting = transaction(db, async (tx) => {
    await sql`
      SELECT credit_coupons(min(debit_account), 'winnings', ${drawId}, domain_now(), array_agg(player_id),
        array_agg(ticket_id), array_agg(coupon_id), array_agg(amount), array_agg(0::bigint))
      FROM (SELECT * FROM ledger_transfers WHERE draw_id = ${drawId} AND kind = 'winnings'
        ORDER BY player_id, coupon_id) paid`.execute(tx);
    throw new RolledBack();
  });
  await posting.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}

/** The rows alone, into a table like theirs: the least that a database needs for so many. */
async function copyAtOnce(db: Db, { drawId }: Draw): Promise<number> {
  const { rowCount } = await sql`
    INSERT INTO posted (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
      wallet_after, draw_id, ticket_id, coupon_id)
    SELECT player_id, at, kind, debit_account, credit_account, amount, wallet_before, wallet_after, draw_id,
      ticket_id, coupon_id
    FROM ledger_transfers WHERE draw_id = ${drawId} AND kind = 'winnings'`.execute(db);
  return rowCount ?? 0;
}
