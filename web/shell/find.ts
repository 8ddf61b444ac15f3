/** Asks for all that a query may mean; the tickets of who is signed in travel apart from what is public. */
import type { Locale } from '#texts/evaluate.ts';
import type { BrowserApi } from '#web/api/browser-api.ts';
import { type Found, isLikeTicket } from './found-list.tsx';

type Asked = { locale: Locale; query: string; isSignedIn: boolean };

export async function find(api: BrowserApi, { locale, query, isSignedIn }: Asked): Promise<Found> {
  const mayBeTicket = isSignedIn && isLikeTicket(query);
  const [found, own] = await Promise.all([
    api('content.search', { query: { locale, query } }),
    mayBeTicket ? api('tickets.find', { query: { number: query } }) : null,
  ]);
  return { ...found, tickets: own?.tickets ?? [] };
}
