/** What came of asking for a withdrawal. */
import { money } from '#texts/number.ts';
import type { ApiError } from '#web/api-error.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { maskedAccount } from './masked-account.ts';
import { Lighthouse, Tell } from './parts.tsx';
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
      <div className="body">
        <p className="big-sum" role="status">
          <span className="soft">{t('withdraw.to', { account: maskedAccount(bankAccount) })}</span>
          <b>{money(amount)}</b>
        </p>
        <ol className="money-track">
          {steps.map(({ name, how, isDone }) => (
            <li key={name} className={isDone ? undefined : 'is-coming'}>
              <span className="dot">{isDone && <Icon name="check" small />}</span>
              <b>{name}</b>
              <span className="soft">{how}</span>
            </li>
          ))}
        </ol>
        <p className="soft">{t('withdraw.ifRefused')}</p>
      </div>
      <div className="foot">
        <Button kind="primary" block onClick={onEnd}>
          {t('common.close')}
        </Button>
      </div>
    </>
  );
}

type RefusedProps = Pick<PaymentData, 'details'> & {
  refused: ApiError;
  onForm: () => void;
  onEnd: () => void;
};

/** Also while withdrawals wait for a day, since the bank account was changed. */
export function WithdrawRefused({ refused, details, onForm, onEnd }: RefusedProps) {
  const { t, error, format } = useText();
  const until = typeof refused.details['until'] === 'string' ? refused.details['until'] : null;
  useStepFrame(t(until === null ? 'withdraw.refusedTitle' : 'withdraw.waitTitle'));
  return (
    <>
      <div className="body">
        {until !== null && <p className="lead">{t('withdraw.opens', { date: format.dateTime(until) })}</p>}
        <Tell
          happened={until === null ? error(refused, 'withdraw') : t('withdraw.waitHappened')}
          theMoney={t('withdraw.moneyStands', { balance: money(details.balance) })}
          now={t(until === null ? 'withdraw.refusedNow' : 'withdraw.waitNow')}
        />
      </div>
      <Lighthouse isFoot />
      <div className="foot">
        {until === null && (
          <Button kind="primary" block onClick={onForm}>
            {t('deposit.changeAmount')}
          </Button>
        )}
        <Button block onClick={onEnd}>
          {t('common.close')}
        </Button>
      </div>
    </>
  );
}
