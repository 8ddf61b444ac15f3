/** The one way into every sale: purchases that arrive together are decided and written in one round trip. */
import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import type { ErrorCode } from '#contract/errors.ts';
import { createBatcher } from '#server/platform/batcher.ts';
import { isRetryable } from '#server/platform/database-failures.ts';
import type { CheckedSession } from '#server/platform/handler.ts';
import { decodeId, encodeId } from '#server/platform/ids.ts';
import type { Log } from '#server/platform/log.ts';
import type { Pipeline } from '#server/platform/pipeline.ts';
import { refuse } from '#server/platform/refusal.ts';
import { whileSelling } from '#server/platform/rush.ts';
import type { Purchase } from './purchase.ts';
import { purchaseRows } from './purchase-rows.ts';
import { ticketIdOfKey, ticketSecretOf } from './ticket-id.ts';

type Session = Purchase['session'];
/** Where a session was named, it was alive when the sale was decided. */
export type Sold<Named extends Session = Session> = {
  id: string;
  type: 'ticket';
  replayed: boolean;
  session: Named extends null ? null : CheckedSession;
};
/** `busy`: somebody else holds the wallet, and nothing was decided. */
type Outcome = 'busy' | { code: ErrorCode } | { id: string; replayed: boolean };

const itemsMax = 200;
/** Rows of a batch: those of the largest coupon, which is then sold alone. */
const rowsMax = 20_000;
const attemptsMax = 5;
/** How often a wallet that somebody else holds is asked for again, and for how long. */
const busyWallet = { pauseMs: 20, patienceMs: 3_000 };

export type Sell = <Named extends Session>(purchase: Purchase & { session: Named }) => Promise<Sold<Named>>;

/**
 * @returns a function that sells: resolves with the ticket, or throws the refusal; nothing is written
 * when it refuses
 */
export function createSell(pipeline: Pipeline, log: Log): Sell {
  const submit = createBatcher<Purchase, Outcome>({
    itemsMax,
    weight: { of: ({ rowMasks }) => rowMasks.length, max: rowsMax },
    inFlightMax: 2,
    // Each wallet is decided once in a batch, so that one statement decides them all.
    keyOf: (purchase) => purchase.playerId,
    run: (batch) => sellBatch(pipeline, log, batch),
    again: { when: (outcome) => outcome === 'busy', ...busyWallet },
  });
  return async <Named extends Session>(purchase: Purchase & { session: Named }) => {
    const outcome = await whileSelling(submit(purchase));
    if (outcome === 'busy') refuse('EC_SYSTEM_CLOSED', { retryAfterSeconds: 2 });
    if ('code' in outcome) {
      if (outcome.code !== 'EC_PLAYER_SALES_LIMIT') refuse(outcome.code);
      const limit = await tightestLimit(pipeline, purchase.playerId).catch(() => undefined);
      refuse(outcome.code, limit === undefined ? {} : { details: { limit } });
    }
    // `sell_batch` refuses purchases whose session has ended.
    const session = purchase.session as CheckedSession | null;
    return { id: outcome.id, type: 'ticket', replayed: outcome.replayed, session } as Sold<Named>;
  };
}

/** The limit that leaves least: if anything was given back since the refusal, it may be another. */
export async function tightestLimit(pipeline: Pipeline, playerId: number): Promise<string | undefined> {
  const client = await pipeline.connect();
  const { rows } = await client.query<{ field: string }>({
    name: 'tightest_limit',
    text: tightestSql,
    values: [playerId],
  });
  return rows[0]?.field;
}

async function sellBatch(pipeline: Pipeline, log: Log, batch: readonly Purchase[]): Promise<Outcome[]> {
  const client = await pipeline.connect().catch((error) => {
    log.error({ err: error }, 'no database for a sale');
    return refuse('EC_SYSTEM_CLOSED', { retryAfterSeconds: 2 });
  });
  // A batch may have been committed before its connection was lost: a fault, so that the client asks again.
  return runBatch(client, named(batch, await ticketSecretOf(client)));
}

/** With a key the id is made of it, whatever id came along: nothing else keeps the key from buying twice. */
function named(batch: readonly Purchase[], secret: KeyObject): Purchase[] {
  return batch.map((purchase) => {
    const { playerId, key } = purchase;
    return key === null ? purchase : { ...purchase, ticketId: ticketIdOfKey(secret, playerId, key) };
  });
}

/** 40P01 and 40001 wrote nothing and are repeated. */
async function runBatch(client: pg.Client, batch: readonly Purchase[]): Promise<Outcome[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { rows } = await client.query<Decided>({
        name: 'sell_batch',
        text: sellSql,
        values: parametersOf(batch),
      });
      return outcomesOf(rows[0] as Decided, batch);
    } catch (error) {
      if (attempt >= attemptsMax || !isRetryable(error)) throw error;
    }
  }
}

/** What `sell_batch` answers: an outcome for each purchase, and the tickets of the replayed ones. */
type Decided = { outcomes: ('sold' | 'replayed' | 'busy' | ErrorCode)[]; replayed: string[] | null };

function outcomesOf({ outcomes, replayed }: Decided, batch: readonly Purchase[]): Outcome[] {
  let replays = 0;
  return outcomes.map((outcome, index) => {
    if (outcome === 'sold') return { id: encodeId(batch[index]?.ticketId as string), replayed: false };
    if (outcome === 'busy') return outcome;
    if (outcome !== 'replayed') return { code: outcome };
    return { id: encodeId(replayed?.[replays++] as string), replayed: true };
  });
}

const tightestSql = `SELECT r.field FROM wallets w, stake_room(w, (domain_now() AT TIME ZONE 'UTC')::date) r
  WHERE w.player_id = $1`;
const sellSql = 'SELECT outcomes, replayed_ids AS replayed FROM sell_batch($1, $2)';

/** The draws of a batch, ascending, and its purchases. */
function parametersOf(batch: readonly Purchase[]): string[] {
  const draws = new Set<number>();
  for (const { coupons } of batch) for (const { drawId } of coupons) draws.add(drawId);
  return [`{${[...draws].sort((a, b) => a - b).join()}}`, purchaseRows(batch)];
}

export type Cancel = {
  playerId: number;
  /** As shown outside. */
  ticketId: string;
  key: string | null;
  inputHash: string | null;
};

/** Cancels a whole ticket. Throws the refusal; answers whether the answer is a stored one. */
export async function cancelTicket(pool: pg.Pool, cancel: Cancel): Promise<{ replayed: boolean }> {
  const ticketId = decodeId(cancel.ticketId) ?? refuse('EC_TICKET_NOT_FOUND');
  for (let attempt = 1; ; attempt++) {
    try {
      const { rows } = await pool.query<{ code: ErrorCode | null; replayed: boolean }>(
        "SELECT code, replayed FROM cancel_ticket($1, $2, $3, decode($4, 'hex'), $5)",
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
