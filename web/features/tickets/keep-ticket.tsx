/** Keeps a ticket on this device to be checked without network, only when asked. */

import { useEffect, useState } from 'react';
import { useOwn } from '#web/personal/own-part.ts';
import { useGameName } from '#web/shared/games/game-name.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as needsScriptCss from '#web/ui/needs-script.module.css';
import { couponsToKeep } from './coupons-to-keep.ts';
import * as ticketCss from './ticket.module.css';
import type { Ticket } from './ticket-data.server.ts';

const store = () => import('#web/shared/tickets/kept-tickets.ts');

export function KeepTicket({ ticket }: { ticket: Ticket }) {
  const { t } = useText();
  const player = useOwn()?.player;
  const gameName = useGameName()(ticket.gameId);
  const [state, setState] = useState<'unknown' | 'kept' | 'free' | 'failed'>('unknown');
  useEffect(() => {
    const look = async () => {
      const { isKept } = await store();
      setState((await isKept(couponsToKeep(ticket, gameName))) ? 'kept' : 'free');
    };
    look().catch(() => {});
  }, [ticket, gameName]);
  if (!player || ticket.cancelled) return null;
  const toggle = async (): Promise<void> => {
    const { keep, drop } = await store();
    const coupons = couponsToKeep(ticket, gameName);
    if (state === 'kept') await drop(coupons);
    else await keep(player.playerId, coupons);
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
