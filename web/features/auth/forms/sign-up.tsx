/** Opens an account after a finished identity check. */
import { useState } from 'react';
import { Link } from 'react-router';
import { parseEmail } from '#rules/values/email.ts';
import { readTyped } from '#rules/values/typed.ts';
import { usernameFault } from '#rules/values/username.ts';
import { isApiError } from '#web/api/api-error.ts';
import { browserApi } from '#web/api/browser-api.ts';
import * as eIdCss from '#web/features/auth/e-id.module.css';
import { emailFault, emailInput, phoneFault, phoneInput } from '#web/forms/contact.ts';
import { NewPassword } from '#web/forms/new-password.tsx';
import { newPasswordFaults } from '#web/forms/new-password-faults.ts';
import { useForm } from '#web/forms/use-form.ts';
import { pathsFor } from '#web/page/paths.ts';
import { type AuthFormProps, useAuthDialog } from '#web/shared/session/auth-dialog-context.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useAfterSignIn } from '../after-sign-in.ts';
import { signIn } from '../auth-calls.ts';
import { useFormFrame } from '../form-frame.ts';
import { useProof } from '../proof-of-work.ts';

type Props = AuthFormProps['signUp'];
type Stage = 'typing' | 'dead' | 'tooYoung' | 'known';

/** What no other entry in the form mends. */
const stageOf: Readonly<Record<string, Stage>> = {
  EC_INVALID_TRANSID: 'dead',
  EC_PLAYER_TOO_YOUNG: 'tooYoung',
  EC_NATIONALID_EXISTS: 'known',
};

export function SignUp({ requestId = '', ...person }: Props) {
  const [stage, setStage] = useState<Stage>(requestId === '' ? 'dead' : 'typing');
  if (stage === 'dead') return <Dead />;
  if (stage === 'tooYoung') return <TooYoung />;
  if (stage === 'known') return <Known />;
  return <Typing {...person} requestId={requestId} setStage={setStage} />;
}

const fields = [
  ...(['username', 'password', 'confirmPassword', 'cellphoneNumber', 'email'] as const),
  ...(['acceptTerms', 'addToMailingList'] as const),
] as const;

type Values = Record<(typeof fields)[number], string>;

function faultsOf({ username, password, confirmPassword, cellphoneNumber, email, acceptTerms }: Values) {
  const name = readTyped(username) === '' ? 'usernameRequired' : usernameFault(readTyped(username));
  return {
    username: name,
    ...newPasswordFaults({ password, confirmPassword }),
    cellphoneNumber: phoneFault(cellphoneNumber),
    email: emailFault(email),
    acceptTerms: acceptTerms === '' ? 'invalidTerms' : null,
  };
}

function useSignUp(requestId: string, setStage: (stage: Stage) => void) {
  const withProof = useProof();
  const { go } = useAuthDialog();
  const afterSignIn = useAfterSignIn();
  return useForm({
    prefix: 'sign-up',
    fields,
    call: 'signUp',
    fieldOf: {
      EC_USERNAME_EXISTS: 'username',
      EC_USERNAME_VALIDATION: 'username',
      EC_EMAIL_EXISTS: 'email',
      EC_PASSWORD_VALIDATION: 'password',
    },
    check: faultsOf,
    send: async ({ username, password, cellphoneNumber, email, addToMailingList }) => {
      const account = {
        username: readTyped(username),
        password,
        cellphoneNumber,
        email: parseEmail(email) ?? email,
      };
      const body = { ...account, addToMailingList: addToMailingList !== '' };
      try {
        await withProof((proof) =>
          browserApi('auth.signUp', { params: { requestId }, body: { ...body, ...proof } }),
        );
      } catch (error) {
        const over = isApiError(error) ? stageOf[error.code] : undefined;
        if (over === undefined) throw error;
        return setStage(over);
      }
      const outcome = await signIn('credentials', { username: account.username, password });
      if (!outcome.ok) return go('login', { error: outcome.code, byPassword: true });
      await afterSignIn(['addCreditCard', { isNew: true }]);
    },
  });
}

function Typing({
  requestId,
  setStage,
  ...person
}: Props & { requestId: string; setStage: (stage: Stage) => void }) {
  const { t } = useText();
  const { submit, isBusy, refusal, summary, field } = useSignUp(requestId, setStage);
  const { firstName = '', lastName = '', cellphoneNumber = '' } = person;
  useFormFrame(t('auth.signUp.stepTitle'), isBusy);
  return (
    <>
      <Intro firstName={firstName} lastName={lastName} />
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <ErrorSummary errors={summary} />
        <NameAndPassword field={field} />
        <PhoneAndEmail field={field} cellphoneNumber={cellphoneNumber} />
        <Checkbox {...field('acceptTerms')} label={t('auth.signUp.acceptTerms')} />
        <Documents />
        <Checkbox {...field('addToMailingList')} label={t('auth.signUp.addToMailingList')} />
        {refusal !== null && (
          <Notice kind="danger" role="alert">
            {refusal}
          </Notice>
        )}
        <Button type="submit" kind="primary" big block busy={isBusy}>
          {t(isBusy ? 'auth.signUp.submitting' : 'auth.signUp.submit')}
        </Button>
      </form>
    </>
  );
}

function Intro({ firstName, lastName }: { firstName: string; lastName: string }) {
  const { t } = useText();
  return (
    <>
      <p className="lead">{t('auth.eLogin.signupRequired')}</p>
      <p>{t('auth.signUp.intro')}</p>
      <dl className={eIdCss.eidPerson}>
        <dt>{t('auth.signUp.verifiedName')}</dt>
        <dd>
          {firstName} {lastName}
        </dd>
      </dl>
    </>
  );
}

type FieldsProps = Pick<ReturnType<typeof useSignUp>, 'field'>;

function NameAndPassword({ field }: FieldsProps) {
  const { t } = useText();
  return (
    <>
      <Field
        {...field('username')}
        label={t('auth.signUp.username')}
        hint={t('auth.signUp.usernameHint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <NewPassword
        password={{ ...field('password'), label: t('auth.signUp.password') }}
        confirm={{ ...field('confirmPassword'), label: t('auth.signUp.confirmPassword') }}
        hint={t('auth.signUp.passwordHint')}
      />
    </>
  );
}

function PhoneAndEmail({ field, cellphoneNumber }: FieldsProps & { cellphoneNumber: string }) {
  const { t } = useText();
  return (
    <>
      <Field
        {...field('cellphoneNumber')}
        {...phoneInput}
        label={t('auth.signUp.cellphoneNumber')}
        defaultValue={cellphoneNumber}
      />
      <Field {...field('email')} {...emailInput} label={t('auth.signUp.email')} />
    </>
  );
}

/** In tabs of their own, so that nothing typed is lost. */
function Documents() {
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  return (
    <p className="actions">
      <Link to={paths.page('notendaskilmalar')} target="_blank">
        {t('auth.signUp.readTerms')}
      </Link>
      <Link to={paths.page('personuverndarstefna')} target="_blank">
        {t('auth.signUp.readPrivacy')}
      </Link>
    </p>
  );
}

/** No identity check, or one that is over: the way to a new one. */
function Dead() {
  const { t } = useText();
  const { go } = useAuthDialog();
  useFormFrame(t('auth.signUp.title'));
  return (
    <>
      <Notice kind="danger" role="alert" title={t('validation.genericForm')}>
        {t('validation.requestIdMissing')}
      </Notice>
      <Button kind="primary" big block onClick={() => go('eLogin')}>
        {t('auth.login.withEid')}
      </Button>
    </>
  );
}

function TooYoung() {
  const { t, error } = useText();
  const { close } = useAuthDialog();
  useFormFrame(t('auth.signUp.title'));
  return (
    <>
      <Notice kind="danger" role="alert">
        {error('EC_PLAYER_TOO_YOUNG', 'signUp')}
      </Notice>
      <Button kind="primary" big block onClick={close}>
        {t('common.close')}
      </Button>
    </>
  );
}

/** Somebody who has an account, in whatever state: the ways into it. */
function Known() {
  const { t, error } = useText();
  const { go } = useAuthDialog();
  useFormFrame(t('auth.signUp.title'));
  return (
    <>
      <Notice kind="danger" role="alert">
        {error('EC_NATIONALID_EXISTS', 'signUp')}
      </Notice>
      <div className="stack">
        <Button kind="primary" big block onClick={() => go('login', { byPassword: true })}>
          {t('auth.login.withPassword')}
        </Button>
        <Button block onClick={() => go('forgotUsername')}>
          {t('auth.login.forgotUsername')}
        </Button>
      </div>
    </>
  );
}
