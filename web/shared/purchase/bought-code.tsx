/** The code of a ticket just bought. The sale does not know it: the ticket tells it, of any kind of game. */
import { useEffect, useState } from 'react';
import { laterApi } from '#web/api/later-api.ts';
import { TicketCheckCode } from '#web/shared/tickets/ticket-parts.tsx';

export function BoughtCode({ ticketId }: { ticketId: string }) {
  const [code, setCode] = useState<string | null>(null);
  useEffect(() => {
    // Without it the receipt is whole: the code stands on the page of the ticket.
    codeOf(ticketId).then(setCode, () => {});
  }, [ticketId]);
  return code !== null && <TicketCheckCode code={code} />;
}

async function codeOf(ticketId: string): Promise<string | null> {
  const { tickets } = await laterApi('tickets.find', { query: { number: ticketId } }, {});
  const couponId = tickets[0]?.couponId;
  if (couponId === undefined) return null;
  const { receipt } = await laterApi('lotto.ticket', { params: { ticketId, couponId }, query: {} }, {});
  return receipt.checkCode;
}
