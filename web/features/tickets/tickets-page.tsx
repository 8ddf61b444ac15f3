import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { apiContext, requestContext, requireSession } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { localeOf, pageUrl, pathsFor } from '#web/page/paths.ts';
import { loadTicket } from './ticket-data.server.ts';
import { ticketFilters } from './ticket-filters.ts';
import { TicketListPage } from './ticket-list-page.tsx';
import { TicketPage } from './ticket-page.tsx';
import texts from './tickets-page.tsx?texts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireSession({ request, context });
  const api = context.get(apiContext);
  const url = pageUrl(request);
  const common = { texts: textsFor({ request, context }, texts) };
  const ticketId = url.searchParams.get('ticketId');
  if (ticketId) {
    const { origin } = context.get(requestContext);
    const locale = localeOf(url.pathname);
    const paths = pathsFor(locale);
    const checkAt = (kodi: string): string => origin + paths.check({ kodi });
    const couponId = url.searchParams.get('couponId');
    const one = await orErrorPage(loadTicket(api, { ticketId, couponId, locale }, checkAt), request);
    return { ...common, one, list: null };
  }
  const filter = ticketFilters.find((name) => name === url.searchParams.get('filter')) ?? 'all';
  const asked = url.searchParams.get('page') ?? '1';
  const page = /^\d{1,6}$/.test(asked) ? asked : '1';
  const [first] = /^[\da-z]{1,64}$/.exec(url.searchParams.get('first') ?? '') ?? [];
  const query = { filter, ...(first !== undefined && { first }) };
  const list = await orErrorPage(api('tickets.list', { params: { page }, query }), request);
  const newest = list.page === 1 ? list.tickets[0]?.ticketId : undefined;
  return { ...common, one: null, list: { ...list, filter, first: first ?? newest } };
}

export default function TicketsPage() {
  const { one, list } = useLoaderData<typeof loader>();
  if (one !== null) return <TicketPage key={one.ticket.couponId} {...one} />;
  return <TicketListPage {...list} />;
}
