/** The state of a ticket, as plain for a loss as for a win, and never ahead of the facts. */
import type { Format, Translate } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import type { TicketState } from '#web/shared/tickets/ticket-paper.tsx';
import { drawTime } from '#web/shared/tickets/ticket-words.ts';
import { hasResult } from './has-result.ts';
import { poolOf } from './pool-of.ts';
import { poolState } from './pool-state.ts';
import type { Ticket } from './ticket-data.server.ts';

type Words = { t: Translate; format: Format };

export function ticketState(words: Words, ticket: Ticket, now: string): TicketState {
  const { t } = words;
  const { status, amountWin, amountLapsed } = ticket;
  const pool = poolOf(ticket);
  switch (status) {
    case 'paid':
      return { label: t('proof.paidToAccount'), ...prizeOf(ticket) };
    case 'highwind':
      return { label: t('proof.wonWaiting'), ...prizeOf(ticket) };
    case 'claimed':
      return { label: t('proof.wonClaimed'), ...prizeOf(ticket) };
    case 'lost': {
      const label = t(amountLapsed === undefined ? 'status.ticket.lost' : 'status.ticket.lapsed');
      return { label, figure: money(amountWin), look: 'amount' };
    }
    case 'cancelled': {
      const drawCancelled = pool ? 'pools.ticket.programVoid' : 'ticket.drawCancelled';
      const key = ticket.cancelled?.by === 'player' ? 'ticket.notTakingPart' : drawCancelled;
      return { label: t('status.ticket.cancelled'), figure: t(key), look: 'words' };
    }
    default:
      if (pool && 'play' in ticket) return poolState(words, pool, ticket.play.rowCount, now);
      return { label: t('status.ticket.pending'), figure: awaited(words, ticket, now), look: 'words' };
  }
}

/** A return below the stake is no celebration. */
export const isLess = ({ amountWin, stake }: Ticket): boolean => amountWin > 0 && amountWin < stake;

function prizeOf(ticket: Ticket): Pick<TicketState, 'figure' | 'look'> {
  return { figure: money(ticket.amountWin), look: isLess(ticket) ? 'amount' : 'money' };
}

/** A late draw may or may not have been held. */
function awaited(words: Words, ticket: Ticket, now: string): string {
  const { t } = words;
  const { drawDate } = ticket;
  if (ticket.status === 'won' || hasResult(ticket)) return t('ticket.counting');
  const when = drawTime(words, drawDate, now);
  return t(now < drawDate ? 'ticket.willBeDrawn' : 'ticket.drawOf', when);
}
