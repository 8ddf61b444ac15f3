/** What an idempotency key has bought, be it a ticket or a subscription. */

import type { ApiAnswer } from '#contract/api.ts';
import type { Db } from '#server/platform/database.ts';
import type { CallContext, Caller } from '#server/platform/handler.ts';
import { encodeId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { purchaseOfKey, storedPurchase } from '#server/sales/stored-purchase.ts';

type Bought = ApiAnswer<'tickets.purchase'>;

/** @returns null when the key is unknown; throws EC_DUPLICATE_VALUE when it stands for other input */
export async function storedBuying(
  db: Db,
  context: CallContext & { caller: Caller },
): Promise<Bought | null> {
  const ticket = await storedPurchase(db, context);
  const { caller, key, inputHash, markReplay } = context;
  if (ticket || key === null || inputHash === null) return ticket;
  const bought = await subscriptionOfKey(db, caller.playerId, key);
  if (!bought) return null;
  if (bought.hash !== inputHash) refuse('EC_DUPLICATE_VALUE');
  markReplay();
  return { id: encodeId(bought.id), type: 'subscription' };
}

/** Read alone: asking buys nothing. */
export async function boughtByKey(db: Db, playerId: number, key: string): Promise<Bought> {
  const bought = await subscriptionOfKey(db, playerId, key);
  return bought ? { id: encodeId(bought.id), type: 'subscription' } : purchaseOfKey(db, playerId, key);
}

type Known = { id: string; hash: string };

async function subscriptionOfKey(db: Db, playerId: number, key: string): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    SELECT subscription_id AS id, encode(input_hash, 'hex') AS hash FROM subscriptions
    WHERE player_id = ${playerId} AND idempotency_key = ${key}`.execute(db);
  return rows[0];
}
