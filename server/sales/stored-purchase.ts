/** What an idempotency key has bought; it stands for that purchase for ever. */

import type { ApiAnswer } from '#contract/api.ts';
import type { Db } from '#server/platform/database.ts';
import type { CallContext, Caller } from '#server/platform/handler.ts';
import { encodeId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';

/** @returns null when the key is unknown; throws EC_DUPLICATE_VALUE when it stands for other input */
export async function storedPurchase(
  db: Db,
  { caller, key, inputHash, markReplay }: CallContext & { caller: Caller },
): Promise<{ id: string; type: 'ticket' } | null> {
  if (key === null || inputHash === null) return null;
  const { rows } = await sql<{ ticketId: string; same: boolean }>`
    SELECT ticket_id AS "ticketId", input_hash = decode(${inputHash}, 'hex') AS same
    FROM ticket_of_key(${caller.playerId}, ${key})
    WHERE EXISTS (SELECT FROM live_sessions(ARRAY[${caller.tokenHash}::bytea]))
  `.execute(db);
  const [row] = rows;
  if (!row) return null;
  if (!row.same) refuse('EC_DUPLICATE_VALUE');
  markReplay();
  return { id: encodeId(row.ticketId), type: 'ticket' };
}

/** What the caller's key has bought, read alone: asking buys nothing. */
export async function purchaseOfKey(
  db: Db,
  playerId: number,
  key: string,
): Promise<ApiAnswer<'tickets.purchase'>> {
  const { rows } = await sql<{ ticketId: string }>`
    SELECT ticket_id AS "ticketId" FROM ticket_of_key(${playerId}, ${key})`.execute(db);
  const [row] = rows;
  if (!row) refuse('EC_NO_DATA_FOUND');
  return { id: encodeId(row.ticketId), type: 'ticket' };
}
