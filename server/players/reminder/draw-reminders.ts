/** Which games a player has asked to be reminded of, on an evening without a ticket. */

import type { ApiInput } from '#contract/api.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { type Sql, sql } from '#server/platform/sql.ts';

/** Asking again, and ending what was not asked for, changes nothing. */
export function remindOfDraws(
  db: Db,
  playerId: number,
  { body: { gameId, isWanted } }: ApiInput<'account.remindOfDraws'>,
): Promise<undefined> {
  return transaction(db, async (tx) => {
    await (isWanted
      ? sql`
        INSERT INTO draw_reminders (player_id, game, asked_at, told_until)
        SELECT ${playerId}, ${gameId}, at, at FROM (SELECT domain_now() AS at) AS moment
        ON CONFLICT DO NOTHING`.execute(tx)
      : sql`DELETE FROM draw_reminders WHERE player_id = ${playerId} AND game = ${gameId}`.execute(tx));
    return undefined;
  });
}

/** Ends all reminders of a player: by the link in a letter, or when the account is erased. */
export async function endReminders(tx: Tx, playerId: number): Promise<void> {
  await sql`DELETE FROM draw_reminders WHERE player_id = ${playerId}`.execute(tx);
}

/** SQL: the games of a player, as a list. */
export const remindedGames = (playerId: Sql): Sql =>
  sql`ARRAY(SELECT game FROM draw_reminders WHERE player_id = ${playerId} ORDER BY game)`;

/**
 * Takes the next players whose reminders of a draw are due, and marks this draw as handled for them.
 *
 * @param closeDate of the draw
 */
export async function takeDueReminders(
  tx: Tx,
  { game, closeDate }: { game: string; closeDate: Date },
  count: number,
): Promise<number[]> {
  const { rows } = await sql<{ playerId: number }>`
    UPDATE draw_reminders SET told_until = ${closeDate}
    WHERE (player_id, game) IN (
      SELECT player_id, game FROM draw_reminders WHERE game = ${game} AND told_until < ${closeDate}
      ORDER BY player_id LIMIT ${count} FOR UPDATE SKIP LOCKED)
    RETURNING player_id AS "playerId"`.execute(tx);
  return rows.map(({ playerId }) => playerId);
}
