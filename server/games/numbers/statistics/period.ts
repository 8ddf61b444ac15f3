/** All that the statistics page shows of a game in a period. */
import type { ApiAnswer } from '#contract/api.ts';
import type { GameId } from '#rules/numbers/games.ts';
import {
  countJoker,
  countNumbers,
  countPairs,
  isOneMatrix,
  type NumberCount,
} from '#rules/numbers/statistics.ts';
import type { Db } from '#server/platform/database.ts';
import { drawsOf, type Period, spanOf } from './draws.ts';
import { largestPrizes, prizesByTier, prizesByYear } from './prizes.ts';

const pairsShown = 10;

export async function periodOf(
  db: Db,
  game: GameId,
  period: Period,
): Promise<ApiAnswer<'lotto.gameStatistics'>> {
  const draws = await drawsOf(db, game, period);
  const span = await spanOf(db, game, period);
  const { pairs, ...chance } = countPairs(draws, pairsShown);
  const [newest, oldest] = [draws[0], draws.at(-1)];
  return {
    gameId: game,
    period,
    draws: draws.length,
    samples: draws.filter(({ isSample }) => isSample).length,
    ...(oldest && newest && { from: oldest.date, to: newest.date }),
    isMixed: !isOneMatrix(draws),
    numbers: countNumbers(draws, 'main').map(viewCount),
    bonus: countNumbers(draws, 'bonus').map(viewCount),
    pairs: { ...chance, pairs: pairs.map(({ numbers, count }) => ({ numbers: [...numbers], count })) },
    joker: jokerView(countJoker(draws)),
    tiers: await prizesByTier(db, game, span),
    years: await prizesByYear(db, game, span),
    largest: await largestPrizes(db, game, span),
  };
}

function viewCount({ last, ...rest }: NumberCount) {
  return { ...rest, ...(last !== null && { last }) };
}

function jokerView({ draws, digits }: ReturnType<typeof countJoker>) {
  return { draws, digits: digits.map((digit) => ({ ...digit, places: [...digit.places] })) };
}
