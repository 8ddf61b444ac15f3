/** The bank that pays out, as the product sees it. Amounts are whole krónur. */

export type PayoutOrder = {
  /** A UUID of ours: an order with an id that the bank has is the same order, never another one. */
  requestId: string;
  amount: number;
  /** Twelve digits: bank, ledger, number. */
  account: string;
  /** Ten digits: the account must be this person's. */
  ownerNationalId: string;
  /** What stands on the receiver's statement. */
  text: string;
};

/** `accepted`: under way. `rejected` is final, and the money stayed with us. */
export type PayoutState =
  | { state: 'accepted' }
  | { state: 'settled'; paymentId: string }
  | { state: 'rejected'; reason: 'declined' | 'ownerMismatch' | 'noAccount' };

export type BankBooking = { requestId: string; paymentId: string; amount: number; at: Date };

/** Whether an account is a person's. */
export type Ownership = 'own' | 'ownerMismatch' | 'noAccount';

/** Nothing throws for what is outside; each call ends within its time limit. */
export type Bank = {
  /** Null: no answer that could be understood; the bank may have taken the order. Safe to repeat. */
  order(order: PayoutOrder): Promise<PayoutState | null>;
  /** `notFound`: the bank has no such order. */
  state(requestId: string): Promise<PayoutState | 'notFound' | null>;
  /** Null when the bank gave no answer that could be understood. */
  ownership(owner: Pick<PayoutOrder, 'account' | 'ownerNationalId'>): Promise<Ownership | null>;
  /** What the bank booked on a day (`YYYY-MM-DD`); null when it could not be asked. */
  bookings(day: string): Promise<readonly BankBooking[] | null>;
};
