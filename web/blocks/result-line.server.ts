/** The latest result of each number lottery, cut to what a line shows. */
import type { NumbersResult } from '#contract/games/numbers.ts';
import type { Api } from '#web/api/client.ts';
import { type NumberGame, numberGames } from '#web/shared/games/number-games.ts';
import type { ShownResult } from './result-line.tsx';

export async function loadResults(api: Api): Promise<Record<string, ShownResult>> {
  const latest = await api('results.latest', {});
  const shown = numberGames.flatMap((gameId) => {
    const result = latest[gameId];
    return result ? [[gameId, shownResult(gameId, result)] as const] : [];
  });
  return Object.fromEntries(shown);
}

function shownResult(gameId: NumberGame, result: NumbersResult): ShownResult {
  const { drawDate, lottoNumbers, bonusNumbers, jokerNumbers, lottoWins } = result;
  return {
    gameId,
    drawDate,
    lottoNumbers,
    bonusNumbers,
    jokerNumbers,
    prizes:
      lottoWins.length === 0
        ? null
        : {
            isFirstWon: (lottoWins[0]?.winners ?? 0) > 0,
            count: lottoWins.reduce((sum, { winners }) => sum + winners, 0),
          },
  };
}
