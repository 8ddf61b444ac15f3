/** Money in and out, and what comes back of it through browsers and from Aur. */
import { createReturnRouter, type ReturnParts } from '#server/http/return-pages.ts';
import { createPaymentParts } from '#server/outside.ts';
import { createAurCallback } from '#server/payments/aur/callback.ts';
import { createForwardVerification } from '#server/payments/forward.ts';
import { paymentRoutes } from '#server/payments/routes.ts';
import { createChargeCard } from '#server/payments/subscription-charge.ts';
import { logFault } from '#server/platform/log.ts';
import { type AppParts, monotonicMs } from './parts.ts';

export function wirePayments({ config, database, log, outside }: AppParts, texts: ReturnParts['texts']) {
  const payments = createPaymentParts({ config, db: database.payments, log, outside });
  const forward = createForwardVerification(payments, monotonicMs);
  const { aur } = payments;
  const changed = createAurCallback(payments.db, (error) => logFault(log, error));
  return {
    chargeCard: createChargeCard(payments),
    routes: paymentRoutes(payments, database.pages, forward),
    returnRouter: createReturnRouter({ aur, changed, forward, texts, log, monotonicMs }),
  };
}
