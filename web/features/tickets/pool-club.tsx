/** The way of the króna from a pool ticket to the club that it supports. */
import { Link } from 'react-router';
import { decimal, money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import * as sectionCss from '#web/ui/section.module.css';
import { Stations } from '#web/ui/stations.tsx';
import type { PoolPart } from './pool-part.ts';
import * as poolTicketCss from './pool-ticket.module.css';

type Props = { contribution: NonNullable<PoolPart['contribution']>; stake: number };

export function PoolClub({ contribution, stake }: Props) {
  const { t, format, locale } = useText();
  const { club, clubName, amount, year, week, sold, bookedAt, paidAt } = contribution;
  const percent = Math.round((amount / stake) * 1_000) / 10;
  return (
    <section className={poolTicketCss.aside} aria-labelledby="club-heading">
      <div className={sectionCss.head}>
        <h2 id="club-heading">{t('pools.ticket.club.title')}</h2>
        <Link to={pathsFor(locale).club(club, { ar: year })}>{t('pools.ticket.club.view')}</Link>
      </div>
      <Stations
        now={paidAt ? 4 : bookedAt ? 2 : 1}
        stations={[
          {
            name: t('pools.ticket.club.ticket'),
            at: money(stake),
            how: t('pools.ticket.club.ticketHow', { percent: decimal(locale, percent) }),
          },
          {
            name: t('pools.ticket.club.week', { club: clubName, week }),
            at: sold && money(sold.sale),
            how: sold
              ? t('pools.ticket.club.weekSold', { count: sold.saleCount })
              : t('pools.ticket.club.weekHow'),
          },
          {
            name: t('pools.ticket.club.share'),
            at: sold ? money(sold.amount) : t('pools.ticket.club.onTheWay'),
            how: bookedAt
              ? t('pools.ticket.club.booked', { date: format.onDate(bookedAt) })
              : t('pools.ticket.club.shareHow'),
          },
          {
            name: t('pools.ticket.club.paid'),
            at: paidAt && format.date(paidAt),
            how: t('pools.ticket.club.paidHow'),
          },
        ]}
      />
      <p className="meta">{t('pools.ticket.club.secret')}</p>
    </section>
  );
}
