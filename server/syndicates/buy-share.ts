/** Sells shares of syndicates: those that arrive together are decided and written in one round trip. */
import type pg from 'pg';
import type { ErrorCode } from '#contract/errors.ts';
import { createBatcher } from '#server/platform/batcher.ts';
import { isRetryable } from '#server/platform/database-failures.ts';
import type { CheckedSession } from '#server/platform/handler.ts';
import { encodeId, newId } from '#server/platform/ids.ts';
import type { Log } from '#server/platform/log.ts';
import type { Pipeline } from '#server/platform/pipeline.ts';
import { refuse } from '#server/platform/refusal.ts';
import { whileSelling } from '#server/platform/rush.ts';
import { tightestLimit } from '#server/sales/sell.ts';
import { ticketIdOfKey, ticketSecretOf } from '#server/sales/ticket-id.ts';

export type SharePurchase = {
  playerId: number;
  syndicateId: string;
  /** Whole krónur. */
  stake: number;
  channel: string | null;
  ip: string | null;
  key: string | null;
  /** In hexadecimal. */
  inputHash: string | null;
  session: Buffer;
};
export type SoldShare = { id: string; replayed: boolean; session: CheckedSession };
export type SellShare = (purchase: SharePurchase) => Promise<SoldShare>;

/** `busy`: another transaction holds the wallet, and nothing was decided. */
type Outcome = { shareId: string; outcome: 'sold' | 'replayed' | 'busy' | ErrorCode };

const attemptsMax = 5;
const busyWallet = { pauseMs: 20, patienceMs: 3_000 };

/** @returns a function that sells, or throws the refusal; nothing is written when it refuses */
export function createSellShare(pipeline: Pipeline, log: Log): SellShare {
  const submit = createBatcher<SharePurchase, Outcome>({
    itemsMax: 200,
    inFlightMax: 2,
    // Each wallet is decided once in a batch, so that one statement decides them all.
    keyOf: ({ playerId }) => playerId,
    run: (batch) => sellBatch(pipeline, log, batch),
    again: { when: ({ outcome }) => outcome === 'busy', ...busyWallet },
  });
  return async (purchase) => {
    const { shareId, outcome } = await whileSelling(submit(purchase));
    if (outcome === 'busy') refuse('EC_SYSTEM_CLOSED', { retryAfterSeconds: 2 });
    if (outcome === 'EC_PLAYER_SALES_LIMIT') {
      const limit = await tightestLimit(pipeline, purchase.playerId).catch(() => undefined);
      refuse(outcome, limit === undefined ? {} : { details: { limit } });
    }
    if (outcome !== 'sold' && outcome !== 'replayed') refuse(outcome);
    // `buy_shares` refuses purchases whose session has ended.
    const session = purchase.session as CheckedSession;
    return { id: encodeId(shareId), replayed: outcome === 'replayed', session };
  };
}

async function sellBatch(pipeline: Pipeline, log: Log, batch: readonly SharePurchase[]): Promise<Outcome[]> {
  const client = await pipeline.connect().catch((error) => {
    log.error({ err: error }, 'no database for a sale of shares');
    return refuse('EC_SYSTEM_CLOSED', { retryAfterSeconds: 2 });
  });
  const secret = await ticketSecretOf(client);
  const ids = batch.map(({ playerId, key }) =>
    key === null ? newId() : ticketIdOfKey(secret, playerId, `share:${key}`),
  );
  const outcomes = await runBatch(client, batch, ids);
  return outcomes.map((outcome, index) => ({ outcome, shareId: ids[index] as string }));
}

/** 40P01 and 40001 wrote nothing and are repeated. */
async function runBatch(client: pg.Client, batch: readonly SharePurchase[], ids: readonly string[]) {
  for (let attempt = 1; ; attempt++) {
    try {
      const { rows } = await client.query<{ outcomes: Outcome['outcome'][] }>({
        name: 'buy_shares',
        text: buySql,
        values: [
          ids,
          ...columns.map((column) => batch.map(column)),
          batch.map(({ session }) => session.toString('hex')),
        ],
      });
      return rows[0]?.outcomes as Outcome['outcome'][];
    } catch (error) {
      if (attempt >= attemptsMax || !isRetryable(error)) throw error;
    }
  }
}

const columns: readonly ((purchase: SharePurchase) => string | number | null)[] = [
  ({ playerId }) => playerId,
  ({ syndicateId }) => syndicateId,
  ({ stake }) => stake,
  ({ channel }) => channel,
  ({ ip }) => ip,
  ({ inputHash }) => inputHash,
];

const buySql = `SELECT buy_shares($3::uuid[], array_agg(ROW(player_id, share_id, syndicate_id, stake, channel,
    ip, decode(hash, 'hex'), decode(session, 'hex'))::share_purchase ORDER BY n)) AS outcomes
  FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::bigint[], $5::text[], $6::text[], $7::text[],
    $8::text[]) WITH ORDINALITY u(share_id, player_id, syndicate_id, stake, channel, ip, hash, session, n)`;
