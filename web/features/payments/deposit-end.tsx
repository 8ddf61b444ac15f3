/** What came of a deposit: what happened, what became of the money, what to do now. */

import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type AurEnd, aurEnds } from '#rules/values/aur-ends.ts';
import { type End, type EndKey, endOf } from '#texts/ends.ts';
import { money } from '#texts/number.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { useShell } from '#web/page/shell.ts';
import { useOwn } from '#web/personal/own-part.ts';
import { available } from '#web/shared/payments/available.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { useDomainInstant } from '#web/ui/domain-clock.ts';
import { Tell } from '#web/ui/tell.tsx';
import { Ledger, Lighthouse } from './parts.tsx';
import { useStepFrame } from './step-frame.ts';
import type { DepositState } from './use-deposit.ts';
import { depositLeft, type PaymentData } from './use-payment-data.ts';

type Done = Extract<DepositState, { at: 'done' }>;
type Failed = Extract<DepositState, { at: 'failed' }>;

type Props = {
  state: Done | Failed;
  /** As it was before. */
  data: PaymentData;
  /** The purchase goes on by itself. */
  isForTicket: boolean;
  onForm: () => void;
  onOtherCard: () => void;
  onEnd: (isDone: boolean) => void;
};

export function DepositEnd({ state, ...props }: Props) {
  return state.at === 'done' ? (
    <DepositDone amount={state.amount} {...props} />
  ) : (
    <DepositFailed state={state} {...props} />
  );
}

type DoneProps = Omit<Props, 'state'> & { amount: number };

function DepositDone({ amount, data, isForTicket, onEnd }: DoneProps) {
  const { t } = useText();
  const { revalidate } = useRevalidator();
  const [balance, setBalance] = useState<number | null>(null);
  useStepFrame(t('deposit.doneTitle'));

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is done
  useEffect(() => {
    if (isForTicket) return onEnd(true);
    void revalidate();
    browserApi('account.details', {}).then(
      (details) => setBalance(details.balance),
      () => {},
    );
  }, []);

  if (isForTicket) return <div className={dialogCss.body} />;
  const { debt } = data.details;
  const expected = Math.max(0, available(data.details) + amount);
  const paid = { name: t('myPages.transactions.debtPayment'), amount: money(-Math.min(debt, amount)) };
  const toDebt = debt > 0 ? [paid] : [];
  return (
    <>
      <Lighthouse />
      <div className={dialogCss.body}>
        <p className="lead" role="status">
          {endOf(t, 'ends.cardDeposit.settled').money}
        </p>
        <Ledger
          lines={[{ name: t('deposit.added'), amount: `+${money(amount)}` }, ...toDebt]}
          result={{ name: t('payment.balanceNow'), amount: money(balance ?? expected) }}
        />
      </div>
      <div className={dialogCss.foot}>
        <Button kind="primary" block onClick={() => onEnd(true)}>
          {t('common.close')}
        </Button>
      </div>
    </>
  );
}

/** The money may have been taken, and comes back if it was. */
const unknownCodes: readonly string[] = ['EC_CC_ERROR', 'EC_INTERNAL_ERROR', 'EC_EXCEPTION', 'UNKNOWN'];
const aurEndOf = (code: string): AurEnd | undefined => aurEnds.find((end) => end === code);

/** Another card can help. */
const cardCodes: readonly string[] = ['EC_CC_DECLINED', 'EC_CREDITCARD_VALIDATE_FAILED'];

function DepositFailed({
  state,
  data,
  onForm,
  onOtherCard,
  onEnd,
}: Omit<Props, 'state'> & { state: Failed }) {
  const { t } = useText();
  const { code } = state;
  const isCancelled = code === 'cancelled' || code === 'givenUp';
  useStepFrame(t(isCancelled ? 'deposit.cancelledTitle' : 'deposit.failedTitle'));
  const end = useDepositEnd(state, data);
  const byCard = data.details.paymentMethod === 'creditCard';
  return (
    <>
      <div className={dialogCss.body}>
        <Tell end={end} />
        <AurReference refused={state.refused} />
      </div>
      <Lighthouse isFoot />
      <div className={dialogCss.foot}>
        {code !== barred && (
          <Button kind="primary" block onClick={onForm}>
            {t(code === 'EC_DEPOSIT_LIMIT' ? 'deposit.changeAmount' : 'common.retry')}
          </Button>
        )}
        {byCard && cardCodes.includes(code) ? (
          <Button block onClick={onOtherCard}>
            {t('deposit.otherCard')}
          </Button>
        ) : (
          <Button block onClick={() => onEnd(false)}>
            {t('common.close')}
          </Button>
        )}
      </div>
    </>
  );
}

/** After too many attempts, or in a break, which may have begun on another page. */
const barred = 'EC_ACTION_NOT_ALLOWED';

function useDepositEnd(state: Failed, data: PaymentData): End {
  const { t, error } = useText();
  const { code, amount, refused } = state;
  const { balance, paymentMethod } = data.details;
  const again = useAgain(code === barred, refused?.waitSeconds);
  const { left, period } = depositLeft(data).least;
  return endOf(t, endKeyOf(state), {
    ...{ amount: money(amount), balance: money(balance), date: again ?? 'none' },
    byCard: paymentMethod === 'creditCard' ? 'yes' : 'no',
    refusal: error(refused ?? code, 'deposit', { amount: money(left), period }),
  });
}

function endKeyOf({ code, refused }: Failed): EndKey {
  const aurEnd = aurEndOf(code);
  if (aurEnd) return `ends.aurDeposit.${aurEnd}`;
  if (unknownCodes.includes(code)) return 'ends.cardDeposit.unanswered';
  if (code === barred)
    return refused?.waitSeconds === undefined ? 'ends.deposit.onBreak' : 'ends.deposit.tooMany';
  return endOfCode[code] ?? 'ends.deposit.refused';
}

const endOfCode: Readonly<Record<string, EndKey>> = {
  cancelled: 'ends.cardDeposit.givenUp',
  EC_INVALID_TRANSID: 'ends.cardDeposit.expired',
  EC_CC_DECLINED: 'ends.cardDeposit.declined',
  EC_DEPOSIT_LIMIT: 'ends.deposit.overLimit',
};

/** When a barred deposit may be tried again; undefined while the end of the break is not loaded. */
function useAgain(isBarred: boolean, waitSeconds: number | undefined): string | undefined {
  const { format } = useText();
  const { revalidate } = useRevalidator();
  const [refusedAt] = useState(useDomainInstant(useShell().now));
  const until = useOwn()?.account.lockedUntil;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is refused
  useEffect(() => {
    if (isBarred) void revalidate();
  }, []);
  if (waitSeconds !== undefined) {
    const again = new Date(Date.parse(refusedAt) + waitSeconds * 1000).toISOString();
    return format.dateTime(again);
  }
  return until ? format.dateTime(until) : undefined;
}

function AurReference({ refused }: Pick<Failed, 'refused'>) {
  const { t } = useText();
  const errorId = refused?.details['aurErrorId'];
  if (typeof errorId !== 'string') return null;
  return <p className="meta">{t('errors.common.aurReference', { errorId })}</p>;
}
