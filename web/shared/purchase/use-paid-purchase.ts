/**
 * A purchase that lacks balance: the slip waits while the money is on its way, then the purchase goes on with
 * its own key, for the same draw at the same price alone. Otherwise the money stays on the balance, and what
 * is on sale by then is reviewed anew.
 */
import { startTransition, useCallback, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type PaymentWish, usePayments } from '#web/shared/payments/payments-context.ts';
import type { RunningPurchase } from './run-purchase.ts';

type Parts<W, Q> = {
  quote: Q;
  wagerNow: () => W;
  isClosed: boolean;
  purchase: RunningPurchase<W, Q>;
};

export function usePaidPurchase<W, Q>({ quote, wagerNow, isClosed, purchase }: Parts<W, Q>) {
  const payments = usePayments();
  const { revalidate } = useRevalidator();
  /** What was to be bought when the money for it was on its way. */
  const [paidFor, setPaidFor] = useState<string | null>(null);
  /** The money came, and something else is on sale by now. */
  const [isChanged, setChanged] = useState(false);

  useEffect(() => {
    if (paidFor === null) return;
    setPaidFor(null);
    const wager = wagerNow();
    if (JSON.stringify(wager) === paidFor && !isClosed) return purchase.buy();
    setChanged(true);
    purchase.review(wager, quote);
  }, [paidFor, quote, wagerNow, isClosed, purchase]);

  const clearChanged = useCallback(() => setChanged(false), []);

  return {
    isChanged,
    /** Called once the player has read it. */
    clearChanged,
    buy: (): void => {
      setChanged(false);
      purchase.buy();
    },
    /** Opens the deposit or card form, and buys once it is done. */
    pay: async (wish: PaymentWish): Promise<void> => {
      const wager = JSON.stringify(wagerNow());
      if (!(await payments.ask(wish))) return;
      await revalidate();
      // With what was read just now, which the router shows no sooner.
      startTransition(() => setPaidFor(wager));
    },
  };
}
