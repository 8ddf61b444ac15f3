/** Turns off letters of a kind by the unsubscribe address of such a letter. */
import type { Unsubscription } from '#server/messages/unsubscribe.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { endReminders } from '#server/players/reminder/draw-reminders.ts';

const columnOf = { drawLetters: 'draw_letters', mailList: 'mail_list' } as const;

/**
 * Idempotent. Never waits for the player's lock, since the call needs no session: throws
 * EC_SYSTEM_CLOSED (503) while another transaction holds the lock.
 */
export async function declineLetters(db: Db, { playerId, choice }: Unsubscription): Promise<void> {
  if (choice === 'drawReminders') return transaction(db, (tx) => endReminders(tx, playerId));
  const column = sql.ref(columnOf[choice]);
  const choiceIsOn = sql`player_id = ${playerId} AND erased_at IS NULL AND ${column}`;
  const isDone = await transaction(db, async (tx) => {
    await sql`
      UPDATE players SET ${column} = false WHERE player_id IN (
        SELECT player_id FROM players WHERE ${choiceIsOn} FOR NO KEY UPDATE SKIP LOCKED)`.execute(tx);
    const { rows } = await sql`SELECT FROM players WHERE ${choiceIsOn}`.execute(tx);
    return rows.length === 0;
  });
  if (!isDone) refuse('EC_SYSTEM_CLOSED', { status: 503, retryAfterSeconds: 1 });
}
