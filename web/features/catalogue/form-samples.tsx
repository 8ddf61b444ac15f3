/** Buttons, fields, checkboxes, what is wrong in a form. */
import { type FormEvent, useState } from 'react';
import { money } from '#texts/number.ts';
import * as numberGridCss from '#web/shared/games/number-grid.module.css';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Button, type ButtonColor, buttonClass } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import * as optionsCss from '#web/ui/options.module.css';
import { Row, Sample } from './sample.tsx';

const colors: readonly ButtonColor[] = [
  ...(['black', 'blue', 'brown', 'cyan', 'green', 'grey'] as const),
  ...(['orange', 'pink', 'purple', 'red', 'white', 'yellow'] as const),
];

export function ButtonSamples() {
  const { t } = useText();
  const [presses, setPresses] = useState(0);
  return (
    <Sample name="Button">
      {() => (
        <>
          <Row>
            <Button kind="primary">{t('common.continue')}</Button>
            <Button>{t('common.cancel')}</Button>
            <Button kind="plain">{t('common.details')}</Button>
            <button type="button" className={buttonCss.iconButton} aria-label={t('common.search')}>
              <Icon name="search" />
            </button>
          </Row>
          <Row>
            <Button kind="primary" big>
              {t('common.continue')}
            </Button>
            <Button big>
              <Icon name="print" />
              {t('common.print')}
            </Button>
          </Row>
          <Row>
            <Button kind="primary" busy onClick={() => setPresses(presses + 1)}>
              {t('loading.sending')}
            </Button>
            <Button kind="primary" off onClick={() => setPresses(presses + 1)}>
              {t('common.continue')}
            </Button>
            <Button off>{t('common.cancel')}</Button>
            <output className="figures">{presses}</output>
          </Row>
          <Row>
            {colors.map((color) => (
              <a key={color} className={buttonClass({ color })} href={`#${color}`}>
                {t('common.readMore')}
                <span className="visually-hidden" lang="en">
                  {color}
                </span>
              </a>
            ))}
          </Row>
        </>
      )}
    </Sample>
  );
}

export function FormSamples() {
  return <Sample name="Field, Checkbox, ErrorSummary">{(theme) => <SampleForm theme={theme} />}</Sample>;
}

/** Numbers to choose from, and options that show their price. */
export function ChoiceSamples() {
  const { t } = useText();
  return (
    <Sample name="cell, option">
      {(theme) => (
        <div className="stack" data-game="lotto">
          <fieldset>
            <legend className="visually-hidden">{t('a11y.numberGrid', { row: 'A' })}</legend>
            <div className={numberGridCss.numberGrid}>
              {Array.from({ length: 18 }, (_, index) => index + 1).map((number) => (
                <label key={number} className={numberGridCss.cell}>
                  <input type="checkbox" defaultChecked={[3, 7, 11].includes(number)} />
                  <span>{number}</span>
                </label>
              ))}
            </div>
          </fieldset>
          <fieldset>
            <legend>{t('multidraw.title')}</legend>
            <div className={optionsCss.options}>
              {[1, 2, 5].map((count) => (
                <label key={count} className={optionsCss.option}>
                  <input type="radio" name={`draws-${theme}`} defaultChecked={count === 2} />
                  <span>
                    {t('multidraw.option', { count })}
                    <small>{money(count * 750)}</small>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        </div>
      )}
    </Sample>
  );
}

type Fault = { fieldId: string; text: string };

function SampleForm({ theme }: { theme: string }) {
  const { t } = useText();
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const email = `email-${theme}`;
  const terms = `terms-${theme}`;
  const of = (fieldId: string) => faults.find((fault) => fault.fieldId === fieldId)?.text;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setFaults([
      { fieldId: email, text: t('validation.invalidEmail') },
      { fieldId: terms, text: t('validation.invalidTerms') },
    ]);
  };
  return (
    <form className="stack" noValidate onSubmit={send}>
      <ErrorSummary errors={faults} />
      <Field id={email} label={t('auth.signUp.email')} type="email" autoComplete="email" error={of(email)} />
      <Field
        label={t('common.amount')}
        hint={t('validation.amountTooLow', { min: '500 kr.' })}
        inputMode="numeric"
        defaultValue="1.500"
        error={t('validation.amountTooHigh')}
      />
      <Checkbox label={t('auth.signUp.acceptTerms')} name="mail" />
      <Checkbox
        id={terms}
        label={t('auth.signUp.acceptTerms')}
        name="terms"
        errorKey={of(terms) === undefined ? undefined : 'validation.invalidTerms'}
      />
      <Checkbox
        label={t('auth.signUp.acceptTerms')}
        name="chosen"
        defaultChecked
        error={t('validation.required')}
      />
      <Button type="submit" kind="primary">
        {t('common.save')}
      </Button>
    </form>
  );
}
