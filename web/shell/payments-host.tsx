/** Code and texts of the dialog of money in and out, and what is asked of it: one wish at a time. */
import type { ReactNode } from 'react';
import type { Locale } from '#texts/evaluate.ts';
import { PaymentDialog } from '#web/features/payments/payment-dialog.tsx';
import { pathsFor } from '#web/page/paths.ts';
import type { PaymentWish } from '#web/shared/payments/payments-context.ts';
import { laterTexts } from '#web/text/later-texts.ts';
import { MoreTexts } from '#web/text/text.tsx';

let turn = 0;
let settle: (isDone: boolean) => void = () => {};

/** @returns opens the dialog for a wish and gives it to `show`; rejects when the texts do not come */
export async function openHost(locale: Locale) {
  const texts = await laterTexts(pathsFor(locale).laterTexts('greidslur'));
  return async (wish: PaymentWish, show: (dialog: ReactNode) => void): Promise<boolean> => {
    turn += 1;
    const mine = turn;
    // What was asked for before gives way.
    settle(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    settle = resolve;
    show(
      <MoreTexts key={mine} sent={texts}>
        <PaymentDialog wish={wish} onEnd={resolve} />
      </MoreTexts>,
    );
    const isDone = await promise;
    if (mine === turn) show(null);
    return isDone;
  };
}
