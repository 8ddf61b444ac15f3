/** What the public knows of an outcome that comes part by part, before it is confirmed and after. */
import type { Facts } from '#contract/draws.ts';
import type { Db } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { gameNamed } from './game-named.ts';
import type { Kinds, Outcome } from './kind.ts';
import { latestProposal } from './results.ts';

type Row = {
  drawId: number;
  drawDate: Date;
  plannedDate: string;
  isCancelled: boolean;
  confirmed: Outcome | null;
};

/** Refuses with EC_NO_DATA_FOUND where there is no such draw, and for games whose result comes at once. */
export async function readFacts(db: Db, kinds: Kinds, game: string, number: number): Promise<Facts> {
  const { factsOf, weekOf } = kinds.of(gameNamed(kinds, game));
  const { rows } = await sql<Row>`
    SELECT d.draw_id AS "drawId", d.draw_date AS "drawDate", d.planned_date AS "plannedDate",
      d.state = 'cancelled' AS "isCancelled", r.outcome AS confirmed
    FROM draws d LEFT JOIN current_results r USING (draw_id)
    WHERE d.game = ${game} AND d.number = ${number}`.execute(db);
  const [row] = rows;
  if (!row || !factsOf) refuse('EC_NO_DATA_FOUND');
  const { drawId, drawDate, plannedDate, isCancelled, confirmed } = row;
  const entered = isCancelled ? null : (confirmed ?? (await latestProposal(db, drawId))?.outcome);
  return {
    gameId: game,
    draw: number,
    drawDate: drawDate.toISOString(),
    ...weekOf(plannedDate),
    isConfirmed: confirmed !== null,
    facts: entered ? [...factsOf(entered)] : [],
  };
}
