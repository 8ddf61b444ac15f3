/** What came of asking for a withdrawal. */
import { endOf } from '#texts/ends.ts';
import { money } from '#texts/number.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Icon } from '#web/ui/icon.tsx';
import { maskedAccount } from './masked-account.ts';
import { CloseFoot, Lighthouse, Tell } from './parts.tsx';
import * as paymentStepsCss from './payment-steps.module.css';
import { useStepFrame } from './step-frame.ts';
import type { PaymentData } from './use-payment-data.ts';

type DoneProps = Pick<PaymentData, 'details'> & { amount: number; onEnd: () => void };

/** How far the money has come. */
export function WithdrawDone({ amount, details: { balance, bankAccount = '' }, onEnd }: DoneProps) {
  const { t } = useText();
  useStepFrame(t('withdraw.doneTitle'));
  const steps = [
    {
      name: t('withdraw.steps.taken'),
      how: t('withdraw.steps.takenHow', { balance: money(balance) }),
      isDone: true,
    },
    { name: t('withdraw.steps.ordered'), how: t('withdraw.steps.orderedHow'), isDone: true },
    { name: t('withdraw.steps.paid'), how: t('withdraw.when'), isDone: false },
  ];
  return (
    <>
      <div className={dialogCss.body}>
        <p className={paymentStepsCss.bigSum} role="status">
          <span className="soft">{t('withdraw.to', { account: maskedAccount(bankAccount) })}</span>
          <b>{money(amount)}</b>
        </p>
        <ol className={paymentStepsCss.moneyTrack}>
          {steps.map(({ name, how, isDone }) => (
            <li key={name} className={isDone ? undefined : paymentStepsCss.isComing}>
              <span className={paymentStepsCss.dot}>{isDone && <Icon name="check" small />}</span>
              <b>{name}</b>
              <span className="soft">{how}</span>
            </li>
          ))}
        </ol>
        <p className="soft">{t('withdraw.ifRefused')}</p>
      </div>
      <div className={dialogCss.foot}>
        <Button kind="primary" block onClick={onEnd}>
          {t('common.close')}
        </Button>
      </div>
    </>
  );
}

type EndProps = Pick<PaymentData, 'details'> & { onEnd: () => void };

/** For a day, since the bank account was changed. */
export function WithdrawWaits({ until, details, onEnd }: EndProps & { until: string }) {
  const { t, format } = useText();
  useStepFrame(t('withdraw.waitTitle'));
  return (
    <>
      <div className={dialogCss.body}>
        <p className="lead">{t('withdraw.opens', { date: format.dateTime(until) })}</p>
        <Tell end={endOf(t, 'ends.withdrawal.waits', { balance: money(details.balance) })} />
      </div>
      <CloseFoot onClose={onEnd} />
    </>
  );
}

type RefusedProps = EndProps & { refused: ApiError; onForm: () => void };

export function WithdrawRefused({ refused, details, onForm, onEnd }: RefusedProps) {
  const { t, error } = useText();
  const { until } = refused.details;
  const values = { refusal: error(refused, 'withdraw'), balance: money(details.balance) };
  useStepFrame(t('withdraw.refusedTitle'));
  if (typeof until === 'string') return <WithdrawWaits until={until} details={details} onEnd={onEnd} />;
  return (
    <>
      <div className={dialogCss.body}>
        <Tell end={endOf(t, 'ends.withdrawal.refused', values)} />
      </div>
      <Lighthouse isFoot />
      <div className={dialogCss.foot}>
        <Button kind="primary" block onClick={onForm}>
          {t('deposit.changeAmount')}
        </Button>
        <Button block onClick={onEnd}>
          {t('common.close')}
        </Button>
      </div>
    </>
  );
}
