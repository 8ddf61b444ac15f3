/** Reminds players who asked for it of a draw without a ticket of theirs, some hours before its sale ends. */

import { isOnSale } from '#server/draws/draw.ts';
import { gameInLetters } from '#server/draws/game-in-letters.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { type Mailing, queueMailing } from '#server/messages/messages.ts';
import { pageAddress } from '#server/messages/page-address.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';
import { takeDueReminders } from '#server/players/reminder/draw-reminders.ts';
import { localeOf } from './reader.ts';

/** Players in one turn, so that other deadlines need not wait for all of them. */
const portion = 200;
const ahead = sql`interval '6 hours'`;

/** Draws on sale with players who asked for a reminder and have not been looked at yet. */
const reminded = sql`(
  SELECT draw_id, game, draw_date, close_date, planned_date FROM draws d
  WHERE ${isOnSale('d')} AND close_date > domain_now()
    AND EXISTS (SELECT FROM draw_reminders r WHERE r.game = d.game AND r.told_until < d.close_date)
) AS reminded`;

export const drawReminderDeadline = (kinds: Kinds): Deadline => ({
  name: 'draw reminders',
  due: sql`SELECT min(close_date) - ${ahead} FROM ${reminded}`,
  run: (db: Db) => transaction(db, (tx) => writePortion(tx, kinds)),
});

type ReminderDraw = {
  drawId: number;
  game: string;
  drawDate: Date;
  closeDate: Date;
  plannedDate: string | null;
};

async function writePortion(tx: Tx, kinds: Kinds): Promise<number> {
  const { rows } = await sql<ReminderDraw>`
    SELECT draw_id AS "drawId", game, draw_date AS "drawDate", close_date AS "closeDate",
      planned_date AS "plannedDate"
    FROM ${reminded} WHERE close_date <= domain_now() + ${ahead} ORDER BY close_date LIMIT 1`.execute(tx);
  const [draw] = rows;
  if (!draw) return 0;
  const playerIds = await takeDueReminders(tx, draw, portion);
  const readers = await readersWithoutTicket(tx, draw, playerIds);
  await queueMailing(
    tx,
    readers.map((reader) => letterOf(kinds, draw, reader)),
  );
  return playerIds.length;
}

type Reader = { playerId: number; locale: 'is' | 'en' };

/** Leaves out players who cannot buy: in a break, without a valid electronic ID or with a closed account. */
async function readersWithoutTicket(
  tx: Tx,
  { drawId, game, plannedDate }: ReminderDraw,
  playerIds: readonly number[],
): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    SELECT p.player_id AS "playerId", ${localeOf(sql`p.player_id`)} AS locale
    FROM players p JOIN wallets w USING (player_id)
    WHERE p.player_id = ANY (${playerIds}::bigint[]) AND p.mailbox AND p.erased_at IS NULL
      AND limits_inactive(w.closed_at, w.certificate_expires, domain_now()) IS NULL
      AND w.locked_until <= domain_now()
      AND NOT EXISTS (
        SELECT FROM player_coupons c
        WHERE c.player_id = p.player_id AND c.draw_id = ${drawId} AND c.status <> 'cancelled')
      AND NOT EXISTS (
        SELECT FROM subscription_states s
        WHERE s.player_id = p.player_id AND s.game = ${game} AND ${plannedDate}::date = ANY (s.draw_dates))
    ORDER BY p.player_id`.execute(tx);
  return rows;
}

function letterOf(
  kinds: Kinds,
  { game, drawDate, closeDate }: ReminderDraw,
  { playerId, locale }: Reader,
): Mailing {
  const values = {
    ...gameInLetters(kinds.of(game).showing, game),
    ...{ date: drawDate.toISOString(), time: drawDate.toISOString(), closeTime: closeDate.toISOString() },
    url: pageAddress(locale, `/lottoleikir/${game}/spila`),
  };
  return { playerId, locale, kind: 'drawReminder', values };
}
