/** Which draws are planned, and the next of each game put on sale. */

import type { Db, Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { isOnSale, isUnclosed, lockDraw, moveDrawTo } from './draw.ts';
import type { Kinds, PlannedDraw } from './kind.ts';

/** Draws planned after the one on sale. A ticket reaches at most as many, the one on sale included. */
export const drawsAhead = 10;

/** Those that a calendar plans. */
async function gamesOnSale(tx: Tx, kinds: Kinds): Promise<string[]> {
  const { rows } = await sql<{ game: string }>`SELECT game FROM games WHERE on_sale ORDER BY game`.execute(
    tx,
  );
  return rows.map(({ game }) => game).filter((game) => kinds.withCalendar.includes(game));
}

/** Plans what is missing until ten draws follow the one on sale. Says how many were planned; repeatable. */
export async function extendCalendar(tx: Tx, kinds: Kinds): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('calendar'))`.execute(tx);
  let planned = 0;
  for (const game of await gamesOnSale(tx, kinds)) planned += await extendGame(tx, kinds, game);
  await replan(tx, kinds);
  return planned;
}

async function extendGame(tx: Tx, kinds: Kinds, game: string): Promise<number> {
  const { rows } = await sql<{ open: number; now: Date }>`
    SELECT count(*) FILTER (WHERE ${isUnclosed('draws')})::integer AS open,
      domain_now() AS now
    FROM draws WHERE game = ${game} AND close_date > domain_now()`.execute(tx);
  const [{ open, now } = { open: 0, now: new Date(0) }] = rows;
  const missing = drawsAhead + 1 - open;
  if (missing <= 0) return 0;
  const today = now.toISOString().slice(0, 10);
  let planned = 0;
  for (const draw of kinds.of(game).calendar(game)?.(today, 2 * (drawsAhead + 2)) ?? []) {
    if (planned === missing) break;
    if (new Date(draw.closeDate) <= now) continue;
    if ((await planDraw(tx, kinds, game, draw)) !== null) planned += 1;
  }
  return planned;
}

type Outdated = { drawId: number; game: string; date: string; rulesId: string };

/**
 * A planned draw takes the rules of its date until somebody has bought into it; then it keeps those it was
 * sold under. These are the draws that new rules have come for.
 */
async function outdatedDraws(db: Db, kinds: Kinds): Promise<Outdated[]> {
  const { rows } = await sql<Outdated>`
    SELECT d.draw_id AS "drawId", d.game, d.planned_date AS date, d.rules_id AS "rulesId"
    FROM draws d JOIN games g ON g.game = d.game AND g.on_sale
    WHERE d.state = 'created' AND NOT EXISTS (SELECT FROM coupons c WHERE c.draw_id = d.draw_id)
    ORDER BY d.draw_id`.execute(db);
  return rows.filter(
    ({ game, date, rulesId }) => kinds.has(game) && kinds.of(game).termsOn(game, date).rulesId !== rulesId,
  );
}

async function replan(tx: Tx, kinds: Kinds): Promise<void> {
  for (const { drawId, game, date } of await outdatedDraws(tx, kinds)) {
    const { rulesId, amountRow, amountSide, highWinFrom, hold, awaitsFigures, playerRowsMax } = kinds
      .of(game)
      .termsOn(game, date);
    // A purchase holds the row shared: whoever bought before is seen once the lock is ours.
    await lockDraw(tx, drawId);
    await sql`
      UPDATE draws d SET rules_id = ${rulesId}, amount_row = ${amountRow}, amount_side = ${amountSide},
        high_win_from = ${highWinFrom}, held_above = ${hold?.above ?? null},
        held_days = ${hold?.days ?? null}, awaits_figures = ${awaitsFigures},
        player_rows_max = ${playerRowsMax}
      WHERE draw_id = ${drawId} AND state = 'created'
        AND NOT EXISTS (SELECT FROM coupons c WHERE c.draw_id = d.draw_id)`.execute(tx);
  }
}

/** Plans a draw under the rules of its date; null when it is planned already. */
export async function planDraw(
  tx: Tx,
  kinds: Kinds,
  game: string,
  draw: PlannedDraw,
  { actor = 'calendar', ...own }: { actor?: string; awaitsFigures?: boolean } = {},
): Promise<number | null> {
  const terms = { ...kinds.of(game).termsOn(game, draw.date), ...own };
  const { rulesId, amountRow, amountSide, highWinFrom, hold, awaitsFigures, playerRowsMax } = terms;
  const { rows } = await sql<{ id: number | null }>`
    SELECT plan_draw(${game}, ${draw.draw}, ${draw.drawDate}, ${draw.closeDate}, ${rulesId}, ${amountRow},
      ${amountSide}, ${highWinFrom}, ${awaitsFigures}, ${hold?.above ?? null},
      ${hold?.days ?? null}, ${playerRowsMax}, ${kinds.withCalendar.includes(game)}, ${actor}) AS id`.execute(
    tx,
  );
  return rows[0]?.id ?? null;
}

/** Puts the earliest draw of every calendar on sale where none is. Says how many; repeatable. */
export async function openDraws(tx: Tx): Promise<number> {
  const { rows } = await sql<{ drawId: number }>`
    SELECT DISTINCT ON (d.game) d.draw_id AS "drawId"
    FROM draws d JOIN games g ON g.game = d.game AND g.on_sale
    WHERE d.state = 'created' AND d.in_turn AND NOT EXISTS (
      SELECT FROM draws o WHERE o.game = d.game AND ${isOnSale('o')})
    ORDER BY d.game, d.number`.execute(tx);
  for (const { drawId } of rows) await moveDrawTo(tx, drawId, 'released', 'calendar');
  return rows.length;
}
