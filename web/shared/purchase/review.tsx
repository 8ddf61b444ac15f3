/**
 * Between slip and purchase, always: everything that is bought, what it costs, the chances, then
 * one priced button. What is bought comes from its game, as children.
 */
import type { ReactNode } from 'react';
import { endInWords, endOf } from '#texts/ends.ts';
import { money } from '#texts/number.ts';
import { useOwn } from '#web/personal/own-part.ts';
import { available } from '#web/shared/payments/available.ts';
import type { PaymentWish } from '#web/shared/payments/payments-context.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Bought, Purchase, Step } from './moves.ts';
import { type Over, OverLimit } from './over-limit.tsx';
import { depositWish, type Payer, PayerNote, usePayer, wishOf } from './payer.tsx';
import * as reviewCss from './review.module.css';
import { ReviewProgress } from './review-progress.tsx';

type FootProps = {
  state: Purchase<unknown>;
  /** What is charged at once, in whole krónur. */
  price: number;
  isSubscription: boolean;
  /** The price less the average of prizes; of a subscription in a year. Whole krónur. */
  averageCost?: number;
  /** Nothing is on the slip. */
  isEmpty: boolean;
  over: Over | null;
  /** The money came, and something else is on sale by now. */
  isChanged: boolean;
  /** That the sale has ended, and the way on from there; null while it has not. */
  closed: ReactNode;
  onBuy: () => void;
  /** Opens the deposit or card form, and buys once it is done. */
  onPay: (wish: PaymentWish) => void;
  onCheck: () => void;
  onClose: () => void;
};

type Props = FootProps & {
  open: boolean;
  gameId: string;
  /** Shown in place of the review once something is bought. */
  receipt: ReactNode;
  children: ReactNode;
};

export function Review({ open, gameId, receipt, children, ...foot }: Props) {
  const { t } = useText();
  const { state, isSubscription, onClose } = foot;
  const { step } = state;
  const bought = state.receipt?.bought;
  const title = isSubscription ? 'review.subscriptionTitle' : 'review.title';
  return (
    <Dialog
      open={open}
      title={bought === undefined ? t(title) : doneTitle(t, bought)}
      closeLabel={t(bought === undefined ? 'review.back' : 'a11y.closeDialog')}
      onClose={onClose}
      closesOutside={false}
      held={step === 'buying' || step === 'slow'}
      game={gameId}
    >
      {bought === undefined ? (
        <>
          <div className={dialogCss.body}>{children}</div>
          <ReviewFoot {...foot} closed={open ? foot.closed : null} />
        </>
      ) : (
        receipt
      )}
    </Dialog>
  );
}

/** What is happening to the money and the one thing to do about it: always in view. */
function ReviewFoot({ state, price, isSubscription, isEmpty, over, isChanged, ...props }: FootProps) {
  const { t } = useText();
  const { step } = state;
  const { onBuy, onPay, onCheck, onClose } = props;
  const closed = step === 'idle' || step === 'refused' ? props.closed : null;
  const isBuying = step === 'buying' || step === 'slow';
  const isLost = step === 'looking' || step === 'unknown';
  const found = usePayer(state, price, isSubscription);
  const payer = over === null ? found : ({ by: 'balance' } as const);
  const wish = wishOf(payer, price);
  return (
    <div className={dialogCss.foot}>
      {isChanged && step === 'idle' && (
        <Notice kind="warn" role="alert">
          {endInWords(endOf(t, 'ends.purchase.depositedOnly'))}
        </Notice>
      )}
      <FootSum price={price} isSubscription={isSubscription} averageCost={props.averageCost} />
      {over && step === 'idle' && <OverLimit {...over} />}
      {closed ?? <ReviewProgress state={state} price={price} />}
      {step === 'idle' && <PayerNote payer={payer} price={price} />}
      <div className={dialogCss.reviewActions}>
        {over && step === 'idle' ? null : (
          <Button
            kind="primary"
            big
            block
            busy={isBuying || step === 'looking'}
            off={isEmpty || step === 'paused' || closed !== null}
            onClick={isLost ? onCheck : wish === null ? onBuy : () => onPay(wish)}
          >
            {wish === null ? buttonText(t, step, { price, isSubscription }) : payText(t, payer, price)}
          </Button>
        )}
        {payer.by === 'newCard' && (
          <Button block onClick={() => onPay(depositWish(payer, price))}>
            {t('subscription.depositInstead', { amount: money(payer.deposited) })}
          </Button>
        )}
        <div className={dialogCss.reviewMore}>
          <Button kind="plain" off={isBuying} onClick={onClose}>
            {t(isLost ? 'common.close' : 'review.back')}
          </Button>
          {!isLost && <BalanceAfter price={price} payer={payer} />}
        </div>
      </div>
    </div>
  );
}

type SumProps = Pick<FootProps, 'price' | 'isSubscription'> & { averageCost: number | undefined };

/** The price and the average cost, directly above the button. */
function FootSum({ price, isSubscription, averageCost }: SumProps) {
  const { t } = useText();
  if (averageCost === undefined) return null;
  const average = t(isSubscription ? 'review.averageYear' : 'review.average', { amount: money(averageCost) });
  return (
    <p className={reviewCss.footSum}>
      <span>
        {t(isSubscription ? 'review.today' : 'slip.total')}
        <span className="meta">{average}</span>
      </span>
      <b className="money">{money(price)}</b>
    </p>
  );
}

type T = ReturnType<typeof useText>['t'];

function payText(t: T, payer: Payer, price: number): string {
  if (payer.by === 'deposit') return t('deposit.thenBuy', { amount: money(payer.deposited) });
  const isOther = payer.by === 'newCard' && payer.isOther;
  return t(isOther ? 'subscription.otherCard' : 'subscription.cardThenStart', { amount: money(price) });
}

function doneTitle(t: T, { type }: Bought): string {
  return t(type === 'ticket' ? 'purchase.doneTitle' : 'subscription.doneTitle');
}

type Charged = Pick<FootProps, 'price' | 'isSubscription'>;

function buttonText(t: T, step: Step, { price, isSubscription }: Charged): string {
  if (step === 'buying' || step === 'slow') return t('loading.buyingShort');
  if (step === 'looking') return t('loading.checkingPurchase');
  if (step === 'unknown') return t('review.checkAgain');
  return t(isSubscription ? 'subscription.startToday' : 'review.buy', { amount: money(price) });
}

function BalanceAfter({ price, payer }: { price: number; payer: Payer }) {
  const { t } = useText();
  const account = useOwn()?.account;
  if (!account) return null;
  const short = price - available(account);
  if (payer.by === 'card') return <p className="meta">{t('subscription.balanceStays')}</p>;
  return (
    <p className="meta">
      {short > 0
        ? t('slip.shortBy', { amount: money(short) })
        : t('slip.balanceAfter', { amount: money(available(account) - price) })}
    </p>
  );
}
