/** Our payments of a day beside the books of those outside (docs/rules/payments.md, Reconciliation). */
import type { PaymentKind, PaymentStatus } from '../store.ts';

export type Party = 'cardGateway' | 'aur' | 'bank';

/** A line of theirs; what undoes another has its id and a negative amount. */
export type Booking = { id: string; amount: number; at: Date };

/** A payment of ours, as far as it is known to the party by `id`. Whole krónur. */
export type OwnPayment = {
  paymentId: string;
  id: string;
  kind: PaymentKind;
  status: PaymentStatus;
  amount: number;
  /** Its money moved in our books on the day that is compared, or it has been open since the day before. */
  isOfDay: boolean;
  /** Its outcome has been unknown for a day. */
  isOverdue: boolean;
  /** `YYYY-MM-DD`: when it was sent, and when it came to its status. */
  sentOn: string;
  changedOn: string;
};

/**
 * `onlyThere`: they booked what we do not have as paid. `onlyHere`: we have as paid what they did not book.
 * `amount`: both, but not the same. `silent`: they did not show their books.
 */
export type BookDifference = {
  party: Party;
  what: 'onlyThere' | 'onlyHere' | 'amount' | 'silent';
  id?: string;
  paymentId?: string;
  ours?: number;
  theirs?: number;
};

/**
 * Sums that the party may have booked in the three days around `day`, the expected one first. Null
 * while the payment is open; after a day of that any booking is a difference. Of a reversed
 * payment only one of the two lines may fall within these days.
 */
function expected(payment: OwnPayment, day: string): readonly number[] | null {
  const { status, amount, isOverdue, sentOn, changedOn } = payment;
  if (openStatuses.includes(status)) return isOverdue ? [0] : null;
  if (status === 'settled' || status === 'paid') return [amount];
  if (status !== 'reversed' && status !== 'rejected') return [0];
  return [0, ...(sentOn < day ? [-amount] : []), ...(changedOn > day ? [amount] : [])];
}

export const openStatuses: readonly PaymentStatus[] = ['paying', 'unknown', 'waiting', 'held', 'accepted'];

/** @param bookings of the day and of those beside it, without chargebacks; `day` as `YYYY-MM-DD` */
export function compareBooks(
  party: Party,
  day: string,
  own: readonly OwnPayment[],
  bookings: readonly Booking[],
): { compared: number; differences: BookDifference[] } {
  const theirs = new Map<string, { amount: number; thatDay: boolean }>();
  for (const { id, amount, at } of bookings) {
    const sum = theirs.get(id) ?? { amount: 0, thatDay: false };
    const thatDay = sum.thatDay || at.toISOString().startsWith(day);
    theirs.set(id, { amount: sum.amount + amount, thatDay });
  }
  const ours = new Map(own.map((payment) => [payment.id, payment]));
  const ids = [...theirs].flatMap(([id, { thatDay }]) => (thatDay ? [id] : []));
  for (const { id, isOfDay } of own) if (isOfDay) ids.push(id);
  const differences: BookDifference[] = [];
  const unique = new Set(ids);
  for (const id of unique) {
    const payment = ours.get(id);
    const may = payment ? expected(payment, day) : [0];
    const there = theirs.get(id)?.amount ?? 0;
    if (may === null || may.includes(there)) continue;
    const [here = 0] = may;
    const what = here === 0 ? 'onlyThere' : there === 0 ? 'onlyHere' : 'amount';
    differences.push({
      party,
      what,
      id,
      ours: here,
      theirs: there,
      ...(payment && { paymentId: payment.paymentId }),
    });
  }
  return { compared: unique.size, differences };
}
