/** What payments do by themselves: whoever is outside is asked when a payment's look falls due. */
import { type Db, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { inParallel } from '#server/platform/in-parallel.ts';
import { logFault } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { aurLane, lookAtAur } from './aur/look.ts';
import { failStaleVerifications } from './cards/stale.ts';
import { wipeOldCards } from './cards/typed-card.ts';
import { lookAtCardPayment } from './deposits/look.ts';
import type { PaymentParts } from './parts.ts';
import {
  type DuePayment,
  duePayments,
  type LookLater,
  lookAgain,
  lookLater,
  nextLookAt,
  type Payment,
  type PaymentKind,
} from './store.ts';
import { lookAtSubscriptionCharge } from './subscription-charge.ts';
import { lookAtWithdrawal } from './withdrawals/look.ts';

/** Read at once, and so many are looked at together. */
const portion = 500;
const atOnce = 32;
const portionsOfTurn = 20;

type Look = (parts: PaymentParts, payment: DuePayment) => Promise<Payment | LookLater>;

const lookOf: Record<PaymentKind, Look> = {
  cardDeposit: lookAtCardPayment,
  subscriptionCharge: lookAtSubscriptionCharge,
  aurDeposit: lookAtAur,
  withdrawal: lookAtWithdrawal,
};

/** One for each of those outside: when it hangs, the others are asked all the same. */
export const paymentDeadlines = (parts: PaymentParts): Deadline[] => [
  deadlineOf(parts, 'card payments', ['cardDeposit', 'subscriptionCharge']),
  deadlineOf(parts, aurLane, ['aurDeposit']),
  deadlineOf(parts, 'withdrawals', ['withdrawal']),
];

const deadlineOf = (parts: PaymentParts, name: string, kinds: readonly PaymentKind[]): Deadline => ({
  name,
  lane: name,
  due: nextLookAt(kinds),
  async run(db) {
    let total = 0;
    for (let turn = 0; turn < portionsOfTurn; turn += 1) {
      const count = await lookAtPortion(parts, db, kinds);
      total += count;
      if (count < portion) break;
    }
    return total;
  },
});

async function lookAtPortion(parts: PaymentParts, db: Db, kinds: readonly PaymentKind[]): Promise<number> {
  const due = await duePayments(db, kinds, portion);
  const unchanged: (DuePayment & LookLater)[] = [];
  await inParallel(due, atOnce, async (payment) => {
    const looked = await look(parts, payment);
    if (looked && 'lookInSeconds' in looked) unchanged.push({ ...payment, ...looked });
  });
  await lookLater(db, unchanged);
  return due.length;
}

/** One that fails does not keep the others from their turn. */
async function look(parts: PaymentParts, payment: DuePayment): Promise<Payment | LookLater | undefined> {
  try {
    return await lookOf[payment.kind](parts, payment);
  } catch (error) {
    logFault(parts.log, error, { part: 'payments', paymentId: payment.paymentId });
    await transaction(parts.db, (tx) => lookAgain(tx, payment, 60));
    return undefined;
  }
}

/** Cards whose holder did not come back: what was typed is wiped, and who waits for them is told no. */
export const cardDeadline: Deadline = {
  name: 'new cards',
  due: sql`
    SELECT least((SELECT min(expires_at) FROM typed_cards),
      (SELECT min(asked_at) + interval '15 minutes' FROM card_verifications WHERE status = 'waiting'),
      (SELECT min(changed_at) + interval '2 minutes' FROM card_verifications WHERE status = 'storing'))`,
  run: async (db: Db) => (await wipeOldCards(db)) + (await failStaleVerifications(db)),
};
