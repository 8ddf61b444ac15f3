import type { PoolPage } from '#web/page/paths.ts';
import { isPool } from '#web/page/paths.ts';
import type { PoolPart } from './pool-part.ts';
import type { Ticket } from './ticket-data.server.ts';

/** Data that the page shows of a pool ticket; null for other games. */
export function poolOf(ticket: Ticket): (PoolPart & { gameId: PoolPage }) | null {
  if (!('play' in ticket) || !ticket.pool || !isPool(ticket.gameId)) return null;
  return { ...ticket.pool, gameId: ticket.gameId };
}
