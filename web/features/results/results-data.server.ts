/**
 * What the results page shows: the results of a week, or of the one with the latest draw, with the seals that
 * belong to them, and the draws that are waited for.
 */
import { gameOf } from '#rules/games.ts';
import { rulesOf, versionAt } from '#rules/numbers/games.ts';
import { boxesOf, readTypedRow } from '#rules/numbers/typed-row.ts';
import { type GameWeek, weekOf, weeksInYear } from '#rules/values/weeks.ts';
import { isApiError } from '#web/api/api-error.ts';
import type { Api } from '#web/api/client.ts';
import { isNumberGame, type NumberGame } from '#web/shared/games/number-games.ts';
import type { AwaitedDraw } from '#web/shared/games/use-draw-news.ts';
import { compared } from './compared.server.ts';
import type { AnyResult, Evidence, Raffle, Undrawn } from './results-types.ts';
import { askedWeek, type Bounds, weekAfter, weekBefore, yearsDown } from './week-step.ts';

type Asked = { gameId: string; query: URLSearchParams; locale: 'is' | 'en' };

export async function loadResults(api: Api, asked: Asked, now: string) {
  const { gameId } = asked;
  const [{ results, ...week }, onSale] = await Promise.all([
    loadWeek(api, asked, now),
    api('lotto.currentDraws', {}),
  ]);
  return {
    ...week,
    results: await Promise.all(newestFirst(results).map((result) => heldOf(api, result, asked.locale))),
    numbers: isNumberGame(gameId) ? await numbersOf(api, { ...asked, gameId }, results, now) : null,
    isOnSale: onSale.draws.some((draw) => draw.gameId === gameId),
  };
}

const newestFirst = (results: readonly AnyResult[]): AnyResult[] =>
  results.toSorted((a, b) => (a.drawDate < b.drawDate ? 1 : -1));

async function loadWeek(api: Api, { gameId, query }: Asked, now: string) {
  const current = weekOf(now.slice(0, 10));
  const bounds: Bounds = { earliest: gameOf(gameId)?.firstYear ?? current.year, current };
  const asked = askedWeek(query.get('year'), query.get('week'), bounds);
  const week = typeof asked === 'string' ? null : asked;
  const [results, { draws }, { weeks }] = await Promise.all([
    week === null ? latest(api, gameId) : ofWeek(api, gameId, week),
    api('lotto.undrawn', { params: { gameId } }),
    api('results.weeks', {}),
  ]);
  const held = weeks.filter((each) => each.gameId === gameId);
  const shown: GameWeek = week ?? weekOfResult(results[0]) ?? current;
  // The two answers may be a moment apart: what has a result is waited for no more.
  const open = draws.filter(({ draw }) => !results.some((result) => result.draw === draw));
  const waiting = open.filter((draw) => (week === null ? isOver(draw) : isSame(draw, week)));
  return {
    results,
    waiting: await Promise.all(
      waiting.map(async (draw) => ({
        draw,
        evidence: draw.stage === 'sealed' ? await evidenceOf(api, gameId, draw.draw) : null,
      })),
    ),
    awaited: open
      .filter((draw) => (week === null ? draw.stage !== 'planned' : isSame(draw, week)))
      .map(awaitedDraw),
    hasWeek: week !== null,
    refused: typeof asked === 'string' ? asked : null,
    shown,
    current,
    before: weekBefore(shown, { ...bounds, earliest: held.at(-1)?.year ?? bounds.earliest }),
    after: weekAfter(shown, bounds),
    years: yearsDown(held, current, shown),
    weeks: weeksInYear(shown.year),
  };
}

/** A draw with what belongs to it. */
async function heldOf(api: Api, result: AnyResult, locale: 'is' | 'en') {
  const [evidence, raffle] = await Promise.all([
    evidenceOf(api, result.gameId, result.draw),
    raffleOf(api, result, locale),
  ]);
  const isShared = 'lottoNumbers' in result && rulesOf(result).tiers.some(({ scope }) => scope === 'common');
  return { result, isShared, evidence, raffle };
}

/** What the pages of number lotteries have besides: a row to compare, and how the pot grew. */
async function numbersOf(
  api: Api,
  { gameId, query }: Asked & { gameId: NumberGame },
  all: readonly AnyResult[],
  now: string,
) {
  const results = all.filter((result) => 'lottoNumbers' in result);
  const [first] = results;
  const version = first ? rulesOf(first) : versionAt(gameId, now.slice(0, 10));
  const typed = readTypedRow(version, { numbers: query.getAll('n'), bonus: query.getAll('b') });
  const { row } = typed;
  const { pots } = await api('results.pots', { query: { gameId } });
  return {
    boxes: boxesOf(version, typed),
    compared: row === null ? [] : results.map((result) => compared(result, row)),
    pots,
  };
}

/** The sale is over, so that its result is what people wait for. */
function isOver({ stage }: Undrawn): boolean {
  return stage === 'closed' || stage === 'sealed';
}

function awaitedDraw(undrawn: Undrawn): AwaitedDraw {
  return { draw: undrawn.draw, drawDate: undrawn.drawDate, isClosed: isOver(undrawn) };
}

function isSame(a: GameWeek, b: GameWeek): boolean {
  return a.year === b.year && a.week === b.week;
}

function weekOfResult(result: AnyResult | undefined): GameWeek | null {
  return result === undefined ? null : { year: result.year, week: result.week };
}

/** The latest, and below it those of the same week: EuroJackpot is drawn twice. */
async function latest(api: Api, gameId: string): Promise<AnyResult[]> {
  const result = await unlessMissing(api('results.lottoLatest', { query: { gameId } }));
  return result === null ? [] : (await ofWeek(api, gameId, result)).toReversed();
}

async function ofWeek(api: Api, gameId: string, { week, year }: GameWeek): Promise<AnyResult[]> {
  const query = { gameId, week: String(week), year: String(year) };
  return (await api('results.lotto', { query })).results;
}

async function raffleOf(api: Api, { gameId, draw }: AnyResult, locale: 'is' | 'en'): Promise<Raffle> {
  const { raffle } = await api('lotto.raffle', { params: { gameId, draw: String(draw) }, query: { locale } });
  return raffle;
}

function evidenceOf(api: Api, gameId: string, draw: number): Promise<Evidence | null> {
  return unlessMissing(api('lotto.evidence', { params: { gameId, draw: String(draw) } }));
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isApiError(error) && error.code === 'EC_NO_DATA_FOUND') return null;
    throw error;
  }
}
