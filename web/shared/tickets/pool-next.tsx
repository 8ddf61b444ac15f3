/** What happens to a bought pool ticket next: sale closes, matches are played, prizes are counted. */
import { useShell } from '#web/page/shell.ts';
import { useText } from '#web/text/text.tsx';
import * as sectionCss from '#web/ui/section.module.css';
import { Stations } from '#web/ui/stations.tsx';

type Props = {
  heading: 'h2' | 'h3';
  /** Absent right after the purchase. */
  purchaseDate?: string;
  closeDate: string;
  /** Kick-off of the first match. */
  playDate: string;
  resultDate: string;
  /** All matches have their result. */
  isDecided: boolean;
};

export function PoolNext({
  heading: Heading,
  purchaseDate,
  closeDate,
  playDate,
  resultDate,
  isDecided,
}: Props) {
  const { t, format } = useText();
  const { now } = useShell();
  const isClosed = closeDate <= now;
  return (
    <section aria-labelledby="next-heading">
      <div className={sectionCss.head}>
        <Heading id="next-heading">{t('pools.ticket.next.title')}</Heading>
      </div>
      <Stations
        now={isDecided ? 3 : isClosed ? 2 : 1}
        stations={[
          {
            name: t('pools.ticket.next.bought'),
            at: purchaseDate && format.nearDate(purchaseDate, now),
            how: t('pools.ticket.next.boughtHow'),
          },
          {
            name: t(isClosed ? 'pools.ticket.next.closed' : 'pools.ticket.next.closes'),
            at: format.nearDateTime(closeDate, now),
            how: t('pools.ticket.next.closesHow'),
          },
          {
            name: t('pools.ticket.next.matches'),
            at: format.nearDateTime(playDate, now),
            how: t('pools.ticket.next.matchesHow'),
          },
          {
            name: t('pools.ticket.next.settled'),
            at: format.nearDate(resultDate, now),
            how: t('pools.ticket.next.settledHow'),
          },
        ]}
      />
    </section>
  );
}
