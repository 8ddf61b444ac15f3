/** The number lotteries for screens: which they are, and the shape of the extra numbers of each. */
import { type GameIdOf, gameIdsOf } from '#rules/games.ts';
import type { BonusShape } from '#web/ui/discs.tsx';

export const numberGames = gameIdsOf('numbers');
export type NumberGame = GameIdOf<'numbers'>;

export function isNumberGame(gameId: string): gameId is NumberGame {
  return (numberGames as readonly string[]).includes(gameId);
}

export const bonusShapes: Readonly<Record<NumberGame, BonusShape>> = {
  lotto: 'bonus',
  vikinglotto: 'shield',
  eurojackpot: 'star',
};
