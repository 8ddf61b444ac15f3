/**
 * Number, month, year and security code of a card. The number lives in its field alone, never in the state of
 * the page, and is gone from there as soon as it is sent.
 */
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { ApiAnswer } from '#contract/api.ts';
import { brandOf, type CardBrand, expiryYears, isCardNumber, isExpired } from '#rules/values/card-number.ts';
import { readTyped } from '#rules/values/typed.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useShell } from '#web/page/shell.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { useDomainInstant } from '#web/ui/domain-clock.ts';
import * as fieldCss from '#web/ui/field.module.css';
import { Field, FieldError } from '#web/ui/field.tsx';
import { FormProblems } from '#web/ui/form-problems.tsx';
import { caretIn, digitsOf, expiryChoices, grouped } from './card-typing.ts';
import * as paymentStepsCss from './payment-steps.module.css';
import { useStepFrame } from './step-frame.ts';
import { TestCards } from './test-cards.tsx';

const fields = ['number', 'month', 'year', 'cvd', 'use'] as const;
type Values = Record<(typeof fields)[number], string>;

function faultsOf({ number, month, year, cvd }: Values, today: string) {
  const expiry = { month: Number(month), year: Number(year) };
  return {
    ...(!isCardNumber(digitsOf(number)) && { number: 'invalidCardNumber' }),
    ...(month === '' && { month: 'invalidMonth' }),
    ...(year === ''
      ? { year: 'invalidYear' }
      : month !== '' && isExpired(expiry, today) && { year: 'invalidExpirationDate' }),
    ...(!/^\d{3}$/.test(readTyped(cvd)) && { cvd: 'invalidCvv' }),
  };
}

type Props = {
  /** Null: the player says what is paid with it. */
  isSubscription: boolean | null;
  /** Above the form. */
  children?: ReactNode;
  /** Below the button. */
  more?: ReactNode;
  onBegun: (answer: ApiAnswer<'card.add'>, isSubscription: boolean) => void;
};

function useCardForm(isSubscription: boolean | null, today: () => string, onBegun: Props['onBegun']) {
  const form = useRef<HTMLFormElement>(null);
  const sending = useForm({
    prefix: 'card',
    fields,
    call: 'addCard',
    fieldOf: { EC_CREDITCARD_INVALID_FORMAT: 'number' },
    check: (values) => faultsOf(values, today().slice(0, 10)),
    send: async ({ number, month, year, cvd, use }) => {
      const isFor = isSubscription ?? use === 'subscription';
      const body = {
        number: digitsOf(number),
        cvd: readTyped(cvd),
        expires: `${year}-${month}-10`,
        isSubscriptionCard: isFor,
        reentryUrl: window.location.pathname,
      };
      for (const name of ['number', 'cvd'])
        for (const input of form.current?.querySelectorAll<HTMLInputElement>(`[name=${name}]`) ?? [])
          input.value = '';
      onBegun(await browserApi('card.add', { body }), isFor);
    },
  });
  return { form, ...sending };
}

export function CardForm({ isSubscription, children, more, onBegun }: Props) {
  const { t } = useText();
  const id = useId();
  const today = useDomainInstant(useShell().now);
  const { form, submit, isBusy, refusal, summary, field } = useCardForm(isSubscription, today, onBegun);
  useStepFrame(t(isSubscription === true ? 'card.addSubscriptionTitle' : 'card.addTitle'), isBusy);
  const { months, years } = expiryChoices(today(), expiryYears);
  return (
    <>
      <div className={dialogCss.body}>
        {children}
        <form
          id={id}
          ref={form}
          className="stack"
          method="dialog"
          noValidate
          onSubmit={(event) => void submit(event)}
        >
          <FormProblems summary={summary} refusal={refusal} secondary={t('card.typeAgain')} />
          <NumberField {...field('number')} />
          <div className={paymentStepsCss.cardRow}>
            <Choice {...field('month')} label={t('card.month')} values={months} autoComplete="cc-exp-month" />
            <Choice {...field('year')} label={t('card.year')} values={years} autoComplete="cc-exp-year" />
            <Field
              {...field('cvd')}
              label={t('card.cvd')}
              hint={t('card.cvdHint')}
              inputMode="numeric"
              autoComplete="cc-csc"
            />
          </div>
          {isSubscription === null && <Use />}
        </form>
        <TestCards />
      </div>
      <div className={dialogCss.foot}>
        <Button type="submit" form={id} kind="primary" big block busy={isBusy}>
          {t(isBusy ? 'card.submitting' : 'card.submit')}
        </Button>
        <p className="meta text-center">{t('card.submitNote')}</p>
        {more}
      </div>
    </>
  );
}

type FieldProps = { name: string; id: string; error: string | undefined };

/** Grouped by four while it is typed, pasted or filled in, with the brand as soon as it tells. */
function NumberField(props: FieldProps) {
  const { t } = useText();
  const [brand, setBrand] = useState<CardBrand | null>(null);
  const group = ({ currentTarget: input }: FormEvent<HTMLInputElement>): void => {
    const { value } = input;
    const caret = caretIn(value, input.selectionStart ?? value.length);
    const next = grouped(value);
    if (next !== value) {
      input.value = next;
      input.setSelectionRange(caret, caret);
    }
    setBrand(brandOf(digitsOf(next)));
  };
  return (
    <Field
      {...props}
      label={t('card.number')}
      hint={t('card.numberHint')}
      inputMode="numeric"
      autoComplete="cc-number"
      spellCheck={false}
      onInput={group}
      aside={
        <span className={paymentStepsCss.cardBrand} role="status">
          {brand !== null && t(`card.brands.${brand}`)}
        </span>
      }
    />
  );
}

type ChoiceProps = FieldProps & { label: string; values: readonly string[]; autoComplete: string };

function Choice({ id, error, label, values, ...select }: ChoiceProps) {
  return (
    <div className={fieldCss.field}>
      <label htmlFor={id}>{label}</label>
      <select
        {...select}
        id={id}
        defaultValue=""
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
      >
        <option value="" />
        {values.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** One card pays deposits, another may pay subscriptions. */
function Use() {
  const { t } = useText();
  return (
    <fieldset className={paymentStepsCss.cardUse}>
      <legend>{t('card.use.title')}</legend>
      <label>
        <input type="radio" name="use" value="deposit" defaultChecked />
        <span>
          {t('card.use.deposit')} <small>{t('card.depositCard')}</small>
        </span>
      </label>
      <label>
        <input type="radio" name="use" value="subscription" />
        <span>
          {t('card.use.subscription')} <small>{t('card.subscriptionCard')}</small>
        </span>
      </label>
    </fieldset>
  );
}
