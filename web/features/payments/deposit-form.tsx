/** How much, by what, and what it leaves of the limits. */

import { useId, useState } from 'react';
import { groupDigits, money } from '#texts/number.ts';
import { shownPhone } from '#web/shared/account/shown-phone.ts';
import { available } from '#web/shared/payments/available.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { CardRow } from './add-card.tsx';
import { AmountField } from './amount-field.tsx';
import { LimitsLeft } from './limits-left.tsx';
import { After, Ledger, useBalanceLines, WayOfPayment } from './parts.tsx';
import * as paymentsCss from './payments.module.css';
import { useStepFrame } from './step-frame.ts';
import { useAmount } from './use-amount.ts';
import { depositLeft, type PaymentData } from './use-payment-data.ts';

type Props = {
  data: PaymentData;
  ticket: { price: number; missing: number } | null;
  /** What the step before has done. */
  news: string | null;
  onChange: (to: 'card' | 'aur' | 'creditCard') => void;
  onLeave: () => void;
  onSend: (amount: number) => void;
};

/** The one amount that we fill in is what a waiting ticket lacks, or the least that can be deposited. */
export function DepositForm({ data, ticket, news, onChange, onLeave, onSend }: Props) {
  const { t } = useText();
  const id = useId();
  const { details, limits, system } = data;
  const bounds = boundsOf(data);
  const lacking = ticket && Math.max(ticket.price - available(details), system.depositMin);
  const initial = lacking === null ? '' : groupDigits(lacking);
  const isMore = ticket !== null && ticket.price - available(details) < bounds.min;
  const [isOther, setOther] = useState(false);
  const onFault = () => setOther(true);
  const { amount, field, submit } = useAmount({ id: `${id}-amount`, initial, bounds, onSend, onFault });
  useStepFrame(t(ticket ? 'deposit.notEnough' : 'deposit.title'));

  return (
    <>
      <div className={dialogCss.body}>
        <Notices news={news} debt={details.debt} />
        {ticket !== null && <TicketLack price={ticket.price} details={details} />}
        <form id={id} className="stack" method="dialog" noValidate onSubmit={submit}>
          {(ticket === null || isOther) && (
            <AmountField
              {...field}
              hint={t('deposit.amountHint', {
                min: money(bounds.min),
                max: money(Math.min(bounds.max, bounds.left)),
              })}
            />
          )}
        </form>
        {ticket === null && <After name={t('deposit.balanceAfter')} {...details} change={amount} />}
        <Method details={details} onChange={onChange} />
        <LimitsLeft limits={limits} amount={amount ?? 0} onLeave={onLeave} />
        {ticket !== null && (
          <p className="soft">
            {isMore && t('deposit.minimum', { min: money(bounds.min) })} {t('deposit.ticketWaits')}
          </p>
        )}
      </div>
      <div className={dialogCss.foot}>
        <SubmitButton formId={id} amount={amount} isForTicket={ticket !== null} />
        {ticket !== null && !isOther ? (
          <Button kind="plain" onClick={() => setOther(true)}>
            {t('deposit.otherAmount')}
          </Button>
        ) : (
          <p className="meta text-center">
            {t(details.paymentMethod === 'aur' ? 'aur.eachOnPhone' : 'deposit.bankMayAsk')}
          </p>
        )}
      </div>
    </>
  );
}

function boundsOf(data: PaymentData) {
  const { depositMin, depositMax, withdrawMax } = data.system;
  return {
    min: depositMin,
    max: depositMax,
    left: depositLeft(data).least.left,
    largest: Math.max(depositMax, withdrawMax),
  };
}

type NoticesProps = Pick<Props, 'news'> & { debt: number };

function Notices({ news, debt }: NoticesProps) {
  const { t } = useText();
  return (
    <>
      <div role="status" className={news === null ? 'visually-hidden' : undefined}>
        {news !== null && <Notice kind="success">{news}</Notice>}
      </div>
      {debt > 0 && <Notice kind="warn">{t('myPages.debtHint', { amount: money(debt) })}</Notice>}
    </>
  );
}

type SubmitProps = { formId: string; amount: number | null; isForTicket: boolean };

function SubmitButton({ formId, amount, isForTicket }: SubmitProps) {
  const { t } = useText();
  return (
    <Button type="submit" form={formId} kind="primary" big block>
      {amount === null
        ? t('deposit.submit')
        : t(isForTicket ? 'deposit.thenBuy' : 'deposit.submitAmount', { amount: money(amount) })}
    </Button>
  );
}

type LackProps = { price: number; details: PaymentData['details'] };

function TicketLack({ price, details }: LackProps) {
  const { t } = useText();
  const { balance, debt } = details;
  return (
    <Ledger
      lines={[{ name: t('deposit.ticketPrice'), amount: money(price) }, ...useBalanceLines(balance, debt)]}
      result={{ name: t('deposit.youLack'), amount: money(Math.max(0, price - available(details))) }}
    />
  );
}

type MethodProps = { details: PaymentData['details']; onChange: Props['onChange'] };

function Method({ details, onChange }: MethodProps) {
  const { t } = useText();
  const { creditCard, mobile = '', paymentMethod } = details;
  if (paymentMethod === 'aur') {
    return (
      <WayOfPayment
        heading={t('deposit.from')}
        symbol="phone"
        name={`${t('paymentMethod.aur')} · ${shownPhone(mobile)}`}
        action={
          <Button kind="plain" onClick={() => onChange(creditCard ? 'creditCard' : 'card')}>
            {t('paymentMethod.toCard')}
          </Button>
        }
      >
        {t('aur.eachOnPhone')}
      </WayOfPayment>
    );
  }
  if (creditCard === undefined) return null;
  return (
    <>
      <CardRow
        card={creditCard}
        heading={t('deposit.from')}
        action={
          <Button kind="plain" onClick={() => onChange('card')}>
            {t('card.change')}
          </Button>
        }
      />
      <p className={paymentsCss.payOther}>
        <Button kind="plain" onClick={() => onChange('aur')}>
          {t('paymentMethod.toAur')}
        </Button>
      </p>
    </>
  );
}
