/** The draws of a ticket for several draws; the current one is marked. */
import { Link } from 'react-router';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { StatusPill } from '#web/shared/tickets/status-pill.tsx';
import { useText } from '#web/text/text.tsx';
import * as ticketCss from './ticket.module.css';
import type { Ticket } from './ticket-data.server.ts';

export function Draws({ ticket }: { ticket: Ticket }) {
  const { t, format, locale } = useText();
  return (
    <>
      <h3 className={ticketCss.drawsHeading}>{t('proof.draws')}</h3>
      <ol className={ticketCss.coupons}>
        {ticket.coupons.map(({ couponId, drawDate, amountWin, status }) => (
          <li key={couponId}>
            <Link
              to={pathsFor(locale).ticket(ticket.id, couponId)}
              aria-current={couponId === ticket.couponId ? 'page' : undefined}
              preventScrollReset
            >
              <span>{format.shortDate(drawDate)}</span>
              {amountWin > 0 && status !== 'won' ? (
                <span>
                  {t('myPages.tickets.win')} <b className="money">{money(amountWin)}</b>
                </span>
              ) : (
                <StatusPill status={status === 'won' ? 'pending' : status} />
              )}
            </Link>
          </li>
        ))}
      </ol>
    </>
  );
}
