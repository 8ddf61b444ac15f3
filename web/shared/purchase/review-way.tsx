/** From the slip to its review: what it costs, what that leaves, and the button. */
import type { MouseEvent, ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { endInWords, endOf } from '#texts/ends.ts';
import { money } from '#texts/number.ts';
import { pathsFor, withSignIn } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { ownPart, useOwn } from '#web/personal/own-part.ts';
import { available } from '#web/shared/payments/available.ts';
import { useText } from '#web/text/text.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import { useLimitLeft } from './limit-left.ts';
import * as reviewCss from './review.module.css';

/** `total` in whole krónur, of a subscription in a month. */
type Sum = { total: number; isSubscription: boolean };

/** The total, what it leaves, and the way to the player's limits. */
export function Totals(sum: Sum) {
  const { t } = useText();
  return (
    <>
      <dl className={listsCss.keyValues}>
        <div className={listsCss.sum}>
          <dt>{t(sum.isSubscription ? 'subscription.month' : 'slip.total')}</dt>
          <dd>{money(sum.total)}</dd>
        </div>
        <Left {...sum} />
      </dl>
      <LimitsLink />
    </>
  );
}

const Left = ownPart(({ total, isSubscription }: Sum) => {
  const { t } = useText();
  const account = useOwn()?.account;
  const left = useLimitLeft();
  if (!account) return null;
  return (
    <>
      {!isSubscription && (
        <div className={reviewCss.keyValueLine}>
          <dt>{t('slip.labelBalanceAfter')}</dt>
          <dd>
            {total > available(account)
              ? t('slip.shortBy', { amount: money(total - available(account)) })
              : money(available(account) - total)}
          </dd>
        </div>
      )}
      <div className={reviewCss.keyValueLine}>
        <dt>{t('slip.labelLimitLeft')}</dt>
        <dd>{money(left ?? 0)}</dd>
      </div>
    </>
  );
});

/** Limits are one press away from every slip (must-hold 33). */
function LimitsLink() {
  const { t, locale } = useText();
  if (useShell().state === 'out') return null;
  return (
    <p className={reviewCss.keyValueLine}>
      <Link to={pathsFor(locale).limits()}>{t('responsible.setLimits')}</Link>
    </p>
  );
}

export type ReviewWay = Sum & {
  isClosed: boolean;
  /** The review was asked for and did not come. */
  isLost: boolean;
  onReview: () => void;
  onSignIn: () => void;
  /** Without the price: there is little room. */
  short?: boolean;
};

/** Opens the review; a player who is signed out signs in first. */
export function ReviewButton({ total, isSubscription, isClosed, short = false, ...way }: ReviewWay) {
  const { isLost, onReview, onSignIn } = way;
  const { t } = useText();
  const { state } = useShell();
  const { pathname, search } = useLocation();
  if (state === 'out' && total > 0 && !isClosed) {
    const press = (event: MouseEvent): void => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      onSignIn();
    };
    return (
      <Link
        className={buttonClass({ kind: 'primary', big: true, block: true })}
        to={withSignIn(pathname, search)}
        preventScrollReset
        onClick={press}
      >
        {t('slip.logInToBuy')}
      </Link>
    );
  }
  const isPriced = !short && total > 0 && !isSubscription;
  const plain = t(isSubscription ? 'slip.reviewSubscription' : 'slip.reviewShort');
  const label = isPriced ? t('slip.review', { amount: money(total) }) : plain;
  return (
    <>
      {isLost && (
        <p className="meta" role="alert">
          {endInWords(endOf(t, 'ends.purchase.unreached'))}
        </p>
      )}
      <WayOn total={total} isSubscription={isSubscription} isClosed={isClosed} onReview={onReview}>
        {label}
      </WayOn>
    </>
  );
}

type WayOnProps = Sum & Pick<ReviewWay, 'isClosed' | 'onReview'> & { children: ReactNode };

/** A secondary button when the limits do not allow the purchase. */
const WayOn = ownPart(({ total, isSubscription, isClosed, onReview, children }: WayOnProps) => {
  const left = useLimitLeft();
  const isOver = left !== null && !isSubscription && total > left;
  return (
    <Button kind={isOver ? 'secondary' : 'primary'} big block off={isClosed} onClick={onReview}>
      {children}
    </Button>
  );
});
