/** What came back for a cancelled ticket: its whole price, or a draw's part of it when that was cancelled. */
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import type { Ticket } from './ticket-data.server.ts';

export function refundOf({ cancelled, stake, stakeTotal }: Ticket): number {
  return cancelled?.by === 'player' ? stakeTotal : stake;
}

export function Refund({ ticket }: { ticket: Ticket }) {
  const { t } = useText();
  return (
    <section className="proof" aria-labelledby="refund-heading">
      <div className="section-head">
        <h2 id="refund-heading">{t('myPages.tickets.refund.title')}</h2>
      </div>
      <p className="refund">
        <span className="soft">{t('myPages.tickets.refund.label')}</span>
        <b className="money">{money(refundOf(ticket))}</b>
      </p>
      {ticket.cancelled?.by === 'player' && <p className="soft">{t('myPages.tickets.refund.after')}</p>}
    </section>
  );
}
