/** What every form of electronic ID shows: who is asked, the security code, what went wrong. */
import { useEffect, useState } from 'react';
import { parsePersonKennitala } from '#rules/values/kennitala.ts';
import type { TextKey } from '#texts/text-key.ts';
import { mobileFault } from '#web/forms/contact.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormProblems } from '#web/ui/form-problems.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { LinkedWords } from '#web/ui/linked-words.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as optionsCss from '#web/ui/options.module.css';
import { TimeLeft } from '#web/ui/time-left.tsx';
import { cookiesNeeded } from './auth-calls.ts';
import * as eIdCss from './e-id.module.css';
import { type EIdAsked, type EIdFailure, type EIdTarget, waitSecondsMax } from './e-id-request.ts';
import * as signInCss from './sign-in.module.css';

type FormProps = {
  /** Who was asked before. */
  asked: EIdTarget | null;
  failure: EIdFailure | null;
  start: (target: EIdTarget) => Promise<void>;
  setBusy: (isBusy: boolean) => void;
};

type EIdType = EIdTarget['eLoginType'];
const types = ['sim', 'app'] as const;

export function EIdForm({ asked, failure, start, setBusy }: FormProps) {
  const { t } = useText();
  const [type, setType] = useState<EIdType>(asked?.eLoginType ?? 'sim');
  const { submit, isBusy, refusal, summary, field } = useForm({
    prefix: 'e-id',
    fields: ['cellphoneNumber', 'nationalId'],
    call: 'eLogin',
    check: ({ cellphoneNumber, nationalId }) =>
      type === 'sim'
        ? { cellphoneNumber: mobileFault(cellphoneNumber) }
        : { nationalId: parsePersonKennitala(nationalId) === null ? 'invalidNationalId' : null },
    send: ({ cellphoneNumber, nationalId }) =>
      start(type === 'sim' ? { eLoginType: type, cellphoneNumber } : { eLoginType: type, nationalId }),
  });
  useEffect(() => setBusy(isBusy), [setBusy, isBusy]);

  return (
    <form className="stack" method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <FormProblems summary={summary} refusal={refusal} />
      {failure !== null && <EIdNotice failure={failure} />}
      <Types chosen={type} onChoose={setType} />
      {type === 'sim' ? (
        <Field
          key="sim"
          {...field('cellphoneNumber')}
          label={t('auth.eLogin.cellphoneNumber')}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          defaultValue={asked?.eLoginType === 'sim' ? asked.cellphoneNumber : ''}
        />
      ) : (
        <Field
          key="app"
          {...field('nationalId')}
          label={t('auth.eLogin.nationalId')}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={asked?.eLoginType === 'app' ? asked.nationalId : ''}
        />
      )}
      <Button type="submit" kind="primary" big block busy={isBusy}>
        {t(isBusy ? 'auth.eLogin.starting' : 'auth.eLogin.submit')}
      </Button>
    </form>
  );
}

function Types({ chosen, onChoose }: { chosen: EIdType; onChoose: (type: EIdType) => void }) {
  const { t } = useText();
  return (
    <fieldset>
      <legend>{t('auth.eLogin.intro')}</legend>
      <div className={`${optionsCss.options} ${signInCss.eidOptions}`}>
        {types.map((each) => (
          <label key={each} className={optionsCss.option}>
            <input type="radio" name="eLoginType" checked={each === chosen} onChange={() => onChoose(each)} />
            <span>
              <Icon name={each === 'sim' ? 'phone' : 'seal'} />
              {t(`auth.eLogin.${each}`)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The code to compare or to pick, the time that is left, and a way out. */
export function EIdWaiting({ asked, cancel }: { asked: EIdAsked; cancel: () => void }) {
  const { t } = useText();
  const isApp = asked.target.eLoginType === 'app';
  return (
    <div className={eIdCss.eidWait}>
      <p className="lead">{t(isApp ? 'auth.eLogin.chooseCode' : 'auth.eLogin.codeText')}</p>
      <p className={`${eIdCss.eidCode} figures`}>
        <span className="visually-hidden">
          {t('auth.eLogin.codeSpoken', { code: [...asked.code].join(' ') })}
        </span>
        {[...asked.code].map((digit, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: four places, whose digits may be equal
          <span key={place} aria-hidden="true">
            {digit}
          </span>
        ))}
      </p>
      <TimeLeft label={t('auth.eLogin.waiting')} seconds={waitSecondsMax} />
      <p className="soft">
        <LinkedWords>{t('auth.eLogin.wrongCode')}</LinkedWords>
      </p>
      <Button block onClick={cancel}>
        {t('auth.eLogin.cancel')}
      </Button>
    </div>
  );
}

const textOfReason: Readonly<Record<string, TextKey>> = {
  noElectronicId: 'auth.eLogin.noEid',
  noMobileNumber: 'auth.eLogin.noEid',
  cancelled: 'auth.eLogin.cancelled',
  blocked: 'auth.eLogin.blocked',
  noAnswer: 'auth.eLogin.timeout',
  notReached: 'auth.eLogin.timeout',
  expired: 'auth.eLogin.expired',
  otherPerson: 'auth.eLoginRevalidation.wrongPerson',
};

/** Calling it off oneself is no error. */
export function EIdNotice({ failure: { code, reason = '', waitSeconds } }: { failure: EIdFailure }) {
  const { t, error } = useText();
  const key = Object.hasOwn(textOfReason, reason) ? textOfReason[reason] : undefined;
  const said = (): string => {
    if (code === cookiesNeeded) return t('auth.cookiesNeeded');
    if (waitSeconds === undefined) return key === undefined ? error(code, 'eLogin') : t(key);
    if (waitSeconds <= waitSecondsMax) return t('auth.eLogin.otherPending');
    return t('auth.eLogin.tooMany', { minutes: Math.ceil(waitSeconds / 60) });
  };
  return (
    <Notice
      kind={reason === 'cancelled' ? 'info' : 'danger'}
      role={reason === 'cancelled' ? 'status' : 'alert'}
    >
      {said()}
    </Notice>
  );
}

/** What stands in place of the form once the identification has failed. */
export function EIdFailed({
  failure,
  close,
  again,
}: {
  failure: EIdFailure;
  close: { label: string; act: () => void };
  again: () => void;
}) {
  const { t } = useText();
  return (
    <>
      <EIdNotice failure={failure} />
      <div className="stack">
        <Button kind="primary" big block onClick={close.act}>
          {close.label}
        </Button>
        {failure.retry === true && (
          <Button block onClick={again}>
            {t('common.retry')}
          </Button>
        )}
      </div>
    </>
  );
}
