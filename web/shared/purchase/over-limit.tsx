/** The notice that the slip costs more than the player's limits allow. Amounts in whole krónur. */
import type { ReactNode } from 'react';
import type { OwnPage } from '#contract/own-page.ts';
import { money } from '#texts/number.ts';
import { useOwn } from '#web/personal/own-part.ts';
import { useText } from '#web/text/text.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** `by`: the tightest limit; absent when a month of a subscription exceeds the lowest limit. */
export type Over = { price: number; left: number; by?: OwnPage['account']['stakeLeftBy'] };

/**
 * What would be paid and what may be; null where it is within the limits. A month of a subscription may not
 * cost more than the lowest limit, and its charge of today counts toward all of them.
 * @param price of this purchase; of a subscription its first charge
 * @param month what a month of a subscription costs; null for a ticket
 */
export function useOverLimit(price: number, month: number | null): Over | null {
  const account = useOwn()?.account;
  if (!account) return null;
  const { stakeLeft: left, stakeLeftBy: by, stakeLimitLowest: lowest } = account;
  if (month !== null && month > lowest) return { price: month, left: lowest };
  return price > left ? { price, left, by } : null;
}

/** @param children a way to fit the limit */
export function OverLimit({ price, left, by, children }: Over & { children?: ReactNode }) {
  const { t } = useText();
  return (
    <Notice kind="warn" role="status" secondary={children ?? undefined}>
      {by === undefined
        ? t('slip.overLimitMonth', { price: money(price), left: money(left) })
        : t('slip.overLimitHow', { price: money(price), left: money(left), field: by })}
    </Notice>
  );
}
