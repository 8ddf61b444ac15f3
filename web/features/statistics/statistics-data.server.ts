/** What the statistics page shows: a game, a period, and one of four views of it. */
import type { ApiAnswer } from '#contract/api.ts';
import { gameOf } from '#rules/games.ts';
import { versionAt } from '#rules/numbers/games.ts';
import type { Api } from '#web/api/client.ts';
import type { NumberGame } from '#web/shared/games/number-games.ts';

export type Statistics = ApiAnswer<'lotto.gameStatistics'>;

/** As addresses spell them; the first is shown where none is asked for. */
export const tabs = ['tolur', 'aukatolur', 'joker', 'vinningar'] as const;
export type Tab = (typeof tabs)[number];
/** In `ar`: since the first draw. */
export const always = 'allt';

export async function loadStatistics(api: Api, gameId: NumberGame, query: URLSearchParams, now: string) {
  const year = Number(now.slice(0, 4));
  const firstYear = gameOf(gameId)?.firstYear ?? year;
  const years = Array.from({ length: year - firstYear + 1 }, (_, index) => String(year - index));
  const asked = query.get('ar') ?? '';
  const isKnown = asked === '' || asked === always || years.includes(asked);
  const ar = isKnown ? asked : '';
  const { sale } = versionAt(gameId, now.slice(0, 10));
  const statistics = await api('lotto.gameStatistics', {
    params: { gameId },
    query: ar === '' ? {} : { year: ar === always ? 'all' : ar },
  });
  const tab = tabs.find((name) => name === query.get('tab')) ?? tabs[0];
  return {
    statistics,
    tab: tab === 'joker' && !sale?.joker ? tabs[0] : tab,
    hasJoker: Boolean(sale?.joker),
    ar,
    isKnown,
    years,
    view: query.get('syn') === 'tafla' ? ('table' as const) : ('chart' as const),
  };
}
