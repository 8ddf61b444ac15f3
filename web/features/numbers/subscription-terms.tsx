/** In the review of a subscription: what is charged now and every month, and that its terms are accepted. */
import { Link } from 'react-router';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { Line } from '#web/shared/purchase/line.tsx';
import { Sum } from '#web/shared/purchase/review-paper.tsx';
import { useText } from '#web/text/text.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import type { PlayDraw, Quote } from './quote.ts';
import { type Charge, planOf } from './subscription-plan.ts';

/** The charge of today and the next one. */
export type Charges = [Charge, Charge];

/** Null for a ticket. */
export function useCharges(quote: Quote, draw: PlayDraw): Charges | null {
  const { now } = useShell();
  const { days, perDraw } = quote;
  if (days === null) return null;
  const [today, onSale] = [now.slice(0, 10), draw.drawDate.slice(0, 10)];
  const [first, next] = planOf({ gameId: draw.gameId, days, perDraw, today, onSale });
  return [first, next];
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
      <Line label={t('subscription.nextFrom', { date: on })} value={money(quote.total)} />
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
