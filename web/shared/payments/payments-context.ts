/**
 * Money in and out, as any page can ask for it; the dialog itself is in `web/features/payments`. Amounts in
 * whole krónur.
 */
import { createContext, use } from 'react';

export type PaymentWish =
  /**
   * `isNew`: somebody who just signed up, who is asked for a limit first and may go on without a card;
   * `isStep`: what the card is for goes on by itself.
   */
  | { form: 'card'; isSubscription?: boolean; isNew?: boolean; isStep?: boolean }
  /** `ticket`: a purchase waits for it, and what it lacks of its price. */
  | { form: 'deposit'; ticket?: { price: number; missing: number } }
  | { form: 'withdraw' }
  | { form: 'bankAccount'; isFirst: boolean }
  | { form: 'method'; to: 'creditCard' | 'aur' }
  /** `subscription`: what is paid with the card and goes on, in words. */
  | { form: 'removeCard'; isSubscription: boolean; subscription: string | null };

export type Payments = {
  /** Opens the dialog; answers when it closes, true when what was asked for is done. */
  ask: (wish: PaymentWish) => Promise<boolean>;
};

export const PaymentsContext = createContext<Payments | null>(null);

export function usePayments(): Payments {
  const payments = use(PaymentsContext);
  if (payments === null) throw new Error('usePayments needs its provider above it');
  return payments;
}
