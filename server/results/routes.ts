/** Results across games. */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import type { Issue } from '#contract/errors.ts';
import { gameOf } from '#rules/games.ts';
import { weeksInYear } from '#rules/values/weeks.ts';
import { gameIdOf } from '#server/games/numbers/game-id.ts';
import { potsOf } from '#server/games/numbers/pots.ts';
import { latestResult, resultsOfWeek, weeksWithResults } from '#server/games/numbers/published-results.ts';
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';

export function resultRoutes(db: Db) {
  return {
    'results.latest': () => latestOfEveryGame(db),
    'results.lotto': ({ query }) => ofWeek(db, query),
    'results.pots': async ({ query }) => ({ pots: await potsOf(db, gameIdOf(query.gameId)) }),
    'results.weeks': async () => ({ weeks: await weeksWithResults(db) }),
    'results.lottoLatest': async ({ query }) =>
      (await latestResult(db, gameIdOf(query.gameId))) ?? refuse('EC_NO_DATA_FOUND'),
  } satisfies Partial<Handlers>;
}

async function latestOfEveryGame(db: Db): Promise<ApiAnswer<'results.latest'>> {
  return {
    lotto: await latestResult(db, 'lotto'),
    vikinglotto: await latestResult(db, 'vikinglotto'),
    eurojackpot: await latestResult(db, 'eurojackpot'),
    totoeng: null,
    totoeur: null,
    xg: null,
    lengjan: null,
  };
}

async function ofWeek(
  db: Db,
  query: ApiInput<'results.lotto'>['query'],
): Promise<ApiAnswer<'results.lotto'>> {
  const game = gameIdOf(query.gameId);
  const [week, year] = [wholeNumber(query.week), wholeNumber(query.year)];
  const issues: Issue[] = [];
  if (week < 1 || week > 53) issues.push({ path: ['week'], message: 'invalidWeek' });
  if (year < (gameOf(game)?.firstYear ?? 0) || year > 9998)
    issues.push({ path: ['year'], message: 'invalidDate' });
  if (issues.length > 0) refuse('EC_INVALID_INPUT', { issues: { query: issues } });
  // A year of 52 weeks has no draws in its 53rd.
  return { results: week > weeksInYear(year) ? [] : await resultsOfWeek(db, game, { week, year }) };
}

function wholeNumber(text: string): number {
  return /^\d{1,4}$/.test(text) ? Number(text) : 0;
}
