/**
 * Chooses how the purchase is paid: from the balance, or after a deposit. A subscription charges its card
 * with the part that the balance does not cover (docs/rules/subscriptions.md).
 */

import { useEffect, useState } from 'react';
import type { ApiAnswer } from '#contract/api.ts';
import { money } from '#texts/number.ts';
import { isApiError } from '#web/api/api-error.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { useSite } from '#web/page/site.ts';
import { useOwn } from '#web/personal/own-part.ts';
import { available } from '#web/shared/payments/available.ts';
import type { PaymentWish } from '#web/shared/payments/payments-context.ts';
import { useText } from '#web/text/text.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { followsSlip, type Purchase } from './moves.ts';

type Card = NonNullable<ApiAnswer<'account.details'>['subscriptionCard']>;

/** `missing`: of the price; `deposited` instead, which may be more. Whole krónur. */
type Lack = { missing: number; deposited: number };

export type Payer =
  | { by: 'balance' }
  | ({ by: 'deposit' } & Lack)
  /** Null: which one is not known yet, or cannot be read. */
  | { by: 'card'; card: Card | null }
  | ({ by: 'newCard'; isOther: boolean } & Lack);

export function usePayer(state: Purchase<unknown>, price: number, isSubscription: boolean): Payer {
  const account = useOwn()?.account;
  const { limits } = useSite();
  const missing = price - (account ? available(account) : price);
  const isOpen = followsSlip(state);
  const code = state.refusal?.code;
  const card = useSubscriptionCard(isSubscription && isOpen && missing > 0);
  if (!isOpen || missing <= 0) return { by: 'balance' };
  const lack = { missing, deposited: Math.max(missing, limits?.depositMin ?? 0) };
  if (!isSubscription || code === 'EC_BALANCE_TOO_LOW') return { by: 'deposit', ...lack };
  if (code === 'EC_CC_DECLINED') return { by: 'newCard', isOther: true, ...lack };
  if (card === null || code === 'EC_CREDITCARD_MISSING') return { by: 'newCard', isOther: false, ...lack };
  return { by: 'card', card: card ?? null };
}

/** @returns null where none is saved; undefined until it is known */
function useSubscriptionCard(isNeeded: boolean): Card | null | undefined {
  const [card, setCard] = useState<Card | null>();
  useEffect(() => {
    if (!isNeeded) return;
    browserApi('account.details', {}).then(
      ({ subscriptionCard }) => setCard(subscriptionCard ?? null),
      (error) => {
        if (!isApiError(error)) throw error;
      },
    );
  }, [isNeeded]);
  return card;
}

/** What has to be brought before it can be bought; null when it is bought at once. */
export function wishOf(payer: Payer, price: number): PaymentWish | null {
  if (payer.by === 'deposit') return depositWish(payer, price);
  return payer.by === 'newCard' ? { form: 'card', isSubscription: true, isStep: true } : null;
}

export function depositWish({ missing }: Lack, price: number): PaymentWish {
  return { form: 'deposit', ticket: { price, missing } };
}

/** What the card is charged, or that one is needed; a refusal says it itself. */
export function PayerNote({ payer, price }: { payer: Payer; price: number }) {
  const { t } = useText();
  if (payer.by === 'newCard') {
    return <Notice kind="info">{t('subscription.cardNeeded', { amount: money(price) })}</Notice>;
  }
  if (payer.by !== 'card' || payer.card === null) return null;
  const { brand, last4 } = payer.card;
  const card = t('card.ending', { brand: t(`card.brands.${brand}`), last4 });
  return <Notice kind="info">{t('subscription.cardPays', { amount: money(price), card })}</Notice>;
}
