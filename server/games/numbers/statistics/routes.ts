/** Statistics of past draws: one call for machines, one for the page. */
import type { ApiAnswer } from '#contract/api.ts';
import { gameOf } from '#rules/games.ts';
import { type GameId, gameIds } from '#rules/numbers/games.ts';
import { countJoker, countNumbers, type Drum } from '#rules/numbers/statistics.ts';
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';
import { gameIdOf } from '../game-id.ts';
import { drawsOf, type Period } from './draws.ts';
import { periodOf } from './period.ts';
import { whatIfOf } from './what-if.ts';

export function statisticsRoutes(db: Db) {
  return {
    'lotto.statistics': async ({ query: { gameId, year } }) =>
      countsOf(db, gameId === undefined ? gameIds : [gameIdOf(gameId)], year),
    'lotto.gameStatistics': async ({ params, query: { year } }) => {
      const game = gameIdOf(params.gameId);
      return periodOf(db, game, year === undefined ? 'matrix' : year === 'all' ? 'all' : yearOf(game, year));
    },
    'lotto.whatIf': async ({ params, query }) => whatIfOf(db, gameIdOf(params.gameId), query),
  } satisfies Partial<Handlers>;
}

async function countsOf(
  db: Db,
  games: readonly GameId[],
  year: string | undefined,
): Promise<ApiAnswer<'lotto.statistics'>> {
  const answer: ApiAnswer<'lotto.statistics'> = { lotto: {}, bonus: {}, joker: {}, draws: {} };
  for (const game of games) {
    const period: Period = year === undefined ? 'all' : yearOf(game, year, games.length > 1);
    const draws = await drawsOf(db, game, period);
    const counts = (drum: Drum) => countNumbers(draws, drum).map(({ number, count }) => ({ number, count }));
    answer.lotto[game] = counts('main');
    answer.bonus[game] = counts('bonus');
    answer.joker[game] = countJoker(draws).digits.map(({ digit, count }) => ({ number: digit, count }));
    answer.draws[game] = draws.length;
  }
  return answer;
}

/** Of several games asked for at once, the younger ones had no draws in the older's first years. */
function yearOf(game: GameId, text: string, ofSeveral = false): number {
  const year = /^\d{4}$/.test(text) ? Number(text) : 0;
  const first = gameOf(ofSeveral ? (gameIds[0] ?? game) : game)?.firstYear ?? 0;
  if (year < first)
    refuse('EC_INVALID_INPUT', { issues: { query: [{ path: ['year'], message: 'invalidDate' }] } });
  return year;
}
