/**
 * What the results page shows: the results of a week, or of the latest draw, with the seals that belong to
 * them.
 */
import type { ApiAnswer } from '#contract/api.ts';
import { type GameWeek, weekOf, weeksInYear } from '#rules/values/weeks.ts';
import { type Api, isApiError } from '#web/api.ts';
import { askedWeek, type Bounds, earliestYear, weekAfter, weekBefore, yearsDown } from './week-step.ts';

export type Result = ApiAnswer<'results.lottoLatest'>;
export type Evidence = ApiAnswer<'lotto.evidence'>;

export async function loadResults(api: Api, gameId: string, query: URLSearchParams, now: string) {
  const current = weekOf(now.slice(0, 10));
  const bounds: Bounds = { earliest: earliestYear[gameId] ?? 1987, current };
  const asked = askedWeek(query.get('year'), query.get('week'), bounds);
  const isRefused = asked === null && (query.has('week') || query.has('year'));
  const results = asked === null ? await latest(api, gameId) : await ofWeek(api, gameId, asked);
  const shown: GameWeek = asked ?? weekOfResult(results[0]) ?? current;
  const sealed =
    asked === null || isSame(asked, current) ? await sealedUndrawn(api, gameId, results[0]) : null;
  return {
    results: await Promise.all(
      results.map(async (result) => ({ result, evidence: await evidenceOf(api, gameId, result.draw) })),
    ),
    sealed,
    isRefused,
    shown,
    current,
    before: weekBefore(shown, bounds),
    after: weekAfter(shown, bounds),
    years: yearsDown(bounds),
    weeks: weeksInYear(shown.year),
  };
}

function isSame(a: GameWeek, b: GameWeek): boolean {
  return a.year === b.year && a.week === b.week;
}

function weekOfResult(result: Result | undefined): GameWeek | null {
  return result === undefined ? null : { year: result.year, week: result.week };
}

async function latest(api: Api, gameId: string): Promise<Result[]> {
  const result = await unlessMissing(api('results.lottoLatest', { query: { gameId } }));
  return result === null ? [] : [result];
}

async function ofWeek(api: Api, gameId: string, { week, year }: GameWeek): Promise<Result[]> {
  const query = { gameId, week: String(week), year: String(year) };
  return (await api('results.lotto', { query })).results;
}

function evidenceOf(api: Api, gameId: string, draw: number): Promise<Evidence | null> {
  return unlessMissing(api('lotto.evidence', { params: { gameId, draw: String(draw) } }));
}

/** A draw whose sale is over and whose seal is public, but which has no result yet. */
async function sealedUndrawn(api: Api, gameId: string, result: Result | undefined): Promise<Evidence | null> {
  const onSale = await unlessMissing(api('lotto.currentDraw', { params: { gameId } }));
  if (onSale === null || result?.draw === onSale.draw - 1) return null;
  return evidenceOf(api, gameId, onSale.draw - 1);
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isApiError(error) && (error.code === 'EC_NO_DATA_FOUND' || error.code === 'EC_PRODUCT_CLOSED'))
      return null;
    throw error;
  }
}
