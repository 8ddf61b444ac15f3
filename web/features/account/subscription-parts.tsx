/** What list and page of a subscription say alike: its state, numbers and days, what comes next. */
import { type EndKey, endInWords, endOf } from '#texts/ends.ts';
import { money } from '#texts/number.ts';
import { bonusShapes, isNumberGame } from '#web/shared/games/number-games.ts';
import * as statusPillCss from '#web/shared/tickets/status-pill.module.css';
import { useText } from '#web/text/text.tsx';
import { Digits, Discs } from '#web/ui/discs.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CardLink } from './subscription-card.tsx';
import type { Subscription } from './subscription-data.ts';
import * as subscriptionsCss from './subscriptions.module.css';

const looks = {
  pending: [statusPillCss.waiting, 'hour'],
  active: [statusPillCss.won, 'check'],
  cancelled: [statusPillCss.none, 'hour'],
  terminated: [statusPillCss.none, 'x'],
} as const;

export function SubscriptionStatus({ status }: Pick<Subscription, 'status'>) {
  const { t } = useText();
  const [look, icon] = looks[status];
  return (
    <span className={`${statusPillCss.pill} ${look}`}>
      <Icon name={icon} small />
      {t(`status.subscription.${status}`)}
    </span>
  );
}

/** Its rows and Jóker; `most`: so many rows, and how many more there are. */
export function PlayedNumbers({ subscription, most }: { subscription: Subscription; most?: number }) {
  const { t } = useText();
  const { gameId, rows, system, joker } = subscription;
  const shape = isNumberGame(gameId) ? bonusShapes[gameId] : 'bonus';
  const name = isNumberGame(gameId) ? t(`games.${gameId}.bonusName`) : '';
  const shown = rows.slice(0, most);
  return (
    <div className={`stack ${subscriptionsCss.played}`}>
      {system !== undefined && <b>{t('system.line', { size: system })}</b>}
      <ol className="stack">
        {shown.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a row
          <li key={place}>
            <Discs numbers={row.numbers} bonus={row.bonusNumbers} bonusName={name} shape={shape} />
          </li>
        ))}
      </ol>
      {rows.length > shown.length && (
        <p className="soft">{t('myPages.subscriptions.moreRows', { count: rows.length - shown.length })}</p>
      )}
      {joker && <Digits digits={joker} spoken={t('joker.spoken', { digits: joker.join(' ') })} />}
    </div>
  );
}

/** The last attempt at a charge, where it paid nothing and the subscription goes on. */
export function NotCharged({ subscription }: { subscription: Subscription }) {
  const { t, format } = useText();
  const { lastCharge, status } = subscription;
  const isOver = status === 'cancelled' || status === 'terminated';
  if (isOver || lastCharge === undefined || lastCharge.outcome === 'paid') return null;
  const { amount, at, outcome, code } = lastCharge;
  return (
    <Notice
      kind="warn"
      {...(outcome === 'declined' && { secondary: <CardLink isFirst={code === 'EC_CREDITCARD_MISSING'} /> })}
    >
      {t('myPages.subscriptions.notCharged', { amount: money(amount), date: format.date(at) })}{' '}
      {endInWords(endOf(t, endOfCode[code ?? ''] ?? endOfOutcome[outcome]))}
    </Notice>
  );
}

const endOfCode: Readonly<Record<string, EndKey>> = {
  EC_CC_ERROR: 'ends.subscriptionCharge.unanswered',
  EC_CREDITCARD_MISSING: 'ends.subscriptionCharge.noCard',
  EC_BALANCE_TOO_LOW: 'ends.subscriptionCharge.balanceTooLow',
  EC_DEPOSIT_LIMIT: 'ends.subscriptionCharge.depositLimit',
};
const endOfOutcome = {
  declined: 'ends.subscriptionCharge.declined',
  limit: 'ends.subscriptionCharge.purchaseLimit',
  certificate: 'ends.subscriptionCharge.certificate',
  locked: 'ends.subscriptionCharge.locked',
} as const;

type IsoDay = '1' | '2' | '3' | '4' | '5' | '6' | '7';

/** `á þriðjudögum og föstudögum`; no game has more than two days. */
export function useDays(numbers: readonly number[]): string {
  const { t } = useText();
  const [first = '', second] = numbers.map((number) =>
    t(`calendar.weekdaysEvery.${String(number) as IsoDay}`),
  );
  return t('calendar.onDays', {
    days: second === undefined ? first : t('calendar.andDates', { first, second }),
  });
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
            t('myPages.subscriptions.nextCharge', { date: format.dayMonthShort(nextCharge.at) }),
            money(nextCharge.amount),
          ),
        ]),
    ...(endDate === undefined ? [] : [pair(t('myPages.subscriptions.labelEnd'), format.dateYear(endDate))]),
  ];
}

const pair = (name: string, value: string): [string, string] => [name, value];
