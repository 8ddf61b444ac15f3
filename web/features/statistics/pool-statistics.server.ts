/** Data of the statistics of a football pool: one year or all years, in one of two views. */
import type { ApiAnswer } from '#contract/api.ts';
import { gameOf } from '#rules/games.ts';
import { isApiError } from '#web/api/api-error.ts';
import type { Api } from '#web/api/client.ts';
import type { PoolPage } from '#web/page/paths.ts';
import { type PastChoice, pastChoices } from './past-choices.ts';

export type PoolStatistics = ApiAnswer<'pools.statistics'>;

/** As addresses spell them; the first is shown where none is asked for. */
const poolTabs = ['merki', 'vinningar', 'hvad-ef'] as const;
export type PoolTab = (typeof poolTabs)[number];

export async function loadPoolStatistics(api: Api, gameId: PoolPage, query: URLSearchParams, now: string) {
  const year = Number(now.slice(0, 4));
  const firstYear = gameOf(gameId)?.firstYear ?? year;
  const years = Array.from({ length: year - firstYear + 1 }, (_, index) => String(year - index));
  const asked = query.get('ar') ?? '';
  const isKnown = asked === '' || years.includes(asked);
  const ar = isKnown ? asked : '';
  const tab = poolTabs.find((name) => name === query.get('tab')) ?? poolTabs[0];
  const period = ar === '' ? {} : { year: ar };
  const [statistics, past] = await Promise.all([
    api('pools.statistics', { params: { gameId }, query: period }),
    tab === 'hvad-ef' ? loadPast(api, gameId, query, period) : null,
  ]);
  return { ar, isKnown, years, statistics, past, tab, tabs: poolTabs };
}

export type Past = {
  choice: PastChoice;
  /** As they were typed. */
  rows: string;
  /** Null while no rows are given, and for rows that no coupon could hold. */
  whatIf: ApiAnswer<'pools.whatIf'> | null;
};

async function loadPast(
  api: Api,
  gameId: PoolPage,
  query: URLSearchParams,
  period: { year?: string },
): Promise<Past> {
  const rows = query.get('rows')?.slice(0, 4_000) ?? '';
  const asked = pastChoices.find((name) => name === query.get('rod')) ?? pastChoices[0];
  const choice = rows === '' ? asked : 'eigin';
  if (choice === 'eigin' && rows === '') return { choice, rows, whatIf: null };
  const by = choice === 'vinsaelast' ? ({ by: 'people' } as const) : {};
  const spelled = rows.replaceAll(/\s/g, '').toUpperCase();
  const played = choice === 'eigin' ? { rows: spelled } : by;
  const call = api('pools.whatIf', { params: { gameId }, query: { ...played, ...period } });
  return { choice, rows, whatIf: await unlessInvalid(call) };
}

async function unlessInvalid<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isApiError(error) && error.code === 'EC_INVALID_INPUT') return null;
    throw error;
  }
}
