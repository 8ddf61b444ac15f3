/** Asks for a link to a new password, by e-mail or through the online bank. */
import { useState } from 'react';
import { parsePersonKennitala } from '#rules/values/kennitala.ts';
import { readTyped } from '#rules/values/typed.ts';
import { browserApi } from '#web/api/browser-api.ts';
import * as signInCss from '#web/features/auth/sign-in.module.css';
import { useForm } from '#web/forms/use-form.ts';
import { useAuthDialog } from '#web/shared/session/auth-dialog-context.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormProblems } from '#web/ui/form-problems.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as optionsCss from '#web/ui/options.module.css';
import { useFormFrame } from '../form-frame.ts';
import { useProof } from '../proof-of-work.ts';

const ways = ['email', 'home-bank'] as const;
type Way = (typeof ways)[number];

function useForgotPassword(way: Way) {
  const withProof = useProof();
  const [isSent, setSent] = useState(false);
  const sending = useForm({
    prefix: 'forgot-password',
    fields: ['nationalId', 'username'],
    call: 'recovery',
    check: ({ nationalId, username }) => ({
      ...(parsePersonKennitala(nationalId) === null && { nationalId: 'invalidNationalId' }),
      ...(way === 'email' && nameFault(username)),
    }),
    send: async ({ nationalId, username }) => {
      const asked = way === 'email' ? { nationalId, username } : { nationalId };
      await withProof((proof) =>
        browserApi('auth.initiateResetPassword', { body: { resetMethod: way, ...asked, ...proof } }),
      );
      setSent(true);
    },
  });
  return { isSent, ...sending };
}

export function ForgotPassword() {
  const { t } = useText();
  const [way, setWay] = useState<Way>('email');
  const { isSent, submit, isBusy, refusal, summary, field } = useForgotPassword(way);
  useFormFrame(t(isSent ? 'auth.forgotPassword.doneTitle' : 'auth.forgotPassword.title'), isBusy);

  if (isSent) return <Sent way={way} />;
  return (
    <>
      <p>{t('auth.forgotPassword.intro')}</p>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <FormProblems summary={summary} refusal={refusal} />
        <Ways way={way} setWay={setWay} />
        <Field
          {...field('nationalId')}
          label={t('auth.forgotPassword.nationalId')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
        />
        {way === 'email' && <UsernameField {...field('username')} />}
        <Button type="submit" kind="primary" big block busy={isBusy}>
          {t(isBusy ? 'loading.sending' : 'auth.forgotPassword.submit')}
        </Button>
      </form>
    </>
  );
}

function nameFault(username: string): { username?: string } {
  const { length } = readTyped(username);
  if (length === 0) return { username: 'usernameRequired' };
  return length > 12 ? { username: 'usernameLengthMax' } : {};
}

function UsernameField(field: { name: string; id: string; error: string | undefined }) {
  const { t } = useText();
  const { go } = useAuthDialog();
  return (
    <Field
      {...field}
      label={t('auth.forgotPassword.username')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      aside={
        <span className="justify-self-start">
          <Button kind="plain" onClick={() => go('forgotUsername')}>
            {t('auth.login.forgotUsername')}
          </Button>
        </span>
      }
    />
  );
}

function Ways({ way, setWay }: { way: Way; setWay: (way: Way) => void }) {
  const { t } = useText();
  const words = {
    email: [t('auth.forgotPassword.methodEmail'), t('auth.forgotPassword.methodEmailHint')],
    'home-bank': [t('auth.forgotPassword.methodHomeBank'), t('auth.forgotPassword.methodHomeBankHint')],
  } as const;
  return (
    <fieldset>
      <legend>{t('auth.forgotPassword.method')}</legend>
      <div className={`${optionsCss.options} ${signInCss.authOptions}`}>
        {ways.map((each) => (
          <label key={each} className={optionsCss.option}>
            <input
              type="radio"
              name="resetMethod"
              value={each}
              checked={each === way}
              onChange={() => setWay(each)}
            />
            <span>
              {words[each][0]}
              <small>{words[each][1]}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Sent({ way }: { way: Way }) {
  const { t } = useText();
  const { go } = useAuthDialog();
  return (
    <>
      <Notice kind="info" role="status" secondary={t('auth.forgotPassword.doneMinutes')}>
        {t(way === 'email' ? 'auth.forgotPassword.doneEmail' : 'auth.forgotPassword.doneHomeBank')}
      </Notice>
      <Button kind="primary" big block onClick={() => go('login', { byPassword: true })}>
        {t('auth.forgotPassword.back')}
      </Button>
    </>
  );
}
