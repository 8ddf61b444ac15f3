/** Keeps a ticket on this device to be checked without network, only when asked. */
import { useEffect, useState } from 'react';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import type { KeptTicket } from '#web/ui/kept-tickets.ts';
import { useShell } from '#web/ui/shell.ts';
import type { Ticket } from './ticket-data.server.ts';

const store = () => import('#web/ui/kept-tickets.ts');

export function KeepTicket({ ticket }: { ticket: Ticket }) {
  const { t } = useText();
  const { player } = useShell();
  const [state, setState] = useState<'unknown' | 'kept' | 'free' | 'failed'>('unknown');
  useEffect(() => {
    store().then(
      ({ isKept }) => setState(isKept(partsOf(ticket)) ? 'kept' : 'free'),
      () => {},
    );
  }, [ticket]);
  if (player === null || ticket.cancelled) return null;
  const toggle = async (): Promise<void> => {
    const { keep, drop } = await store();
    if (state === 'kept') drop(partsOf(ticket));
    else await keep(player.playerId, partsOf(ticket));
    setState(state === 'kept' ? 'free' : 'kept');
  };
  return (
    <div className="keep-ticket needs-script">
      <Button kind="plain" onClick={() => void toggle().catch(() => setState('failed'))}>
        {t(state === 'kept' ? 'kept.drop' : 'kept.keep')}
      </Button>
      <p className="meta" role="status">
        {t(state === 'failed' ? 'kept.failed' : state === 'kept' ? 'kept.isKept' : 'kept.what')}
      </p>
    </div>
  );
}

/** A coupon for each draw, without anything that names the ticket. */
function partsOf({ gameId, rows, joker, coupons }: Ticket): KeptTicket[] {
  return coupons.map(({ draw, drawDate }) => ({
    gameId,
    draw,
    drawDate,
    rows: rows.map(({ numbers, bonusNumbers }) => ({ numbers, bonusNumbers })),
    joker: joker ?? null,
  }));
}
