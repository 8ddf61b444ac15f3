/** Contract entry → function; no conditions. */
import type { Kinds } from '#server/draws/kind.ts';
import type { TicketParts } from '#server/games/pools/ticket.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { buyShare } from './buy.ts';
import type { SellShare } from './buy-share.ts';
import { cancelShare } from './cancel-share.ts';
import { listTickets, ticketDetail, ticketProof } from './tickets.ts';
import { listOwnPools, openPools, ownPool, shownPool } from './view.ts';

export type SyndicateParts = TicketParts & { kinds: Kinds; sellShare: SellShare };

export function syndicateRoutes(parts: SyndicateParts) {
  const { db, pages, kinds } = parts;
  return {
    'clubsale.pools': async ({ query }) => ({ pools: await openPools(db, query.clubId) }),
    'clubsale.pool': ({ params }) => shownPool(db, params.poolId),
    'clubsale.own': ({ params }, { caller }) => ownPool(pages, caller.playerId, params.poolId),
    'clubsale.shares': ({ params }, { caller }) => listOwnPools(pages, caller.playerId, params.page),
    'clubsale.buyShare': (input, context) => buyShare(parts, input, context),
    'clubsale.cancelShare': (input, context) => cancelShare(db, input, context),
    'clubsale.tickets': ({ params }, { caller }) => listTickets(pages, caller.playerId, params.page),
    'clubsale.ticket': ({ params, query }, { caller }) =>
      ticketDetail(parts, { ...params, ...query, ...caller }),
    'clubsale.proof': ({ params }, { caller }) => ticketProof(db, kinds, { ...params, ...caller }),
  } satisfies Partial<Handlers>;
}
