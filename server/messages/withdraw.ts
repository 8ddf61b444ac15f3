/** Messages that are not sent after all. */

import type { Tx } from '#server/platform/database.ts';
import { removeJobs } from '#server/platform/jobs.ts';
import { sql } from '#server/platform/sql.ts';
import { messageKey } from './messages.ts';

/**
 * Takes back what waits to be sent to a player, and notes it as given up.
 *
 * @returns false when one is just being sent: then the caller rolls back and tries again
 */
export async function withdrawMessages(tx: Tx, playerId: number): Promise<boolean> {
  const { rows } = await sql<{ messageId: string }>`
    SELECT message_id AS "messageId" FROM messages WHERE player_id = ${playerId}`.execute(tx);
  const messageIds = rows.map((row) => row.messageId);
  await sql`
    INSERT INTO message_outcomes (message_id, outcome, attempt, reason)
    SELECT message_id, 'given_up', 1, 'the player was erased' FROM unnest(${messageIds}::uuid[]) m(message_id)
    ON CONFLICT DO NOTHING`.execute(tx);
  return removeJobs(tx, messageIds.map(messageKey));
}
