/** My pages and the betting league, which no editor lists: their names are texts of the catalogue. */
import type { ApiAnswer } from '#contract/api.ts';
import { textAt } from '#texts/text-at.ts';

const pages = [
  ['/minar-sidur', 'nav.myPages'],
  ['/minar-sidur/midar', 'nav.myTickets'],
  ['/minar-sidur/spilareikningur', 'nav.myAccount'],
  ['/minar-sidur/askriftir', 'myPages.nav.subscriptions'],
  ['/minar-sidur/hopar', 'competitions.myTeams'],
  ['/getraunadeild', 'competitions.title'],
  ['/minar-sidur/mork', 'myPages.nav.limits'],
  ['/minar-sidur/upplysingar', 'myPages.nav.profile'],
  ['/minar-sidur/lykilord', 'myPages.nav.password'],
  ['/minar-sidur/taeki', 'myPages.nav.sessions'],
  ['/minar-sidur/tilkynningar', 'myPages.nav.notices'],
] as const;

export function ownPages(texts: ApiAnswer<'content.translations'>): { title: string; path: string }[] {
  return pages.flatMap(([path, key]) => {
    const title = textAt(texts, key);
    return title === undefined ? [] : [{ title, path }];
  });
}
