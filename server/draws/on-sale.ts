/**
 * What the web process knows of the draws on sale, so that a purchase is checked and priced without the
 * database. Never decides: the sale statement reads the same rows again under lock.
 */

import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { drawsAhead } from './calendar.ts';
import { isOnSale, isUnclosed } from './draw.ts';
import type { Kinds } from './kind.ts';
import type { BoardReader, SaleBoard, SaleDraw } from './sale-board.ts';

export async function readSaleBoard(db: Db, kinds: Kinds): Promise<SaleBoard> {
  const { rows } = await sql<Omit<SaleDraw, 'reach'> & { inTurn: boolean }>`
    SELECT d.draw_id AS "drawId", d.game, d.number, d.draw_date AS "drawDate", d.close_date AS "closeDate",
      d.rules_id AS "rulesId", d.amount_row AS "amountRow", d.amount_side AS "amountSide",
      d.in_turn AS "inTurn"
    FROM (SELECT game, min(number) AS number FROM draws o WHERE ${isOnSale('o')} GROUP BY game) first
    JOIN draws d ON d.game = first.game AND ${isUnclosed('d')}
      AND CASE WHEN d.in_turn THEN d.number >= first.number ELSE d.state = 'released' END
    ORDER BY d.game, CASE WHEN d.in_turn THEN d.number END, d.close_date
  `.execute(db);
  const board = new Map<string, [SaleDraw, ...SaleDraw[]]>();
  for (const { inTurn, ...row } of rows) {
    if (!kinds.has(row.game)) continue;
    const draw = { ...row, reach: kinds.of(row.game).reach(row) };
    const draws = board.get(draw.game);
    if (!draws) board.set(draw.game, [draw]);
    else if (!inTurn || draws.length < drawsAhead) draws.push(draw);
  }
  return board;
}

/** The board, read again when it is older than `maxAgeMs` or was marked stale. */
export function createBoardReader(
  db: Db,
  kinds: Kinds,
  monotonicMs: () => number,
  maxAgeMs = 2000,
): BoardReader {
  let board: Promise<SaleBoard> | null = null;
  let readAt = 0;
  return {
    read(): Promise<SaleBoard> {
      if (!board || monotonicMs() - readAt > maxAgeMs) {
        readAt = monotonicMs();
        board = readSaleBoard(db, kinds);
        board.catch(() => {
          board = null;
        });
      }
      return board;
    },
    markStale(): void {
      board = null;
    },
  };
}
