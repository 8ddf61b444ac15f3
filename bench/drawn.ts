import type { GameId } from '#rules/numbers/games.ts';

/** The result that benches enter for each draw. */
export const drawn: Readonly<Record<GameId, { numbers: number[]; bonusNumbers: number[]; joker: string }>> = {
  lotto: { numbers: [4, 9, 17, 30, 44], bonusNumbers: [22], joker: '31415' },
  vikinglotto: { numbers: [4, 9, 17, 30, 41, 44], bonusNumbers: [2], joker: '31415' },
  eurojackpot: { numbers: [4, 9, 17, 30, 44], bonusNumbers: [2, 11], joker: '31415' },
};
