/** Results across games. */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import type { Issue } from '#contract/errors.ts';
import type { NumbersResult } from '#contract/games/numbers.ts';
import { type GameIdOf, gameOf } from '#rules/games.ts';
import { weeksInYear } from '#rules/values/weeks.ts';
import { gameNamed } from '#server/draws/game-named.ts';
import type { Kinds } from '#server/draws/kind.ts';
import {
  latestResult,
  type ResultParts,
  resultsOfWeek,
  weeksWithResults,
} from '#server/draws/published-results.ts';
import { latestToto, latestXg } from '#server/games/pools/result.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';

export function resultRoutes(parts: ResultParts) {
  const { db, kinds } = parts;
  return {
    'results.latest': () => latestOfEveryGame(parts),
    'results.lotto': ({ query }) => ofWeek(parts, query),
    'results.pots': async ({ query }) => {
      const game = gameNamed(kinds, query.gameId);
      return { pots: (await kinds.of(game).showing.pots?.(db, game)) ?? [] };
    },
    'results.gameNames': async () => ({ games: namedGames(kinds) }),
    'results.weeks': async () => ({ weeks: await weeksWithResults({ db, kinds }) }),
    'results.lottoLatest': async ({ query }) =>
      (await latestResult(parts, gameNamed(kinds, query.gameId))) ?? refuse('EC_NO_DATA_FOUND'),
  } satisfies Partial<Handlers>;
}

function namedGames(kinds: Kinds): ApiAnswer<'results.gameNames'>['games'] {
  return kinds.all.flatMap(({ games, showing }) =>
    games.flatMap((gameId) => {
      const names = showing.names(gameId);
      return names ? [{ gameId, ...names }] : [];
    }),
  );
}

async function latestOfEveryGame(parts: ResultParts): Promise<ApiAnswer<'results.latest'>> {
  const latest = async (game: GameIdOf<'numbers'>) =>
    (await latestResult(parts, game)) as NumbersResult | null;
  return {
    lotto: await latest('lotto'),
    vikinglotto: await latest('vikinglotto'),
    eurojackpot: await latest('eurojackpot'),
    totoeng: await latestToto(parts.db, 'totoeng', 'is'),
    totoeur: await latestToto(parts.db, 'totoeur', 'is'),
    xg: await latestXg(parts.db, 'is'),
    lengjan: null,
  };
}

async function ofWeek(
  parts: ResultParts,
  query: ApiInput<'results.lotto'>['query'],
): Promise<ApiAnswer<'results.lotto'>> {
  const game = gameNamed(parts.kinds, query.gameId);
  const [week, year] = [wholeNumber(query.week), wholeNumber(query.year)];
  const issues: Issue[] = [];
  if (week < 1 || week > 53) issues.push({ path: ['week'], message: 'invalidWeek' });
  if (year < (gameOf(game)?.firstYear ?? 0) || year > 9998)
    issues.push({ path: ['year'], message: 'invalidDate' });
  if (issues.length > 0) refuse('EC_INVALID_INPUT', { issues: { query: issues } });
  // A year of 52 weeks has no draws in its 53rd.
  return { results: week > weeksInYear(year) ? [] : await resultsOfWeek(parts, game, { week, year }) };
}

function wholeNumber(text: string): number {
  return /^\d{1,4}$/.test(text) ? Number(text) : 0;
}
