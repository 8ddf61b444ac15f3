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
  chargedBack: boolean;
  /** Its money moved in our books on the day that is compared. */
  movedThatDay: boolean;
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
 * What they may have booked, as we expect it first; null while it is still open. A chargeback comes days or
 * months after its payment, and on another day in their books than in ours: a day sees both, or either alone.
 */
function expected({ status, amount, chargedBack }: OwnPayment): readonly number[] | null {
  if (status === 'paying' || status === 'unknown' || status === 'waiting') return null;
  if (status === 'held' || status === 'accepted') return null;
  if (status !== 'settled' && status !== 'paid') return [0];
  return chargedBack ? [0, amount, -amount] : [amount];
}

/** @param bookings of the day and of those beside it; `day` as `YYYY-MM-DD` */
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
  for (const { id, movedThatDay } of own) if (movedThatDay) ids.push(id);
  const differences: BookDifference[] = [];
  const unique = new Set(ids);
  for (const id of unique) {
    const payment = ours.get(id);
    const may = payment ? expected(payment) : [0];
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
