/** In the review of a subscription: what is charged now and every month, and that its terms are accepted. */
import { Link } from 'react-router';
import { isoDay } from '#rules/draws/subscriptions.ts';
import type { Weekday } from '#rules/values/weeks.ts';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { Line } from '#web/shared/purchase/line.tsx';
import { Sum } from '#web/shared/purchase/review-paper.tsx';
import { useText } from '#web/text/text.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import type { PlayDraw, Quote } from './quote.ts';
import { type Charge, planOf, termOf } from './subscription-plan.ts';

/** The charge of today and the next one. */
export type Charges = [Charge, Charge];

type DrawOnSale = Pick<PlayDraw, 'gameId' | 'drawDate'>;

/** Null for a ticket. */
function useWish({ days, perDraw }: Quote, { gameId, drawDate }: DrawOnSale) {
  const { now } = useShell();
  return days && { gameId, days, perDraw, today: now.slice(0, 10), onSale: drawDate.slice(0, 10) };
}

/** Null for a ticket. */
export function useCharges(quote: Quote, draw: DrawOnSale): Charges | null {
  const wish = useWish(quote, draw);
  if (wish === null) return null;
  const [first, next] = planOf(wish);
  return [first, next];
}

/** The minimum term, and the charge that still follows after an earlier cancellation. */
export function SubscriptionTerm({ quote, draw }: { quote: Quote; draw: DrawOnSale }) {
  const { t, format } = useText();
  const wish = useWish(quote, draw);
  if (wish === null) return null;
  const { endsOn, on, draws, amount } = termOf(wish);
  const dates = { endDate: format.date(endsOn), date: format.onDate(on) };
  return <p>{t('subscription.term', { ...dates, count: draws, amount: money(amount) })}</p>;
}

/** On the receipt: the next charge and the monthly charge after it. */
export function NextCharges({ quote, draw }: { quote: Quote; draw: DrawOnSale }) {
  const { t, format } = useText();
  const [, next] = useCharges(quote, draw) ?? [];
  if (!next || next.on === null) return null;
  return (
    <dl className={listsCss.keyValues}>
      <Line label={t('subscription.nextTaken', { date: format.date(next.on) })} value={money(next.amount)} />
      <Line label={t('subscription.afterThat')} value={money(quote.total)} />
    </dl>
  );
}

/** The first charge, in whole krónur. */
export function chargedNow({ total }: Quote, charges: Charges | null): number {
  return charges === null ? total : charges[0].amount;
}

export function ChargeLines({ charges: [first, next], quote }: { charges: Charges; quote: Quote }) {
  const { t, format } = useText();
  const on = next.on === null ? '' : format.date(next.on);
  return (
    <>
      <Line label={t('subscription.onePrice')} value={money(quote.perDraw)} />
      <Line
        label={t('subscription.nextCharge', { date: on, count: next.draws })}
        value={money(next.amount)}
      />
      <Line label={t('subscription.afterThat')} value={money(quote.total)} />
      <Sum label={t('subscription.firstToday', { count: first.draws })} value={money(first.amount)} />
    </>
  );
}

export const termsId = 'subscription-terms';

type TermsProps = { isAccepted: boolean; isAsked: boolean; onAccept: (isAccepted: boolean) => void };

export function Terms({ isAccepted, isAsked, onAccept }: TermsProps) {
  const { t, locale } = useText();
  return (
    <div>
      <Checkbox
        id={termsId}
        label={t('subscription.terms')}
        checked={isAccepted}
        errorKey={isAsked && !isAccepted ? 'subscription.termsMissing' : undefined}
        onChange={({ target }) => onAccept(target.checked)}
      />
      <Link to={pathsFor(locale).page('skilmalar-askriftar')} target="_blank">
        {t('subscription.readTerms')}
      </Link>
    </div>
  );
}

export function isoNumber(day: Weekday) {
  return String(isoDay(day)) as '1' | '2' | '3' | '4' | '5' | '6' | '7';
}
