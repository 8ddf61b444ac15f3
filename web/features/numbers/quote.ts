/**
 * What the slip costs now and why, by the same rules that the server prices with. Amounts in whole krónur.
 */
import type { GameIdOf } from '#rules/games.ts';
import { stakeOf, subscriptionTotal } from '#rules/numbers/price.ts';
import type { RuleVersion } from '#rules/numbers/versions.ts';
import { isk } from '#rules/values/money.ts';
import { type Weekday, weekdayOf } from '#rules/values/weeks.ts';
import {
  completeJoker,
  completeRows,
  isBegunRow,
  jokerLeft,
  leftIn,
  type Matrix,
  rowLetter,
  type Slip,
  type SlipRow,
} from './slip.ts';

/** What the page knows about the draw on sale. */
export type PlayDraw = {
  gameId: GameIdOf<'numbers'>;
  draw: number;
  drawDate: string;
  closeDate: string;
  amountRow: number;
  amountJoker: number;
  /** The rules it is sold under. */
  rules: RuleVersion;
  rollDown?: string | undefined;
  rollDownDraw: number;
  firstPrize: number;
  /** Basis points of what is staked on rows that go to prizes. */
  prizeShare: number;
  followingDraws: readonly { draw: number; drawDate: string }[];
};

export type Quote = {
  rows: readonly SlipRow[];
  /** Of `rows` on the slip: those that are left out have letters too. */
  letters: readonly string[];
  joker: number[] | undefined;
  /** How many numbers a system holds; 0 for rows. */
  system: number;
  /** Those that are drawn for: a system is many. */
  rowCount: number;
  draws: number;
  /** Of a subscription; null for a ticket. */
  days: readonly Weekday[] | null;
  /** What one draw costs. */
  perDraw: number;
  /** The days on which the ticket takes part. */
  drawDates: readonly string[];
  /** When the sale of the first of them ends. */
  closeDate: string;
  rowsPrice: number;
  jokerPrice: number;
  /** Of a subscription in a month. */
  total: number;
  /** Rows that have been begun but lack numbers. */
  unfinished: readonly { letter: string; left: number }[];
  /** Digits that the Joker lacks: until they are there, or it is removed, nothing is bought. */
  jokerLeft: number;
};

function stakeFor(slip: Slip, draw: PlayDraw, matrix: Matrix, draws: number) {
  return stakeOf({
    version: draw.rules,
    rows: completeRows(slip, matrix),
    system: slip.system,
    joker: completeJoker(slip),
    drawCount: draws,
    amountRow: isk(draw.amountRow),
    amountJoker: isk(draw.amountJoker),
  });
}

export function totalFor(slip: Slip, draw: PlayDraw, matrix: Matrix, draws: number): number {
  return stakeFor(slip, draw, matrix, draws).total;
}

export function quote(slip: Slip, draw: PlayDraw, matrix: Matrix): Quote {
  const lettered = slip.rows.map((row, index) => ({
    row,
    letter: rowLetter(index),
    left: leftIn(slip, row, matrix),
  }));
  const rows = completeRows(slip, matrix);
  const { rowCount, perDraw, total } = stakeFor(slip, draw, matrix, slip.draws);
  const { days } = slip;
  const joker = rows.length > 0 ? completeJoker(slip) : undefined;
  const known = [draw.drawDate, ...draw.followingDraws.map(({ drawDate }) => drawDate)];
  const dates = days === null ? known : known.filter((date) => days.includes(weekdayOf(date.slice(0, 10))));
  return {
    rows,
    letters: lettered.filter(({ left }) => left === 0).map(({ letter }) => letter),
    joker,
    system: slip.system,
    rowCount,
    draws: slip.draws,
    days,
    perDraw,
    drawDates: dates.slice(0, slip.draws),
    closeDate: draw.closeDate,
    rowsPrice: rowCount * draw.amountRow * slip.draws,
    jokerPrice: joker === undefined ? 0 : draw.amountJoker * slip.draws,
    total: days === null ? total : subscriptionTotal(perDraw, days.length),
    unfinished: lettered
      .filter(({ row, left }) => left > 0 && isBegunRow(row))
      .map(({ letter, left }) => ({ letter, left })),
    jokerLeft: jokerLeft(slip),
  };
}
