/** What is on the slip costs more than the limit of the day leaves. Amounts in whole krónur. */
import type { ReactNode } from 'react';
import { money } from '#texts/number.ts';
import { useOwn } from '#web/personal/own-part.ts';
import { useText } from '#web/text/text.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useLimitLeft } from './limit-left.ts';

export type Over = { price: number; left: number; isMonthly: boolean };

/**
 * What would be paid and what may be; null where it is within the limit. A month of a subscription may not
 * cost more than the limit of a day, and its charge of today counts toward that.
 * @param price of this purchase; of a subscription its first charge
 * @param month what a month of a subscription costs; null for a ticket
 */
export function useOverLimit(price: number, month: number | null): Over | null {
  const account = useOwn()?.account;
  const left = useLimitLeft();
  if (!account || left === null) return null;
  if (month !== null && month > account.stakeLimitDay)
    return { price: month, left: account.stakeLimitDay, isMonthly: true };
  return price > left ? { price, left, isMonthly: false } : null;
}

/** @param children a way to fit the limit */
export function OverLimit({ price, left, isMonthly, children }: Over & { children?: ReactNode }) {
  const { t } = useText();
  return (
    <Notice kind="warn" role="status" secondary={children ?? undefined}>
      {t(isMonthly ? 'slip.overLimitMonth' : 'slip.overLimitHow', { price: money(price), left: money(left) })}
    </Notice>
  );
}
