/** What came back for a cancelled ticket: its whole price, or a draw's part of it when that was cancelled. */
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import * as sectionCss from '#web/ui/section.module.css';
import * as ticketCss from './ticket.module.css';
import type { Ticket } from './ticket-data.server.ts';

export function refundOf({ cancelled, stake, stakeTotal }: Ticket): number {
  return cancelled?.by === 'player' ? stakeTotal : stake;
}

export function Refund({ ticket }: { ticket: Ticket }) {
  const { t } = useText();
  return (
    <section className={ticketCss.proof} aria-labelledby="refund-heading">
      <div className={sectionCss.head}>
        <h2 id="refund-heading">{t('myPages.tickets.refund.title')}</h2>
      </div>
      <p className={ticketCss.refund}>
        <span className="soft">{t('myPages.tickets.refund.label')}</span>
        <b className="money">{money(refundOf(ticket))}</b>
      </p>
      {ticket.cancelled?.by === 'player' && <p className="soft">{t('myPages.tickets.refund.after')}</p>}
    </section>
  );
}
