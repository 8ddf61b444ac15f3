/** Tickets and subscriptions: what sells them, and their lists. */
import { createBoardReader } from '#server/draws/on-sale.ts';
import type { ChargeCard } from '#server/payments/subscription-charge.ts';
import type { CallContext, Caller } from '#server/platform/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { WriteProbe } from '#server/platform/write-probe.ts';
import { ticketRoutes } from '#server/sales/routes.ts';
import { createSell, type Sell } from '#server/sales/sell.ts';
import { createBuySubscription } from '#server/subscriptions/buy.ts';
import { subscriptionRoutes } from '#server/subscriptions/routes.ts';
import { storedBuying } from '#server/subscriptions/stored-purchase.ts';
import { holdsTicket } from '#server/syndicates/tickets.ts';
import { type AppParts, monotonicMs } from './parts.ts';

export type Sales = ReturnType<typeof wireSales>;

export function wireSales({ database, kinds, log, probe }: AppParts, chargeCard: ChargeCard) {
  const { db, pages, pipeline } = database;
  return {
    board: createBoardReader(db, kinds, monotonicMs),
    sell: watchSale(createSell(pipeline, log), probe),
    buySubscription: createBuySubscription(db, kinds, chargeCard),
    storedPurchase: (context: CallContext & { caller: Caller }) => storedBuying(db, context),
    holdsTicket: (playerId: number, ticketId: string) => holdsTicket(pages, playerId, ticketId),
    routes: { ...ticketRoutes(pages, kinds.weekOf), ...subscriptionRoutes(db, pages, kinds) },
  };
}

/** A refusal says nothing of whether the database takes writes: it was decided. */
function watchSale(sell: Sell, probe: WriteProbe): Sell {
  return async (purchase) => {
    try {
      const sold = await sell(purchase);
      if (!sold.replayed) probe.wrote();
      return sold;
    } catch (error) {
      if (!(error instanceof Refusal)) probe.failed(error);
      throw error;
    }
  };
}
