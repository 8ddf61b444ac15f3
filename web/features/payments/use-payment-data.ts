/** What the steps have to know of the account, read when they begin and after each change. */
import { useCallback, useEffect, useState } from 'react';
import type { ApiAnswer } from '#contract/api.ts';
import { browserApi } from '#web/api/browser-api.ts';

export type PaymentData = {
  details: ApiAnswer<'account.details'>;
  limits: ApiAnswer<'limits.read'>;
  system: ApiAnswer<'system.limits'>;
  /** Nothing was ever deposited, and no limit was ever set. */
  isFirst: boolean;
};

export type Card = NonNullable<PaymentData['details']['creditCard']>;

export function usePaymentData() {
  const [data, setData] = useState<PaymentData | 'failed' | null>(null);
  const reload = useCallback(async (): Promise<PaymentData | null> => {
    try {
      const [details, limits, system, { transactionCount }] = await Promise.all([
        browserApi('account.details', {}),
        browserApi('limits.read', {}),
        browserApi('system.limits', {}),
        browserApi('account.transactions', { params: { page: '1' }, query: { transactionType: 'deposit' } }),
      ]);
      const isFirst = transactionCount === 0 && limits.changes.length === 0;
      const read = { details, limits, system, isFirst };
      setData(read);
      return read;
    } catch {
      // What is shown stays, if anything is.
      setData((before) => before ?? 'failed');
      return null;
    }
  }, []);
  useEffect(() => {
    void reload();
  }, [reload]);
  return { data, reload };
}

/** What is left of the deposit limits, by period; the least of them is what may be deposited. */
export function depositLeft({ limits }: Pick<PaymentData, 'limits'>) {
  const left = (field: 'depositLimitDay' | 'depositLimitWeek' | 'depositLimitMonth') =>
    Math.max(0, limits[field] - limits.used[field]);
  const periods = [
    { period: 'day', left: left('depositLimitDay'), field: 'depositLimitDay' },
    { period: 'week', left: left('depositLimitWeek'), field: 'depositLimitWeek' },
    { period: 'month', left: left('depositLimitMonth'), field: 'depositLimitMonth' },
  ] as const;
  const least = periods.reduce((low, each) => (each.left < low.left ? each : low));
  return { periods, least };
}
