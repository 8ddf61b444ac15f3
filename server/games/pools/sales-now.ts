/** What a program has sold, and what its first tier has from before: for estimates. */
import { wholeCarry } from '#server/draws/settle/prizes.ts';
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

type Program = { drawId: number; game: string };
type Sales = { sales: number; carry: number };
export type SalesReader = (pages: Db, program: Program) => Promise<Sales>;

/** Adding up an open program reads all its coupons. */
const keptMs = 30_000;

export function createSalesReader(monotonicMs: () => number): SalesReader {
  const kept = new Map<number, { readAt: number; sales: Promise<Sales> }>();
  return (pages, program) => {
    const cached = kept.get(program.drawId);
    if (cached && monotonicMs() - cached.readAt < keptMs) return cached.sales;
    const sales = readSales(pages, program);
    kept.set(program.drawId, { readAt: monotonicMs(), sales });
    sales.catch(() => kept.delete(program.drawId));
    return sales;
  };
}

async function readSales(pages: Db, { drawId, game }: Program): Promise<Sales> {
  const { rows } = await sql<{ stakes: number; carryIn: number | null }>`
    SELECT coalesce(
      (SELECT stakes FROM seals WHERE draw_id = ${drawId}),
      (SELECT sum(stake) FROM coupons c WHERE draw_id = ${drawId} AND NOT EXISTS (
        SELECT FROM cancellations x WHERE x.player_id = c.player_id AND x.ticket_id = c.ticket_id
          AND x.coupon_id = c.coupon_id)),
      0)::bigint AS stakes,
      (SELECT carry_in FROM draw_prizes WHERE draw_id = ${drawId} AND revision = 1 AND part = 'main'
        AND tier = 1) AS "carryIn"`.execute(pages);
  const [{ stakes, carryIn } = { stakes: 0, carryIn: null }] = rows;
  return { sales: stakes, carry: carryIn ?? (await wholeCarry(pages, game))[1] ?? 0 };
}
