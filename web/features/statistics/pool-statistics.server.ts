/** Data of the statistics of a football pool: one year or all years, in one of two views. */
import type { ApiAnswer } from '#contract/api.ts';
import { gameOf } from '#rules/games.ts';
import type { Api } from '#web/api/client.ts';
import type { PoolPage } from '#web/page/paths.ts';

export type PoolStatistics = ApiAnswer<'pools.statistics'>;

/** As addresses spell them; the first is shown where none is asked for. */
const poolTabs = ['merki', 'vinningar'] as const;
export type PoolTab = (typeof poolTabs)[number];

export async function loadPoolStatistics(api: Api, gameId: PoolPage, query: URLSearchParams, now: string) {
  const year = Number(now.slice(0, 4));
  const firstYear = gameOf(gameId)?.firstYear ?? year;
  const years = Array.from({ length: year - firstYear + 1 }, (_, index) => String(year - index));
  const asked = query.get('ar') ?? '';
  const isKnown = asked === '' || years.includes(asked);
  const ar = isKnown ? asked : '';
  const statistics = await api('pools.statistics', {
    params: { gameId },
    query: ar === '' ? {} : { year: ar },
  });
  const tab = poolTabs.find((name) => name === query.get('tab')) ?? poolTabs[0];
  return { ar, isKnown, years, statistics, tab, tabs: poolTabs };
}
