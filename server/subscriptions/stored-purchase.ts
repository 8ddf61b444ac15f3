/** What an idempotency key has bought, be it a ticket or a subscription; it stands for that for ever. */

import type { ApiAnswer } from '#contract/api.ts';
import type { Db } from '#server/platform/database.ts';
import type { CallContext, Caller, Staked } from '#server/platform/handler.ts';
import { encodeId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { liveSession } from '#server/players/sessions/sessions.ts';

type Bought = ApiAnswer<'tickets.purchase'>;

/**
 * @returns null when the key is unknown or the session has ended; throws EC_DUPLICATE_VALUE when the key
 * stands for other input
 */
export async function storedBuying(
  db: Db,
  { caller, key, inputHash, markReplay }: CallContext & { caller: Caller },
): Promise<Staked<Bought> | null> {
  if (key === null || inputHash === null) return null;
  const live = await liveSession(db, caller);
  const stored = live && (await readStored(db, caller.playerId, key));
  if (!stored) return null;
  if (stored.hash !== inputHash) refuse('EC_DUPLICATE_VALUE');
  markReplay();
  return { answer: boughtOf(stored), session: live.session };
}

/** Read alone: asking buys nothing. */
export async function boughtByKey(db: Db, playerId: number, key: string): Promise<Bought> {
  return boughtOf((await readStored(db, playerId, key)) ?? refuse('EC_NO_DATA_FOUND'));
}

type Stored = { id: string; type: Bought['type']; hash: string };

const boughtOf = ({ id, type }: Stored): Bought => ({ id: encodeId(id), type });

async function readStored(db: Db, playerId: number, key: string): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    SELECT ticket_id AS id, 'ticket' AS type, encode(input_hash, 'hex') AS hash
    FROM ticket_of_key(${playerId}, ${key})
    UNION ALL
    SELECT subscription_id, 'subscription', encode(input_hash, 'hex') FROM subscriptions
    WHERE player_id = ${playerId} AND idempotency_key = ${key}`.execute(db);
  return rows[0];
}
