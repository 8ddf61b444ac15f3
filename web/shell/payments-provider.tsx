/** Shows the dialog of money in and out for all pages; its code and its texts come when it is asked for. */
import { type ComponentType, type ReactNode, useMemo, useState } from 'react';
import type { SentTexts } from '#texts/text-key.ts';
import type { PaymentDialog } from '#web/features/payments/payment-dialog.tsx';
import { pathsFor } from '#web/paths.ts';
import { laterTexts } from '#web/text/later-texts.ts';
import { MoreTexts, useText } from '#web/text/text.tsx';
import { type Payments, PaymentsContext, type PaymentWish } from '#web/ui/payments-context.ts';

type Props = Parameters<typeof PaymentDialog>[0];
type Shown = Props & { turn: number; Dialog: ComponentType<Props>; texts: SentTexts };

export function PaymentsProvider({ children }: { children: ReactNode }) {
  const { locale } = useText();
  const [shown, setShown] = useState<Shown | null>(null);
  const payments = useMemo((): Payments => {
    const paths = pathsFor(locale);
    let turn = 0;
    let settle = (_isDone: boolean): void => {};
    return {
      ask: async (wish: PaymentWish) => {
        turn += 1;
        const mine = turn;
        const code = [
          import('#web/features/payments/payment-dialog.tsx'),
          laterTexts(paths.paymentTexts()),
        ] as const;
        const [{ PaymentDialog: Dialog }, texts] = await Promise.all(code).catch(() => {
          // The page of cards tells why nothing comes.
          window.location.assign(paths.cards());
          return new Promise<never>(() => {});
        });
        if (mine !== turn) return false;
        // What was asked for before gives way.
        settle(false);
        const { promise, resolve } = Promise.withResolvers<boolean>();
        settle = resolve;
        setShown({ turn, Dialog, texts, wish, onEnd: resolve });
        const isDone = await promise;
        if (mine === turn) setShown(null);
        return isDone;
      },
    };
  }, [locale]);
  return (
    <PaymentsContext value={payments}>
      {children}
      {shown && (
        <MoreTexts sent={shown.texts}>
          <shown.Dialog key={shown.turn} wish={shown.wish} onEnd={shown.onEnd} />
        </MoreTexts>
      )}
    </PaymentsContext>
  );
}
