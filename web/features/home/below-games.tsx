/** Home below the games: my tickets or the other games, the latest results, then what editors put there. */
import { Link } from 'react-router';
import type { Section as Content } from '#contract/content.ts';
import type { ShownResult } from '#web/blocks/result-line.tsx';
import type { SectionData } from '#web/blocks/section-data.ts';
import { Sections } from '#web/blocks/sections.tsx';
import { pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Section } from '#web/ui/section.tsx';
import { useShell } from '#web/ui/shell.ts';
import { type TicketLine, TicketList } from '#web/ui/ticket-list.tsx';
import { LatestResults } from './latest-results.tsx';
import { Threads } from './threads.tsx';

type Props = {
  results: readonly ShownResult[];
  tickets: readonly TicketLine[];
  /** Of each 100 kr.; null when nothing is on sale. */
  toPrizes: number | null;
  sections: readonly Content[];
  data: SectionData;
};

export function BelowGames({ results, tickets, toPrizes, sections, data }: Props) {
  const { player } = useShell();
  const [first, ...others] = sections;
  const menu = player === null && first?.__typename === 'GameMenuSectionRecord' ? [first] : [];
  return (
    <>
      <div className="two-columns">
        {player !== null && <MyTickets tickets={tickets} />}
        {menu.length > 0 && <Sections sections={menu} data={data} />}
        <LatestResults results={results} />
      </div>
      {toPrizes !== null && <Threads toPrizes={toPrizes} />}
      <Sections sections={menu.length > 0 ? others : sections} data={data} />
    </>
  );
}

function MyTickets({ tickets }: Pick<Props, 'tickets'>) {
  const { t, locale } = useText();
  const { now } = useShell();
  return (
    <Section
      title={t('myPages.tickets.title')}
      aside={<Link to={pathsFor(locale).tickets()}>{t('common.showAll')}</Link>}
    >
      {tickets.length > 0 ? <TicketList tickets={tickets} now={now} /> : <p>{t('home.noTickets')}</p>}
    </Section>
  );
}
