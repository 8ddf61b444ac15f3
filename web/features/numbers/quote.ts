/**
 * What the slip costs now and why, by the same rules that the server prices with. Amounts in whole krónur.
 */
import type { GameIdOf } from '#rules/games.ts';
import { rulesOf } from '#rules/numbers/games.ts';
import { stakeOf } from '#rules/numbers/price.ts';
import { isk } from '#rules/values/money.ts';
import {
  completeJoker,
  completeRows,
  isComplete,
  jokerLeft,
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
  rulesId: string;
  rollDown?: string | undefined;
  rollDownDraw: number;
  firstPrize: number;
  followingDraws: readonly { draw: number; drawDate: string }[];
};

export type Quote = {
  rows: readonly SlipRow[];
  /** Of `rows` on the slip: those that are left out have letters too. */
  letters: readonly string[];
  joker: number[] | undefined;
  draws: number;
  /** The days on which the ticket takes part. */
  drawDates: readonly string[];
  rowsPrice: number;
  jokerPrice: number;
  total: number;
  /** Rows that have been begun but lack numbers. */
  unfinished: readonly { letter: string; left: number }[];
  /** Digits that the Joker lacks: until they are there, or it is removed, nothing is bought. */
  jokerLeft: number;
};

export function totalFor(slip: Slip, draw: PlayDraw, matrix: Matrix, draws: number): number {
  return stakeOf({
    version: rulesOf(draw),
    rows: completeRows(slip, matrix),
    joker: completeJoker(slip),
    drawCount: draws,
    amountRow: isk(draw.amountRow),
    amountJoker: isk(draw.amountJoker),
  }).total;
}

export function quote(slip: Slip, draw: PlayDraw, matrix: Matrix): Quote {
  const lettered = slip.rows.map((row, index) => ({ row, letter: rowLetter(index) }));
  const rows = completeRows(slip, matrix);
  const joker = rows.length > 0 ? completeJoker(slip) : undefined;
  const rowsPrice = rows.length * draw.amountRow * slip.draws;
  const jokerPrice = joker === undefined ? 0 : draw.amountJoker * slip.draws;
  const days = [draw.drawDate, ...draw.followingDraws.map(({ drawDate }) => drawDate)];
  return {
    rows,
    letters: lettered.filter(({ row }) => isComplete(row, matrix)).map(({ letter }) => letter),
    joker,
    draws: slip.draws,
    drawDates: days.slice(0, slip.draws),
    rowsPrice,
    jokerPrice,
    total: totalFor(slip, draw, matrix, slip.draws),
    unfinished: lettered
      .filter(({ row }) => row.numbers.length > 0 && !isComplete(row, matrix))
      .map(({ row, letter }) => ({ letter, left: matrix.pick - row.numbers.length })),
    jokerLeft: jokerLeft(slip),
  };
}
