/** The calendar of draws and what is on sale. Source: issue 2; domain §1.1, §11.2; decisions §4, §8. */
import { sql } from 'kysely';
import { drawCalendar } from '#rules/lotto/calendar.ts';
import { type GameId, isGameId, versionAt } from '#rules/lotto/games.ts';
import type { Tx } from '#server/platform/database.ts';
import { moveDrawTo } from './draw-store.ts';

/** Draws that a ticket bought now may reach beside the one on sale. */
export const drawsAhead = 10;

export async function gamesOnSale(tx: Tx): Promise<GameId[]> {
  const { rows } = await sql<{ game: string }>`SELECT game FROM games WHERE on_sale ORDER BY game`.execute(
    tx,
  );
  return rows.map(({ game }) => game).filter(isGameId);
}

/** Plans what is missing until ten draws follow the one on sale. Says how many were planned; repeatable. */
export async function extendCalendar(tx: Tx): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('calendar'))`.execute(tx);
  let planned = 0;
  for (const game of await gamesOnSale(tx)) planned += await extendGame(tx, game);
  return planned;
}

async function extendGame(tx: Tx, game: GameId): Promise<number> {
  const { rows } = await sql<{ open: number; now: Date }>`
    SELECT count(*) FILTER (WHERE closed_at IS NULL AND state IN ('created', 'released'))::integer AS open,
      domain_now() AS now
    FROM draws WHERE game = ${game} AND close_date > domain_now()`.execute(tx);
  const [{ open, now } = { open: 0, now: new Date(0) }] = rows;
  const missing = drawsAhead + 1 - open;
  if (missing <= 0) return 0;
  const today = now.toISOString().slice(0, 10);
  let planned = 0;
  for (const draw of drawCalendar(game, today, 2 * (drawsAhead + 2))) {
    if (planned === missing) break;
    if (new Date(draw.closeDate) <= now) continue;
    const { version } = versionAt(game, draw.date);
    const answer = await sql<{ id: number | null }>`
      SELECT plan_draw(${game}, ${draw.draw}, ${draw.drawDate}, ${draw.closeDate}, ${version}) AS id`.execute(
      tx,
    );
    if (answer.rows[0]?.id != null) planned += 1;
  }
  return planned;
}

/** Puts the earliest draw of every game on sale where none is. Says how many; repeatable. */
export async function openDraws(tx: Tx): Promise<number> {
  const { rows } = await sql<{ draw_id: number }>`
    SELECT DISTINCT ON (d.game) d.draw_id
    FROM draws d JOIN games g ON g.game = d.game AND g.on_sale
    WHERE d.state = 'created' AND NOT EXISTS (
      SELECT FROM draws o WHERE o.game = d.game AND o.state = 'released' AND o.closed_at IS NULL)
    ORDER BY d.game, d.number`.execute(tx);
  for (const { draw_id } of rows) await moveDrawTo(tx, draw_id, 'released', 'calendar');
  return rows.length;
}
