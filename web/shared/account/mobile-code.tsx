/** That a mobile is the player's is shown by a code in a text message. */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { readGrouped } from '#rules/values/typed.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { useCall } from '#web/api/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as accountFrameCss from './account-frame.module.css';
import { shownPhone } from './shown-phone.ts';

type Props = { mobile: string; onConfirmed?: () => void };

export function MobileCode({ mobile, onConfirmed }: Props) {
  const number = shownPhone(mobile);
  const { t, error } = useText();
  const { call, isBusy, refused } = useCall('account.confirmMobile');
  const [isSent, setSent] = useState(false);
  const send = async (): Promise<void> => {
    if (!isBusy && (await call({ body: {} }))) setSent(true);
  };
  return (
    <div className={`stack ${accountFrameCss.measureForm}`}>
      <p>{t('myPages.profile.mobileIntro', { mobile: number })}</p>
      {refused !== null && (
        <Notice kind="danger" role="alert">
          {error(refused, 'confirmMobile')}
        </Notice>
      )}
      <p role="status">{isSent && t('myPages.profile.mobileSent')}</p>
      {isSent && <CodeForm {...(onConfirmed && { onConfirmed })} />}
      <p>
        <Button busy={isBusy} onClick={() => void send()}>
          {t(isSent ? 'myPages.profile.mobileSendAgain' : 'myPages.profile.mobileSend')}
        </Button>
      </p>
    </div>
  );
}

function CodeForm({ onConfirmed }: Pick<Props, 'onConfirmed'>) {
  const { t } = useText();
  const { revalidate } = useRevalidator();
  const { submit, isBusy, refusal, field } = useForm({
    prefix: 'mobile-code',
    fields: ['code'],
    call: 'confirmMobile',
    fieldOf: { EC_INVALID_TRANSID: 'code', EC_DUPLICATE_VALUE: 'code' },
    check: ({ code }) => (/^\d{6}$/.test(readGrouped(code)) ? {} : { code: 'wrongMobileCode' }),
    send: async (body) => {
      await browserApi('account.confirmMobile', { body });
      await revalidate();
      onConfirmed?.();
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
      />
      <p>
        <Button type="submit" kind="primary" busy={isBusy}>
          {t('myPages.profile.mobileConfirm')}
        </Button>
      </p>
    </form>
  );
}
