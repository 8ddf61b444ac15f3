/** By what deposits are paid: one screen to confirm the change, one that says it is done. */
import { type ReactNode, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { daysBetween } from '#texts/format.ts';
import { type ApiError, isApiError } from '#web/api/api-error.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { MobileCode } from '#web/shared/account/mobile-code.tsx';
import { shownPhone } from '#web/shared/account/shown-phone.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { useDomainInstant } from '#web/ui/domain-clock.ts';
import { Notice } from '#web/ui/notice.tsx';
import { CardRow } from './add-card.tsx';
import { Loading } from './loading.tsx';
import { CloseFoot, WayOfPayment } from './parts.tsx';
import { useStepFrame } from './step-frame.ts';
import type { StepProps } from './step-props.ts';
import { type PaymentData, usePaymentData } from './use-payment-data.ts';

type Props = StepProps<'method'> & {
  /** One step of a deposit, which goes on by itself. */
  isStep?: boolean;
  /** Another way than Aur. */
  otherWay?: ReactNode;
};

export function MethodStep({ to, isStep = false, otherWay, onEnd }: Props) {
  const { t } = useText();
  const { data, reload } = usePaymentData();
  const [isDone, setDone] = useState(false);
  if (data === null || data === 'failed') {
    const title = t('paymentMethod.confirmTitle');
    return <Loading title={title} hasFailed={data === 'failed'} onRetry={() => void reload()} />;
  }
  if (isDone) return <MethodDone to={to} details={data.details} onEnd={onEnd} />;
  const done = (): void => (isStep ? onEnd(true) : setDone(true));
  const { mobile, mobileConfirmed, paymentMethod } = data.details;
  if (to === 'aur' && mobile !== undefined && !mobileConfirmed) {
    const confirmed = () => (paymentMethod === 'aur' ? onEnd(true) : void reload());
    return <ConfirmPhone mobile={mobile} otherWay={otherWay} onConfirmed={confirmed} />;
  }
  return <ConfirmMethod to={to} data={data} otherWay={otherWay} onDone={done} onEnd={onEnd} />;
}

type PhoneProps = Pick<Props, 'otherWay'> & { mobile: string; onConfirmed: () => void };

/** What Aur asks goes to the player's own phone. */
function ConfirmPhone({ mobile, otherWay, onConfirmed }: PhoneProps) {
  const { t } = useText();
  useStepFrame(t('paymentMethod.connectTitle'));
  return (
    <div className={dialogCss.body}>
      <MobileCode mobile={mobile} onConfirmed={onConfirmed} />
      {otherWay}
    </div>
  );
}

type ConfirmProps = Pick<Props, 'to' | 'otherWay' | 'onEnd'> & { data: PaymentData; onDone: () => void };

function useMethodChange(to: Props['to'], onDone: () => void) {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const change = async (): Promise<void> => {
    setBusy(true);
    setRefused(null);
    try {
      await browserApi('account.updatePaymentMethod', { body: { paymentMethod: to } });
      await revalidate();
      onDone();
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      setRefused(thrown);
    } finally {
      setBusy(false);
    }
  };
  return { change, isBusy, refused };
}

function ConfirmMethod({ to, data, otherWay, onDone, onEnd }: ConfirmProps) {
  const { t, error, locale } = useText();
  const { change, isBusy, refused } = useMethodChange(to, onDone);
  useStepFrame(t('paymentMethod.confirmTitle'), isBusy);
  const { creditCard, mobile } = data.details;
  const needsPhone = to === 'aur' && mobile === undefined;
  const days = data.system.eCertAurExpirationInDays;
  // To identify once more with the same electronic ID changes nothing.
  const endsSoon = to === 'aur' && refused?.code === 'EC_ELOGIN_AUTH_REQUIRED';
  return (
    <>
      <div className={dialogCss.body}>
        {refused !== null && (
          <Notice kind="danger" role="alert">
            {error(refused, 'updatePaymentMethod', to === 'aur' ? { days } : {})}
          </Notice>
        )}
        <p className="lead">
          {to === 'aur'
            ? t(needsPhone ? 'paymentMethod.needPhone' : 'paymentMethod.confirmAur', {
                phone: shownPhone(mobile ?? ''),
              })
            : t('paymentMethod.confirmCard', { last4: creditCard?.last4 ?? '' })}
        </p>
        <Change to={to} data={data} />
        {to === 'creditCard' && <p className="soft">{t('paymentMethod.aurStays')}</p>}
        {to === 'aur' && creditCard !== undefined && (
          <p className="soft">{t('paymentMethod.cardStays', { last4: creditCard.last4 })}</p>
        )}
      </div>
      <div className={dialogCss.foot}>
        {needsPhone ? (
          <Link
            className={`${buttonCss.button} ${buttonCss.primary} ${buttonCss.block}`}
            to={pathsFor(locale).profile()}
            onClick={() => onEnd(false)}
          >
            {t('paymentMethod.addPhone')}
          </Link>
        ) : (
          !endsSoon && (
            <Button kind="primary" big block busy={isBusy} onClick={() => void change()}>
              {t(to === 'aur' ? 'paymentMethod.switchAur' : 'paymentMethod.switchCard')}
            </Button>
          )
        )}
        {otherWay}
        <Button kind="plain" off={isBusy} onClick={() => onEnd(false)}>
          {t('common.cancel')}
        </Button>
      </div>
    </>
  );
}

/** What pays now, and what will. */
function Change({ to, data }: Pick<ConfirmProps, 'to' | 'data'>) {
  const { t } = useText();
  const today = useDomainInstant(useShell().now);
  const { creditCard, mobile, eCertificateExpires } = data.details;
  const days = data.system.eCertAurExpirationInDays;
  const needsProof = daysBetween(today(), eCertificateExpires) <= days;
  return (
    <>
      {to === 'aur' && creditCard && <CardRow card={creditCard} heading={t('paymentMethod.nowBy')} />}
      {to === 'creditCard' && creditCard && (
        <CardRow card={creditCard} heading={t('paymentMethod.afterChange')} />
      )}
      {to === 'aur' && mobile !== undefined && (
        <WayOfPayment
          heading={t('paymentMethod.afterChange')}
          symbol="phone"
          name={`${t('paymentMethod.aur')} · ${shownPhone(mobile)}`}
        >
          {needsProof ? t('paymentMethod.needEid', { days }) : t('aur.eachOnPhone')}
        </WayOfPayment>
      )}
    </>
  );
}

type DoneProps = Pick<Props, 'to' | 'onEnd'> & Pick<PaymentData, 'details'>;

function MethodDone({ to, details, onEnd }: DoneProps) {
  const { t } = useText();
  useStepFrame(t('paymentMethod.doneTitle'));
  return (
    <>
      <div className={dialogCss.body}>
        <p className="lead" role="status">
          {t(to === 'aur' ? 'paymentMethod.doneAur' : 'paymentMethod.doneCard')}
        </p>
        {to === 'aur' ? (
          <WayOfPayment
            heading={t('paymentMethod.current')}
            symbol="phone"
            name={`${t('paymentMethod.aur')} · ${shownPhone(details.mobile ?? '')}`}
          >
            {t('aur.eachOnPhone')}
          </WayOfPayment>
        ) : (
          details.creditCard && <CardRow card={details.creditCard} heading={t('paymentMethod.current')} />
        )}
        <p className="soft">{t('errors.common.notCharged')}</p>
      </div>
      <CloseFoot onClose={() => onEnd(true)} />
    </>
  );
}
