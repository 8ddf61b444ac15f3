/** The prize table of a settled draw as it is published and signed. */
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

/** Pools and carries in 1/10⁸ kr. as text; left out where a prize is fixed or paid by others. */
export type PublishedTier = {
  part: 'main' | 'side';
  tier: number;
  condition: string;
  carryIn?: string;
  /** Part of `carryIn` that the previous draw did not leave: the amount the game was opened with. */
  opened?: string;
  pool?: string;
  carryOut?: string;
  winners: number;
  winnersLocal: number;
  amount: number;
};

type Row = PublishedTier & Record<Exact, string | null>;
type Exact = 'carryIn' | 'opened' | 'pool' | 'carryOut';

/** @param drawBefore the draw whose carry this one took, null where there is none */
export async function publishedTiers(
  db: Db,
  drawId: number,
  drawBefore: number | null,
): Promise<PublishedTier[]> {
  const { rows } = await sql<Row>`
    SELECT p.part, p.tier, p.condition, p.carry_in_exact::text AS "carryIn",
      (p.carry_in_exact - coalesce(b.carry_out_exact, 0))::text AS opened, p.pool_exact::text AS pool,
      p.carry_out_exact::text AS "carryOut", p.winners, p.winners_local AS "winnersLocal", p.amount
    FROM draw_prizes p
    LEFT JOIN draw_prizes b
      ON b.draw_id = ${drawBefore}::bigint AND b.revision = 1 AND b.part = p.part AND b.tier = p.tier
    WHERE p.draw_id = ${drawId} AND p.revision = 1 ORDER BY p.part, p.tier`.execute(db);
  return rows.map(({ carryIn, opened, pool, carryOut, ...tier }) => ({
    ...tier,
    ...(carryIn !== null && { carryIn }),
    ...(carryIn !== null && opened !== null && { opened }),
    ...(pool !== null && { pool }),
    ...(carryOut !== null && { carryOut }),
  }));
}

export type SettledBefore = { drawId: number; number: number; signature: Buffer };

/**
 * The draw whose carry waits for the game's next draw, as `waiting_carry` finds it; the last one where no
 * draw of the game has a carry, and null for the first.
 */
export async function lastSettled(db: Db, game: string): Promise<SettledBefore | null> {
  const { rows } = await sql<SettledBefore>`
    SELECT s.draw_id AS "drawId", d.number, s.signature
    FROM draw_settlements s JOIN draws d USING (draw_id)
    WHERE d.game = ${game} ORDER BY EXISTS (SELECT FROM draw_prizes p
      WHERE p.draw_id = s.draw_id AND p.revision = 1 AND p.carry_out_exact IS NOT NULL) DESC,
      d.draw_date DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
}
