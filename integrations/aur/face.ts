/** Aur as the product sees it: a person approves a payment on the phone. Amounts are whole krónur. */

export type AurRequest = {
  /** Seven digits. */
  msisdn: string;
  amount: number;
  description: string;
  /** Ours, unique for ever. */
  orderId: string;
  callbackUrl: string;
  /** How long the phone may be asked. */
  minutes: number;
};

/** `refused`: nothing will be taken, for certain. `unknown`: the phone may have been asked. */
export type AurBegun =
  | { outcome: 'begun'; token: string; deepLink?: string }
  | { outcome: 'refused'; aurErrorId: string }
  | { outcome: 'unknown' };

export type AurState = {
  status: 'WAIT' | 'FINISHED' | 'CANCELLED';
  transactionId?: string;
  /** What Aur took, when it is finished. */
  amount?: number;
  message?: string;
  aurErrorId?: string;
};

export type AurBooking = { orderId: string; transactionId: string; amount: number; at: Date };

/** Nothing throws for what is outside; each call ends within its time limit. */
export type Aur = {
  begin(request: AurRequest): Promise<AurBegun>;
  /** By token, or by order where the token was lost on the way. `notFound` is certain; null: no answer. */
  state(of: { token: string } | { orderId: string }): Promise<AurState | 'notFound' | null>;
  /** The order that a callback is about, or null where it is none. Only a reason to ask; never believed. */
  readCallback(body: string): { orderId: string } | null;
  /** What Aur booked on a day (`YYYY-MM-DD`); null when it could not be asked. */
  bookings(day: string): Promise<readonly AurBooking[] | null>;
};
