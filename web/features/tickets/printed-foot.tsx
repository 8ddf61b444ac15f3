/** Printed only: the time of purchase, the last day of a claim, and the code to scan. */
import { ticketName } from '#texts/format.ts';
import { useText } from '#web/text/text.tsx';
import type { Qr } from './qr.server.ts';
import * as ticketCss from './ticket.module.css';
import type { Ticket } from './ticket-data.server.ts';

export function PrintedFoot({ ticket, qr }: { ticket: Ticket; qr: Qr }) {
  const { t, format } = useText();
  const { id, purchaseDate, receipt, status } = ticket;
  const mayBeClaimed = status === 'pending' || status === 'highwind';
  return (
    <div className={`${ticketCss.printOnly} ${ticketCss.printedCode}`}>
      <svg viewBox={`0 0 ${qr.size} ${qr.size}`} aria-hidden="true">
        <path d={qr.path} />
      </svg>
      <div>
        <p>{t('print.title', { ticketId: ticketName(id) })}</p>
        <p>{t('print.bought', { date: format.dateTime(purchaseDate) })}</p>
        <p>
          {mayBeClaimed && `${t('print.claimBy', { date: format.dateYear(receipt.claimBy) })} `}
          {t('print.scan')} {t('print.notReceipt')}
        </p>
      </div>
    </div>
  );
}
