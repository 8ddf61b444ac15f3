/** A draw with its result as it is read for the public, and what is shown of it in every game. */

import type { DrawResultHead, PrizeRow } from '#contract/draws.ts';
import { type GameWeek, weekdayOf } from '#rules/values/weeks.ts';
import { dateOfDraw } from './draw.ts';
import type { Outcome } from './outcome.ts';

export type ResultRow = {
  game: string;
  number: number;
  drawDate: Date;
  /** Its week is this day's, also when the draw was moved. */
  plannedDate: string;
  closeDate: Date;
  amountRow: number;
  amountSide: number;
  rulesId: string;
  state: string;
  origin: string;
  outcome: Outcome | null;
  confirmedAt: Date | null;
  rowsSold: number | null;
  prizes: readonly WonPrize[];
};

export type WonPrize = {
  part: 'main' | 'side';
  condition: string;
  amount: number;
  winners: number;
  local: number;
  /** Null where others settled the draw. */
  carry: number | null;
};

/** @param weekOf of its kind */
export function resultHead(row: ResultRow, weekOf: (date: string) => GameWeek): DrawResultHead {
  const cancelled = row.state === 'cancelled';
  return {
    gameId: row.game,
    draw: row.number,
    status: cancelled ? 'closed' : 'resulted',
    drawDate: row.drawDate.toISOString(),
    closeDate: row.closeDate.toISOString(),
    amountRow: row.amountRow,
    rulesId: row.rulesId,
    drawDay: weekdayOf(dateOfDraw(row)),
    ...weekOf(row.plannedDate),
    ...(row.rowsSold !== null && { rowsSold: row.rowsSold }),
    ...(row.confirmedAt && { confirmedAt: row.confirmedAt.toISOString() }),
    ...(row.origin === 'sample' && { sample: true }),
    ...(cancelled && { cancelled }),
  };
}

/** `amount` is what one winning row takes. */
export function shownPrize({ condition, amount, winners, local }: WonPrize): PrizeRow {
  return { name: condition, amount, winners, amountTotal: amount * winners, winnerCountLocal: local };
}
