/** The two steps of a claim: electronic ID, then the account, whose owner the bank confirms. */
import { useEffect, useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { maskedAccount, parseBankAccount } from '#rules/values/bank-account.ts';
import { money } from '#texts/number.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { mended } from '#web/api/refused.ts';
import { useForm } from '#web/forms/use-form.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormProblems } from '#web/ui/form-problems.tsx';
import { Icon } from '#web/ui/icon.tsx';
import * as optionsCss from '#web/ui/options.module.css';
import * as claimCss from './claim.module.css';
import type { Claim, ClaimData } from './claim-stations.tsx';

export function Identify({ claim }: { claim: Claim }) {
  const { t, format } = useText();
  const { revalidate } = useRevalidator();
  const identify = async (): Promise<void> => {
    if (await mended('eLoginRevalidation')) await revalidate();
  };
  return (
    <section className={claimCss.step} aria-labelledby="claim-step">
      <h2 id="claim-step">{t('claim.identify.title')}</h2>
      <p>{t('claim.identify.text')}</p>
      <p className={claimCss.who}>
        <Icon name="phone" />
        <span>
          <b>{t('claim.identify.eId')}</b>
          <small>{t('claim.identify.eIdHow')}</small>
        </span>
      </p>
      <div className={claimCss.acts}>
        <Button kind="primary" big onClick={() => void identify()}>
          {t('claim.identify.submit')}
        </Button>
      </div>
      <p className="soft">{t('claim.identify.until', { date: format.dateYear(claim.claimBy) })}</p>
    </section>
  );
}

type Props = {
  claim: Claim;
  data: ClaimData;
  /** Closes the form; only where the account of a claim is changed. */
  onEnd?: () => void;
};

function useClaim({ claim, data, onEnd }: Props, isOther: boolean) {
  const { revalidate } = useRevalidator();
  const { ticketId, couponId } = claim;
  return useForm({
    prefix: 'claim',
    fields: ['bankAccount'],
    call: 'claimPrize',
    ...(isOther && { fieldOf: { EC_BANK_DECLINED: 'bankAccount' } as const }),
    check: ({ bankAccount }) =>
      isOther && parseBankAccount(bankAccount) === null ? { bankAccount: 'invalidBankAccount' } : {},
    send: async ({ bankAccount }) => {
      const account = (isOther && parseBankAccount(bankAccount)) || data.bankAccount;
      const body = { ticketId, ...(couponId && { couponId }), ...(account && { bankAccount: account }) };
      await browserApi('claims.claim', { body });
      await revalidate();
      onEnd?.();
    },
  });
}

export function ChooseAccount({ claim, data, onEnd }: Props) {
  const { t, format } = useText();
  const isChange = claim.station !== 'claim';
  const isRefused = claim.station === 'refused';
  const own = isChange && !isRefused ? undefined : data.bankAccount;
  const [isOther, setOther] = useState(own === undefined || isRefused);
  const { submit, isBusy, refusal, summary, field } = useClaim(
    { claim, data, ...(onEnd && { onEnd }) },
    isOther,
  );
  const ownHow = isRefused
    ? t('claim.account.ownRefused')
    : data.bankAccountFrom
      ? t('claim.account.ownNew', { date: format.dateTime(data.bankAccountFrom) })
      : t('claim.account.ownHow');
  const hint = [t('withdraw.accountHint'), ...(own === undefined ? [t('claim.account.otherHow')] : [])];
  const heading = useRef<HTMLHeadingElement>(null);
  // The button of the previous step had the focus and is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={claimCss.step} aria-labelledby="claim-step">
      <h2 id="claim-step" ref={heading} tabIndex={-1}>
        {t(own === undefined && isChange ? 'claim.account.changeTitle' : 'claim.account.title')}
      </h2>
      {data.identifiedAt !== undefined && (
        <p>{t('claim.account.who', { name: data.name, at: format.dateTime(data.identifiedAt) })}</p>
      )}
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        <FormProblems summary={summary} refusal={refusal} />
        {own !== undefined && <Accounts own={own} how={ownHow} isOther={isOther} onOther={setOther} />}
        {isOther && (
          <Field
            {...field('bankAccount')}
            label={t('claim.account.otherFirst')}
            hint={hint.join('. ')}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
        <div className={claimCss.acts}>
          <Button type="submit" kind="primary" big busy={isBusy}>
            {isBusy
              ? t('loading.sending')
              : isChange
                ? t('claim.account.changeSubmit')
                : t('claim.account.submit', { amount: money(claim.amount) })}
          </Button>
          <Leave claim={claim} onEnd={onEnd} />
        </div>
      </form>
      <p className="soft">{t('claim.account.told')}</p>
    </section>
  );
}

function Leave({ claim, onEnd }: Pick<Props, 'claim'> & { onEnd: (() => void) | undefined }) {
  const { t, locale } = useText();
  if (onEnd) {
    return (
      <Button kind="plain" onClick={onEnd}>
        {t('common.cancel')}
      </Button>
    );
  }
  const to = pathsFor(locale).ticket(claim.ticketId, claim.couponId);
  return (
    <Link className={buttonClass({ kind: 'plain' })} to={to}>
      {t('common.cancel')}
    </Link>
  );
}

type AccountsProps = {
  own: string;
  how: string;
  isOther: boolean;
  onOther: (isOther: boolean) => void;
};

function Accounts({ own, how, isOther, onOther }: AccountsProps) {
  const { t } = useText();
  return (
    <fieldset className={optionsCss.ruledChoices}>
      <legend className="visually-hidden">{t('claim.account.title')}</legend>
      <label>
        <input type="radio" name="which" checked={!isOther} onChange={() => onOther(false)} />
        <span>
          {maskedAccount(own)}
          <small>{how}</small>
        </span>
      </label>
      <label>
        <input type="radio" name="which" checked={isOther} onChange={() => onOther(true)} />
        <span>
          {t('claim.account.other')}
          <small>{t('claim.account.otherHow')}</small>
        </span>
      </label>
    </fieldset>
  );
}
