/** Answers kept under a client's key, for ever (decisions §1). */
import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import type { CallContext, Caller } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';

/**
 * @returns the stored answer, null when the key is unknown; throws EC_DUPLICATE_VALUE when it stands for
 * other input
 */
export async function storedAnswer<Answer>(
  db: Db,
  call: string,
  { caller, key, inputHash, markReplay }: CallContext & { caller: Caller },
): Promise<Answer | null> {
  if (key === null || inputHash === null) return null;
  const { rows } = await sql<{ answer: string; same: boolean }>`
    SELECT answer, input_hash = decode(${inputHash}, 'hex') AS same FROM idempotency_keys k
    WHERE EXISTS (SELECT FROM live_sessions(ARRAY[${caller.tokenHash}::bytea]))
      AND k.player_id = ${caller.playerId} AND call = ${call} AND key = ${key}
  `.execute(db);
  const [row] = rows;
  if (!row) return null;
  if (!row.same) refuse('EC_DUPLICATE_VALUE');
  markReplay();
  return JSON.parse(row.answer) as Answer;
}
