/** All my tickets, newest first, by outcome. */
import { Link } from 'react-router';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { AccountFrame } from '#web/shared/account/account-frame.tsx';
import { type TicketLine, TicketList } from '#web/shared/tickets/ticket-list.tsx';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { FilterLinks } from '#web/ui/filter-links.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import { Pages } from '#web/ui/pages.tsx';
import * as ticketCss from './ticket.module.css';
import { type TicketFilter, ticketFilters } from './ticket-filters.ts';

const labels = {
  all: 'myPages.tickets.filterAll',
  pending: 'myPages.tickets.filterActive',
  won: 'myPages.tickets.filterToPay',
  paid: 'myPages.tickets.filterWon',
  lost: 'myPages.tickets.filterLost',
  cancelled: 'myPages.tickets.filterCancelled',
} as const satisfies Record<TicketFilter, string>;

type Props = {
  tickets: readonly TicketLine[];
  page: number;
  pageCount: number;
  filter: TicketFilter;
  /** The ticket with which page 1 began: later purchases do not shift the pages. */
  first: string | undefined;
};

export function TicketListPage({ tickets, page, pageCount, filter, first }: Props) {
  const { t, locale } = useText();
  const { now } = useShell();
  const paths = pathsFor(locale);
  const links = ticketFilters.map((name) => ({
    name,
    label: t(labels[name]),
    to: paths.tickets(name === 'all' ? {} : { filter: name }),
  }));
  return (
    <AccountFrame title={t('myPages.tickets.title')}>
      <FilterLinks label={t('myPages.tickets.filter')} links={links} chosen={filter} />
      {tickets.length > 0 ? (
        <div className={ticketCss.listing}>
          <TicketList tickets={tickets} now={now} />
        </div>
      ) : (
        <div className={listsCss.empty}>
          <p>{t(filter === 'all' ? 'empty.tickets' : 'empty.ticketsFilter')}</p>
          <Link className={`${buttonCss.button} ${buttonCss.secondary}`} to={paths.home()}>
            {t('empty.ticketsAction')}
          </Link>
        </div>
      )}
      <Pages
        page={page}
        pageCount={pageCount}
        to={(number) =>
          paths.tickets({
            ...(number > 1 && { page: number, first }),
            ...(filter !== 'all' && { filter }),
          })
        }
      />
    </AccountFrame>
  );
}
