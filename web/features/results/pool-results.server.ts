/** Programs of football pools for the page of results: those of a week, and those that are waited for. */
import type { ApiAnswer } from '#contract/api.ts';
import { gameOf } from '#rules/games.ts';
import { type GameWeek, isoWeekOf, weeksInYear } from '#rules/values/weeks.ts';
import { isApiError } from '#web/api/api-error.ts';
import type { Api } from '#web/api/client.ts';
import type { PoolPage } from '#web/page/paths.ts';
import { factsOf } from '#web/shared/games/program-facts.ts';
import { type PoolMatch, type PoolProgram, shownProgram } from './pool-program.ts';
import type { Evidence, Undrawn } from './results-types.ts';
import { askedWeek, type Bounds, weekAfter, weekBefore, yearsDown } from './week-step.ts';

type Program = ApiAnswer<'toto.program'> | ApiAnswer<'xg.program'>;
type Asked = { gameId: PoolPage; query: URLSearchParams; locale: 'is' | 'en' };

export type HeldProgram = {
  program: PoolProgram;
  matches: readonly PoolMatch[];
  /** What the page shows of the program (`factsOf`). */
  facts: string;
  evidence: Evidence | null;
  /** What came in each match, as it is written; empty where it is not known. */
  outcomes: readonly string[];
};

export async function loadPoolResults(api: Api, asked: Asked, now: string) {
  const { gameId, query } = asked;
  const current = isoWeekOf(now.slice(0, 10));
  const bounds: Bounds = { earliest: gameOf(gameId)?.firstYear ?? current.year, current };
  const answer = askedWeek(query.get('year'), query.get('week'), bounds);
  const week = typeof answer === 'string' ? null : answer;
  const [decided, { draws }, { weeks }] = await Promise.all([
    week === null ? latest(api, asked) : ofWeek(api, asked, week),
    api('lotto.undrawn', { params: { gameId } }),
    api('results.weeks', {}),
  ]);
  // The newest first.
  const held = weeks.filter((each) => each.gameId === gameId);
  const shown: GameWeek = week ?? weekOf(decided[0]) ?? current;
  const waiting = draws.filter((draw) => isAwaited(draw, week, decided));
  const open = await Promise.all(waiting.map(({ draw }) => programOf(api, asked, `${gameId}-${draw}`)));
  return {
    programs: await Promise.all([...open, ...decided].map((program) => heldOf(api, program))),
    refused: typeof answer === 'string' ? answer : null,
    hasWeek: week !== null,
    ...{ shown, current },
    before: weekBefore(shown, { ...bounds, earliest: held.at(-1)?.year ?? bounds.earliest }),
    after: weekAfter(shown, bounds),
    years: yearsDown(held, current, shown),
    weeks: weeksInYear(shown.year),
  };
}

/** Without a week those whose sale is over: their results are what people wait for. */
function isAwaited(draw: Undrawn, week: GameWeek | null, decided: readonly Program[]): boolean {
  // The two answers may be a moment apart: what has a result is waited for no more.
  if (decided.some((program) => program.draw === draw.draw) || draw.stage === 'planned') return false;
  if (week === null) return draw.stage !== 'onSale';
  const played = isoWeekOf(draw.drawDate.slice(0, 10));
  return played.year === week.year && played.week === week.week;
}

async function heldOf(api: Api, program: Program): Promise<HeldProgram> {
  const { gameId, draw } = program;
  const evidence = await unlessMissing(api('lotto.evidence', { params: { gameId, draw: String(draw) } }));
  const outcomes = program.events.map(({ result = '' }) => result);
  return { ...shownProgram(program), facts: factsOf(program), evidence, outcomes };
}

const weekOf = (program: Program | undefined): GameWeek | null =>
  program === undefined ? null : { year: program.year, week: program.week };

/** With the others of its week. */
async function latest(api: Api, asked: Asked): Promise<Program[]> {
  const { gameId, locale } = asked;
  const found =
    gameId === 'xg'
      ? api('xg.latestResult', { query: { locale } })
      : api('toto.latestResult', { query: { gameId, locale } });
  const program = await unlessMissing<Program>(found);
  return program === null ? [] : ofWeek(api, asked, program);
}

async function ofWeek(api: Api, { gameId, locale }: Asked, { week, year }: GameWeek): Promise<Program[]> {
  const query = { week: String(week), year: String(year), locale };
  const { results } =
    gameId === 'xg'
      ? await api('xg.results', { query })
      : await api('toto.results', { query: { ...query, gameId } });
  return results.toReversed();
}

function programOf(api: Api, { gameId, locale }: Asked, programId: string): Promise<Program> {
  const asked = { params: { programId }, query: { locale } };
  return gameId === 'xg' ? api('xg.program', asked) : api('toto.program', asked);
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isApiError(error) && error.code === 'EC_NO_DATA_FOUND') return null;
    throw error;
  }
}
