/** Contract entry → function; no conditions. */
import type { WeekOfGame } from '#rules/values/weeks.ts';
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { findTickets, listTickets } from './list.ts';
import { lastOutcome } from './outcome.ts';

/** @param pages of `Database` */
export function ticketRoutes(pages: Db, weekOf: WeekOfGame) {
  return {
    'tickets.list': (input, { caller }) => listTickets(pages, weekOf, caller.playerId, input),
    'tickets.find': (input, { caller }) => findTickets(pages, weekOf, caller.playerId, input),
    'tickets.outcome': (_, { caller }) => lastOutcome(pages, caller.playerId),
  } satisfies Partial<Handlers>;
}
