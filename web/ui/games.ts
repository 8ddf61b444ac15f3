/**
 * What screens need to know of the three number lotteries beside their rules: shape and name of
 * the extra numbers.
 */
import { type NumberGame, numberGames } from '#web/page/paths.ts';
import type { BonusShape } from './discs.tsx';

export function isNumberGame(gameId: string): gameId is NumberGame {
  return (numberGames as readonly string[]).includes(gameId);
}

export const bonusShapes: Readonly<Record<NumberGame, BonusShape>> = {
  lotto: 'bonus',
  vikinglotto: 'shield',
  eurojackpot: 'star',
};
