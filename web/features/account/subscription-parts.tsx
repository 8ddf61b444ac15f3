/** What list and page of a subscription say alike: its state, its days, what comes next. */
import type { ApiAnswer } from '#contract/api.ts';
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { Icon } from '#web/ui/icon.tsx';

export type Subscription = ApiAnswer<'subscriptions.list'>['subscriptions'][number];

const looks = {
  pending: ['pill-waiting', 'hour'],
  active: ['pill-won', 'check'],
  cancelled: ['pill-none', 'hour'],
  terminated: ['pill-none', 'x'],
} as const;

export function SubscriptionStatus({ status }: Pick<Subscription, 'status'>) {
  const { t } = useText();
  const [look, icon] = looks[status];
  return (
    <span className={`pill ${look}`}>
      <Icon name={icon} small />
      {t(`status.subscription.${status}`)}
    </span>
  );
}

type IsoDay = '1' | '2' | '3' | '4' | '5' | '6' | '7';

/** `á þriðjudögum, á föstudögum` */
export function useDays(numbers: readonly number[]): string {
  const { t } = useText();
  return numbers.map((number) => t(`calendar.weekdaysEvery.${String(number) as IsoDay}`)).join(', ');
}

/** The next draw, the price, what is paid ahead, and the next charge or the end. */
export function useFacts(subscription: Subscription): [string, string][] {
  const { t, format } = useText();
  const { drawDates, monthly, prepaid, nextCharge, endDate } = subscription;
  const [next] = drawDates;
  return [
    ...(next === undefined ? [] : [pair(t('myPages.subscriptions.labelNext'), format.date(next))]),
    pair(t('myPages.subscriptions.labelMonthly'), money(monthly)),
    pair(t('myPages.subscriptions.labelPrepaid'), money(prepaid)),
    ...(nextCharge === undefined
      ? []
      : [
          pair(
            t('myPages.subscriptions.nextCharge', { date: format.date(nextCharge.at) }),
            money(nextCharge.amount),
          ),
        ]),
    ...(endDate === undefined ? [] : [pair(t('myPages.subscriptions.labelEnd'), format.dateYear(endDate))]),
  ];
}

const pair = (name: string, value: string): [string, string] => [name, value];
