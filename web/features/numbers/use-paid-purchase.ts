/**
 * A purchase that lacks balance: the slip waits while the money is on its way, then the purchase goes on with
 * its own key, for the same draw at the same price alone. Otherwise the money stays on the balance, and what
 * is on sale by then is reviewed anew.
 */
import { startTransition, useCallback, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type PaymentWish, usePayments } from '#web/shared/payments/payments-context.ts';
import type { Purchase } from './purchase.ts';
import type { PlayDraw, Quote } from './quote.ts';
import { wagerOf } from './wager.ts';

type Parts = { quote: Quote; draw: PlayDraw; isClosed: boolean; purchase: Purchase };

export function usePaidPurchase({ quote, draw, isClosed, purchase }: Parts) {
  const payments = usePayments();
  const { revalidate } = useRevalidator();
  /** What was to be bought when the money for it was on its way. */
  const [paidFor, setPaidFor] = useState<string | null>(null);
  /** The money came, and something else is on sale by now. */
  const [isChanged, setChanged] = useState(false);

  useEffect(() => {
    if (paidFor === null) return;
    setPaidFor(null);
    const wager = wagerOf(quote, draw);
    if (JSON.stringify(wager) === paidFor && !isClosed) return void purchase.buy();
    setChanged(true);
    purchase.open(wager, quote);
  }, [paidFor, quote, draw, isClosed, purchase]);

  const clearChanged = useCallback(() => setChanged(false), []);

  return {
    isChanged,
    /** Whoever has read it goes on. */
    clearChanged,
    buy: (): void => {
      setChanged(false);
      void purchase.buy();
    },
    /** Brings what has to be there first, and buys. */
    pay: async (wish: PaymentWish): Promise<void> => {
      const wanted = JSON.stringify(wagerOf(quote, draw));
      if (!(await payments.ask(wish))) return;
      await revalidate();
      // With what was read just now, which the router shows no sooner.
      startTransition(() => setPaidFor(wanted));
    },
  };
}
