/** Keeps a ticket on this device to be checked without network, only when asked. */

import { useEffect, useState } from 'react';
import { useOwn } from '#web/personal/own-part.ts';
import type { CouponToKeep } from '#web/shared/tickets/kept-tickets.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as needsScriptCss from '#web/ui/needs-script.module.css';
import * as ticketCss from './ticket.module.css';
import type { NumbersTicket as Ticket } from './ticket-data.server.ts';

const store = () => import('#web/shared/tickets/kept-tickets.ts');

export function KeepTicket({ ticket }: { ticket: Ticket }) {
  const { t } = useText();
  const player = useOwn()?.player;
  const [state, setState] = useState<'unknown' | 'kept' | 'free' | 'failed'>('unknown');
  useEffect(() => {
    const look = async () => {
      const { isKept } = await store();
      setState((await isKept(partsOf(ticket))) ? 'kept' : 'free');
    };
    look().catch(() => {});
  }, [ticket]);
  if (!player || ticket.cancelled) return null;
  const toggle = async (): Promise<void> => {
    const { keep, drop } = await store();
    if (state === 'kept') await drop(partsOf(ticket));
    else await keep(player.playerId, partsOf(ticket));
    setState(state === 'kept' ? 'free' : 'kept');
  };
  return (
    <div className={`${ticketCss.keepTicket} ${needsScriptCss.needsScript}`}>
      <Button kind="plain" onClick={() => void toggle().catch(() => setState('failed'))}>
        {t(state === 'kept' ? 'kept.drop' : 'kept.keep')}
      </Button>
      <p className="meta" role="status">
        {t(state === 'failed' ? 'kept.failed' : state === 'kept' ? 'kept.isKept' : 'kept.what')}
      </p>
    </div>
  );
}

/** A coupon for each draw, without anything that names the ticket; of its own id a mark is kept. */
function partsOf({ gameId, rows, joker, system, coupons }: Ticket): CouponToKeep[] {
  return coupons.map(({ couponId, draw, drawDate }) => ({
    couponId,
    gameId,
    draw,
    drawDate,
    rows: rows.map(({ numbers, bonusNumbers }) => ({ numbers, bonusNumbers })),
    joker: joker ?? null,
    system: system ?? 0,
  }));
}
