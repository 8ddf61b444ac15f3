/** Home below the games: my tickets beside the latest results, where the price goes, what editors put. */
import { Link } from 'react-router';
import type { Section as Content } from '#contract/content.ts';
import type { OwnPage } from '#contract/own-page.ts';
import type { PoolOnSale } from '#web/blocks/pool-pots.server.ts';
import type { ShownResult } from '#web/blocks/result-line.tsx';
import type { SectionData } from '#web/blocks/section-data.ts';
import { Sections } from '#web/blocks/sections.tsx';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { ownPart, useOwn } from '#web/personal/own-part.ts';
import { TicketList } from '#web/shared/tickets/ticket-list.tsx';
import { useText } from '#web/text/text.tsx';
import { Section } from '#web/ui/section.tsx';
import * as homeCss from './home.module.css';
import { LatestResults } from './latest-results.tsx';
import { PoolGames } from './pool-games.tsx';
import { type ClubsWeek, Threads } from './threads.tsx';

type Props = {
  /** Football pools that are on sale. */
  pools: readonly PoolOnSale[];
  /** Games that nothing is on sale of. */
  notYet: readonly string[];
  results: readonly ShownResult[];
  /** Of each 100 kr.; null when nothing is on sale. */
  toPrizes: number | null;
  clubs: ClubsWeek | null;
  sections: readonly Content[];
  data: SectionData;
};

export function BelowGames({ pools, notYet, results, toPrizes, clubs, sections, data }: Props) {
  return (
    <>
      {notYet.length > 0 && <NotYet games={notYet} />}
      <div className={homeCss.twoColumns}>
        <div>
          <MyTickets />
          {pools.length > 0 && <PoolGames pools={pools} />}
        </div>
        <LatestResults results={results} />
      </div>
      {toPrizes !== null && <Threads toPrizes={toPrizes} clubs={clubs} />}
      <Sections sections={sections} data={data} />
    </>
  );
}

/** One line says it of all of them. */
function NotYet({ games }: { games: readonly string[] }) {
  const { t, locale } = useText();
  return (
    <p className={`${homeCss.notYet} soft`}>
      {t('home.notYet', { games: games.join(', ') })}{' '}
      <Link to={pathsFor(locale).poolGames()}>{t('gamesList.rules')}</Link>
    </p>
  );
}

/** Sorts large prizes first, then tickets that wait for their draw; the rest keeps its order. */
function waitingFirst(tickets: OwnPage['tickets']): OwnPage['tickets'] {
  const rank = ({ largePrize, status }: OwnPage['tickets'][number]): number =>
    largePrize ? 0 : status === 'pending' ? 1 : 2;
  return tickets.toSorted((a, b) => rank(a) - rank(b));
}

const MyTickets = ownPart(() => {
  const { t, locale } = useText();
  const { now } = useShell();
  const tickets = waitingFirst(useOwn()?.tickets ?? []);
  if (tickets.length === 0) return null;
  return (
    <Section
      title={t('myPages.tickets.title')}
      aside={<Link to={pathsFor(locale).tickets()}>{t('common.showAll')}</Link>}
    >
      <TicketList tickets={tickets} now={now} />
    </Section>
  );
});
