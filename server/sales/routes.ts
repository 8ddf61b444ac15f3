/** Contract entry → function; no conditions. */
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { checkActivity } from './activity.ts';
import { findTickets, listTickets } from './list.ts';
import { lastOutcome } from './outcome.ts';
import { purchaseOfKey } from './stored-purchase.ts';

export function ticketRoutes(db: Db) {
  return {
    'tickets.list': (input, { caller }) => listTickets(db, caller.playerId, input),
    'tickets.find': (input, { caller }) => findTickets(db, caller.playerId, input),
    'tickets.outcome': (_, { caller }) => lastOutcome(db, caller.playerId),
    'tickets.purchase': ({ query }, { caller }) => purchaseOfKey(db, caller.playerId, query.key),
    'limits.activity': (_, { caller }) => checkActivity(db, caller.playerId),
  } satisfies Partial<Handlers>;
}
