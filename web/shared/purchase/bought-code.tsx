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

async function codeOf(ticketId: string): Promise<string> {
  const params = { ticketId, couponId: ticketId };
  const { receipt } = await laterApi('lotto.ticket', { params, query: {} }, {});
  return receipt.checkCode;
}
