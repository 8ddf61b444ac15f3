/** Asks for all that a query may mean; the tickets of who is signed in travel apart from what is public. */
import type { Locale } from '#texts/evaluate.ts';
import type { BrowserApi } from '#web/api/browser-api.ts';
import type { Found } from './found-list.tsx';

/** Eight or more letters and digits, in groups or not: so a ticket is named. */
const ticketNumber = /^(?:[0-9a-z]{4}[\s.·–-]?){2,7}[0-9a-z]{0,2}$/i;

type Asked = { locale: Locale; query: string; isSignedIn: boolean };

export async function find(api: BrowserApi, { locale, query, isSignedIn }: Asked): Promise<Found> {
  const mayBeTicket = isSignedIn && ticketNumber.test(query);
  const [found, own] = await Promise.all([
    api('content.search', { query: { locale, query } }),
    mayBeTicket ? api('tickets.find', { query: { number: query } }) : null,
  ]);
  return { ...found, tickets: own?.tickets ?? [] };
}
