/** Whether the mobile is known to be the player's, and how to show it: by a code in a text message. */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { browserApi } from '#web/browser-api.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { useForm } from '#web/use-form.ts';
import { useCall } from './use-call.ts';

export function Mobile({ mobile, isConfirmed }: { mobile: string; isConfirmed: boolean }) {
  const { t } = useText();
  const number = `${mobile.slice(0, 3)}\u00a0${mobile.slice(3)}`;
  return (
    <Section title={t('myPages.profile.mobileTitle')}>
      <p role="status">{isConfirmed && t('myPages.profile.mobileConfirmed', { mobile: number })}</p>
      {!isConfirmed && <ByCode number={number} />}
    </Section>
  );
}

function ByCode({ number }: { number: string }) {
  const { t, error } = useText();
  const { call, isBusy, refused } = useCall('account.confirmMobile');
  const [isSent, setSent] = useState(false);
  const send = async (): Promise<void> => {
    if (!isBusy && (await call({ body: {} }))) setSent(true);
  };
  return (
    <div className="stack measure-form">
      <p>{t('myPages.profile.mobileIntro', { mobile: number })}</p>
      {refused !== null && (
        <Notice kind="danger" role="alert">
          {error(refused, 'confirmMobile')}
        </Notice>
      )}
      <p role="status">{isSent && t('myPages.profile.mobileSent')}</p>
      {isSent && <CodeForm />}
      <p>
        <Button busy={isBusy} onClick={() => void send()}>
          {t(isSent ? 'myPages.profile.mobileSendAgain' : 'myPages.profile.mobileSend')}
        </Button>
      </p>
    </div>
  );
}

function CodeForm() {
  const { t } = useText();
  const { revalidate } = useRevalidator();
  const { submit, isBusy, refusal, field } = useForm({
    prefix: 'mobile-code',
    fields: ['code'],
    call: 'confirmMobile',
    fieldOf: { EC_INVALID_TRANSID: 'code', EC_DUPLICATE_VALUE: 'code' },
    check: ({ code }) => (/^\s*\d{6}\s*$/.test(code) ? {} : { code: 'wrongMobileCode' }),
    send: async (body) => {
      await browserApi('account.confirmMobile', { body });
      await revalidate();
    },
  });
  return (
    <form className="stack" method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      {refusal !== null && (
        <Notice kind="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <Field
        {...field('code')}
        label={t('myPages.profile.mobileCode')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
      />
      <p>
        <Button type="submit" kind="primary" busy={isBusy}>
          {t('myPages.profile.mobileConfirm')}
        </Button>
      </p>
    </form>
  );
}
