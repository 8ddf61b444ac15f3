/**
 * The one door of every sale: purchases that arrive together are decided and written in one round trip.
 * Design §6.
 */
import type pg from 'pg';
import type { ErrorCode } from '#contract/errors.ts';
import { createBatcher } from '#server/platform/batcher.ts';
import { isRetryable } from '#server/platform/database.ts';
import { decodeId, encodeId } from '#server/platform/ids.ts';
import type { Log } from '#server/platform/log.ts';
import { refuse } from '#server/platform/refusal.ts';

/** One priced purchase. Masks and counts as in table `tickets`; `stake` is one coupon's, in whole krónur. */
export type Purchase = {
  playerId: number;
  game: string;
  ticketId: string;
  /** One coupon a draw, in the order of the draws; the first draw must be on sale. */
  coupons: readonly { couponId: string; drawId: number }[];
  stake: number;
  rowMasks: readonly number[];
  bonusMasks: readonly number[] | null;
  quickPicks: number;
  system: number;
  rowCount: number;
  joker: string | null;
  channel: string | null;
  ip: string | null;
  affiliateId: number | null;
  key: string | null;
  inputHash: Buffer | null;
  /** Hash of the session that must be alive when the sale is decided; null where no person buys. */
  session: Buffer | null;
};

export type Sold = { id: string; type: 'ticket'; replayed: boolean };
type Outcome = { code: ErrorCode | null; answer: string; replayed: boolean };

const itemsMax = 200;
const attemptsMax = 5;

export type Sell = (purchase: Purchase) => Promise<Sold>;

/**
 * @returns a function that sells: resolves with the ticket, or throws the refusal; nothing is written when it
 * refuses
 */
export function createSell(pool: pg.Pool, log: Log): Sell {
  const submit = createBatcher<Purchase, Outcome>({
    itemsMax,
    keyOf: (purchase) => purchase.key && `${purchase.playerId} ${purchase.key}`,
    run: (batch) => sellBatch(pool, log, batch),
  });
  return async (purchase) => {
    const { code, answer, replayed } = await submit(purchase);
    if (code) refuse(code);
    return { ...(JSON.parse(answer) as { id: string; type: 'ticket' }), replayed };
  };
}

async function sellBatch(pool: pg.Pool, log: Log, batch: readonly Purchase[]): Promise<Outcome[]> {
  const client = await pool.connect().catch((error) => {
    log.error({ err: error }, 'no database for a sale');
    return refuse('EC_SYSTEM_CLOSED', { retryAfterSeconds: 2 });
  });
  try {
    const outcomes = await runBatch(client, batch);
    client.release();
    return outcomes;
  } catch (error) {
    // The batch may have been committed before the connection was lost: a fault, so that the
    // client asks again.
    client.release(true);
    throw error;
  }
}

/** 40P01 and 40001 wrote nothing and are repeated; 23505 (two processes, one key) splits the batch. */
async function runBatch(client: pg.PoolClient, batch: readonly Purchase[]): Promise<Outcome[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { rows } = await client.query<Outcome>({
        name: 'sell_batch',
        text: sellSql,
        values: columnsOf(batch),
      });
      return rows;
    } catch (error) {
      if (attempt >= attemptsMax) throw error;
      if (isRetryable(error)) continue;
      if ((error as { code?: string }).code !== '23505') throw error;
      if (batch.length === 1) continue;
      const half = batch.length >> 1;
      return [
        ...(await runBatch(client, batch.slice(0, half))),
        ...(await runBatch(client, batch.slice(half))),
      ];
    }
  }
}

const sellSql = `SELECT code, answer, replayed FROM sell_batch(
  $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) ORDER BY pos`;

function columnsOf(batch: readonly Purchase[]): unknown[] {
  return [
    batch.map((p) => p.playerId),
    batch.map((p) => p.ticketId),
    batch.map((p) => p.game),
    batch.map((p) => `{${p.coupons.map((c) => c.drawId).join()}}`),
    batch.map((p) => `{${p.coupons.map((c) => c.couponId).join()}}`),
    batch.map((p) => p.stake),
    batch.map((p) => `{${p.rowMasks.join()}}`),
    batch.map((p) => p.bonusMasks && `{${p.bonusMasks.join()}}`),
    batch.map((p) => p.quickPicks),
    batch.map((p) => p.system),
    batch.map((p) => p.rowCount),
    batch.map((p) => p.joker),
    batch.map((p) => p.channel),
    batch.map((p) => p.ip),
    batch.map((p) => p.affiliateId),
    batch.map((p) => p.key),
    batch.map((p) => p.inputHash),
    batch.map((p) => JSON.stringify({ id: encodeId(p.ticketId), type: 'ticket' })),
    batch.map((p) => p.session),
  ];
}

export type Cancel = {
  playerId: number;
  /** As shown outside. */
  ticketId: string;
  key: string | null;
  inputHash: Buffer | null;
};

/** Cancels a whole ticket (decisions §4). Throws the refusal; answers whether the answer is a stored one. */
export async function cancelTicket(pool: pg.Pool, cancel: Cancel): Promise<{ replayed: boolean }> {
  const ticketId = decodeId(cancel.ticketId) ?? refuse('EC_TICKET_NOT_FOUND');
  for (let attempt = 1; ; attempt++) {
    try {
      const { rows } = await pool.query<Outcome>(
        'SELECT code, replayed FROM cancel_ticket($1, $2, $3, $4, $5)',
        [cancel.playerId, ticketId, cancel.key, cancel.inputHash, JSON.stringify({ success: true })],
      );
      const [outcome] = rows;
      if (outcome?.code) refuse(outcome.code);
      return { replayed: outcome?.replayed ?? false };
    } catch (error) {
      if (attempt >= attemptsMax || !isRetryable(error)) throw error;
    }
  }
}
