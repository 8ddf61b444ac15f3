/**
 * The details that a player changes. E-mail and phone ask for a fresh proof, the bank account for electronic
 * ID, which the dialog takes; what was typed stays.
 */
import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { parseAddress, parsePostalCode } from '#rules/values/address.ts';
import { parseBankAccount } from '#rules/values/bank-account.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { emailFault, emailInput, mobileFault, phoneFault, phoneInput } from '#web/forms/contact.ts';
import { useForm } from '#web/forms/use-form.ts';
import * as accountFrameCss from '#web/shared/account/account-frame.module.css';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import * as fieldCss from '#web/ui/field.module.css';
import { Field } from '#web/ui/field.tsx';
import { FormProblems } from '#web/ui/form-problems.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as accountCss from './account.module.css';

type Props = {
  details: ApiAnswer<'account.details'>;
  clubs: readonly { number: number; name: string }[];
};

const fields = [
  ...(['address', 'postalCode', 'phone', 'mobile', 'email', 'bankAccount'] as const),
  ...(['supportId', 'mailList', 'drawLetters'] as const),
];
type Values = Record<(typeof fields)[number], string>;

/** Address, postal code, phone and e-mail are required; mobile and bank account may stay empty. */
function check({ address, postalCode, phone, mobile, email, bankAccount }: Values) {
  return {
    address: parseAddress(address) === null ? 'invalidAddress' : null,
    postalCode: parsePostalCode(postalCode) === null ? 'invalidPostalCode' : null,
    phone: phoneFault(phone),
    mobile: mobile === '' ? null : mobileFault(mobile),
    email: emailFault(email),
    bankAccount: bankAccount === '' || parseBankAccount(bankAccount) !== null ? null : 'invalidBankAccount',
  };
}

function bodyOf({ mobile, bankAccount, supportId, mailList, drawLetters, ...required }: Values) {
  return {
    ...required,
    mailList: mailList === 'on',
    drawLetters: drawLetters === 'on',
    ...(mobile !== '' && { mobile }),
    ...(bankAccount !== '' && { bankAccount }),
    // Nothing chosen is 0: it takes a chosen club back.
    supportId: Number(supportId),
  };
}

export function ProfileForm({ details, clubs }: Props) {
  const { t } = useText();
  const { revalidate } = useRevalidator();
  const [done, setDone] = useState<SavedText[]>([]);
  const { submit, isBusy, refusal, summary, field } = useForm({
    prefix: 'profile',
    fields,
    check,
    call: 'updateAccount',
    fieldOf: { EC_EMAIL_EXISTS: 'email' },
    send: async (values) => {
      setDone([]);
      const body = bodyOf(values);
      await browserApi('account.update', { body });
      setDone(savedTexts(details, body));
      await revalidate();
    },
  });
  return (
    <form
      className={`stack ${accountFrameCss.measureForm}`}
      method="dialog"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <FormProblems summary={summary} refusal={refusal} />
      {/* As they were saved, which may be spelled otherwise than they were typed. */}
      <Fields key={savedIn(details)} details={details} clubs={clubs} field={field} />
      <p>
        <Button type="submit" kind="primary" busy={isBusy}>
          {t(isBusy ? 'loading.saving' : 'common.saveChanges')}
        </Button>
      </p>
      <div role="status">
        {done.length > 0 && (
          <Notice kind="success">
            {done.map((key) => (
              <p key={key}>{t(key)}</p>
            ))}
          </Notice>
        )}
      </div>
    </form>
  );
}

type SavedText = `myPages.profile.${'saved' | 'newsOff' | 'drawLettersOff'}`;

/** What was done: the letters that were declined are named. */
function savedTexts(before: Props['details'], after: ReturnType<typeof bodyOf>): SavedText[] {
  return [
    'myPages.profile.saved',
    ...(before.mailList && !after.mailList ? (['myPages.profile.newsOff'] as const) : []),
    ...(before.drawLetters && !after.drawLetters ? (['myPages.profile.drawLettersOff'] as const) : []),
  ];
}

/** Without the balance and the certificate: they change while somebody types. */
const savedIn = (details: Props['details']): string =>
  JSON.stringify(fields.map((field) => details[field] ?? null));

type ReachProps = {
  details: Props['details'];
  field: (name: keyof Values) => { name: string; id: string; error: string | undefined };
};

function Fields({ details, clubs, field }: ReachProps & Pick<Props, 'clubs'>) {
  const { t, format } = useText();
  return (
    <>
      <Reach details={details} field={field} />
      <Field
        {...field('bankAccount')}
        label={t('myPages.profile.bankAccount')}
        hint={t('myPages.profile.bankAccountHint')}
        defaultValue={details.bankAccount}
        inputMode="numeric"
        autoComplete="off"
      />
      {details.bankAccountFrom !== undefined && (
        <p className="meta">
          {t('myPages.profile.bankAccountFrom', { date: format.dateTime(details.bankAccountFrom) })}
        </p>
      )}
      <Club chosen={details.supportId} clubs={clubs} />
      <Checkbox name="mailList" label={t('myPages.profile.mailList')} defaultChecked={details.mailList} />
      <Checkbox
        name="drawLetters"
        label={t('myPages.profile.drawLetters')}
        defaultChecked={details.drawLetters}
      />
    </>
  );
}

/** Where the player lives and is reached. */
function Reach({ details, field }: ReachProps) {
  const { t } = useText();
  const { address, postalCode, phone, mobile, email } = details;
  return (
    <>
      <div className={accountCss.fieldPair}>
        <Field
          {...field('address')}
          label={t('myPages.profile.address')}
          autoComplete="street-address"
          defaultValue={address}
        />
        <Field
          {...field('postalCode')}
          label={t('myPages.profile.postalCode')}
          inputMode="numeric"
          autoComplete="postal-code"
          defaultValue={postalCode}
        />
      </div>
      <div className={`${accountCss.fieldPair} ${accountCss.even}`}>
        <Field {...field('phone')} {...phoneInput} label={t('myPages.profile.phone')} defaultValue={phone} />
        <Field
          {...field('mobile')}
          {...phoneInput}
          label={t('myPages.profile.mobile')}
          defaultValue={mobile}
        />
      </div>
      <Field
        {...field('email')}
        {...emailInput}
        label={t('myPages.profile.email')}
        hint={t('myPages.profile.contactHint')}
        defaultValue={email}
      />
    </>
  );
}

function Club({ chosen, clubs }: { chosen: number | undefined; clubs: Props['clubs'] }) {
  const { t } = useText();
  const id = useId();
  // The list may have failed to load: saving the form then keeps the club.
  const isUnlisted = chosen !== undefined && !clubs.some(({ number }) => number === chosen);
  return (
    <div className={fieldCss.field}>
      <label htmlFor={id}>{t('myPages.profile.club')}</label>
      <select id={id} name="supportId" defaultValue={chosen ?? ''}>
        <option value="">{t('common.none')}</option>
        {isUnlisted && <option value={chosen}>{chosen}</option>}
        {clubs.map(({ number, name }) => (
          <option key={number} value={number}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
