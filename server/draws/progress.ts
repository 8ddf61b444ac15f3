/** How far the latest draws have come, for pages that watch them. */

import type { Progress } from '#contract/draws.ts';
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

/** A page that has been open for longer than so many draws is told nothing. */
const drawsPerGame = 4;

export async function readProgress(db: Db): Promise<Progress> {
  const { rows } = await sql<Progress['draws'][number]>`
    SELECT game AS "gameId", closed.number AS draw, closed.result AS "hasResult"
    FROM (SELECT DISTINCT game FROM draws) games
    CROSS JOIN LATERAL (
      SELECT d.number, EXISTS (SELECT FROM current_results r WHERE r.draw_id = d.draw_id) AS result
      FROM draws d WHERE d.game = games.game AND d.closed_at IS NOT NULL
      ORDER BY d.draw_date DESC LIMIT ${drawsPerGame}
    ) closed
    ORDER BY game, closed.number DESC`.execute(db);
  return { draws: rows };
}
