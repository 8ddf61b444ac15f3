/** The check code of a ticket just bought. The answer of the sale lacks it, so the ticket is read. */
import { useEffect, useState } from 'react';
import { laterApi } from '#web/api/later-api.ts';
import { TicketCheckCode } from '#web/shared/tickets/ticket-parts.tsx';

export function BoughtCode({ ticketId }: { ticketId: string }) {
  const [code, setCode] = useState<string | null>(null);
  useEffect(() => {
    // On failure the receipt shows no code; the page of the ticket has it.
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
