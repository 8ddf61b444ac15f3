/** What payments do by themselves: whoever is outside is asked when a payment's look falls due. */
import { type Db, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { inParallel } from '#server/platform/in-parallel.ts';
import { logFault } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { lookAtAur } from './aur/look.ts';
import { failStaleVerifications } from './cards/stale.ts';
import { wipeOldCards } from './cards/typed-card.ts';
import { lookAtCardPayment } from './deposits/look.ts';
import type { PaymentParts } from './parts.ts';
import { duePayments, lookAgain, type Payment, type PaymentKind } from './store.ts';
import { lookAtSubscriptionCharge } from './subscription-charge.ts';
import { lookAtWithdrawal } from './withdrawals/look.ts';

/** Looked at in one turn, and so many at once. */
const portion = 200;
const atOnce = 20;

const lookOf: Record<PaymentKind, (parts: PaymentParts, payment: Payment) => Promise<Payment>> = {
  cardDeposit: lookAtCardPayment,
  subscriptionCharge: lookAtSubscriptionCharge,
  aurDeposit: lookAtAur,
  withdrawal: lookAtWithdrawal,
};

export const paymentDeadline = (parts: PaymentParts): Deadline => ({
  name: 'payments',
  async due(db) {
    const { rows } = await sql<{ at: Date | null }>`
      SELECT min(look_at) AS at FROM payments WHERE look_at IS NOT NULL`.execute(db);
    return rows[0]?.at ?? null;
  },
  async run(db) {
    const due = await duePayments(db, portion);
    await inParallel(due, atOnce, (payment) => look(parts, payment));
    return due.length;
  },
});

/** One that fails does not keep the others from their turn. */
async function look(parts: PaymentParts, payment: Payment): Promise<void> {
  try {
    await lookOf[payment.kind](parts, payment);
  } catch (error) {
    logFault(parts.log, error, { part: 'payments', paymentId: payment.paymentId });
    await transaction(parts.db, (tx) => lookAgain(tx, payment, 60));
  }
}

/** Cards whose holder did not come back: what was typed is wiped, and who waits for them is told no. */
export const cardDeadline: Deadline = {
  name: 'new cards',
  async due(db) {
    const { rows } = await sql<{ at: Date | null }>`
      SELECT least((SELECT min(expires_at) FROM typed_cards),
        (SELECT min(asked_at) + interval '15 minutes' FROM card_verifications WHERE status = 'waiting'),
        (SELECT min(changed_at) + interval '2 minutes' FROM card_verifications
          WHERE status = 'storing')) AS at
    `.execute(db);
    return rows[0]?.at ?? null;
  },
  run: async (db: Db) => (await wipeOldCards(db)) + (await failStaleVerifications(db)),
};
