/** The sign-in dialog: one box, in which its ten forms follow one another. */
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { pathsFor, safeCallback } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { usePayments } from '#web/shared/payments/payments-context.ts';
import { useAuthDialog } from '#web/shared/session/auth-dialog-context.ts';
import { MoreTexts, useText } from '#web/text/text.tsx';
import { keepsCookies } from '#web/ui/browser-store.ts';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { Scene } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Waiting } from '#web/ui/progress.tsx';
import { withoutLogin } from './auth-link.ts';
import { FrameContext, plainFrame } from './form-frame.ts';
import { Login } from './forms/login.tsx';
import { type LazyForm, type LoadedForm, loadForm } from './forms.ts';
import { type AuthState, closedDialog, type Entry, isHeld } from './transitions.ts';

export function AuthDialog({ state: asked }: { state: AuthState }) {
  const state = useCardDialog(asked);
  const { t } = useText();
  const { back, close } = useAuthDialog();
  const target = useTarget(state.callbackUrl);
  const [{ title, isBusy }, setFrame] = useState(plainFrame);
  const [typedIn, setTypedIn] = useState<Entry | null>(null);
  const held = isHeld(state);
  const shown = state.entries.at(-1);

  return (
    <Dialog
      open={shown !== undefined}
      title={title ?? t('auth.login.title')}
      closeLabel={held ? null : t('auth.close')}
      {...(state.entries.length > 1 && { back: { label: t('auth.stepBack'), act: back } })}
      closesOutside={typedIn !== shown}
      held={isBusy || held}
      onClose={close}
      className={dialogCss.small}
      game="lengjan"
    >
      <FrameContext value={{ setFrame, target, held }}>
        {shown !== undefined && (
          <div className={dialogCss.body} onInput={() => setTypedIn(shown)}>
            {signsIn.includes(shown.form) && <CookiesNeeded />}
            {shown.form === 'login' ? (
              <Login {...shown.props} />
            ) : (
              shown.form !== 'addCreditCard' && (
                <FetchedForm key={shown.form} form={shown.form} props={shown.props} />
              )
            )}
          </div>
        )}
      </FrameContext>
      <div className={dialogCss.art}>
        <Scene game="lotto" />
      </div>
    </Dialog>
  );
}

/** Forms that start a session, which needs cookies. */
const signsIn: readonly Entry['form'][] = ['login', 'eLogin', 'signUp'];

/** Said before anything is typed or a phone rings. */
function CookiesNeeded() {
  const { t } = useText();
  const [isBlocked, setBlocked] = useState(false);
  // Only the browser knows.
  useEffect(() => setBlocked(!keepsCookies()), []);
  return isBlocked && <Notice kind="warn">{t('auth.cookiesNeeded')}</Notice>;
}

/** The card has a dialog of its own, after which this one is done. @returns what is shown here */
function useCardDialog(state: AuthState): AuthState {
  const { ask, done } = useAuthDialog();
  const payments = usePayments();
  const isSignedIn = useRef(false);
  const isSignedOut = useShell().state === 'out';
  const entry = state.entries.at(-1);
  const wanted = entry?.form === 'addCreditCard' ? entry : null;
  useEffect(() => {
    isSignedIn.current = !isSignedOut;
  });
  useEffect(() => {
    if (wanted === null) return;
    const isNew = wanted.props.isNew === true;
    const open = async (): Promise<void> => {
      if (!isNew && !isSignedIn.current && !(await ask('login'))) return;
      await payments.ask({ form: 'card', isNew });
      done();
    };
    void open();
  }, [wanted, ask, done, payments]);
  return wanted === null ? state : closedDialog;
}

/** From home the way leads to my pages, from elsewhere back to where one was. */
function useTarget(callbackUrl: string | null): string {
  const { locale } = useText();
  const { origin } = useShell();
  const { pathname, search } = useLocation();
  const paths = pathsFor(locale);
  const here = withoutLogin(pathname, search);
  return safeCallback(callbackUrl, origin) ?? (here === paths.home() ? paths.account() : here);
}

function FetchedForm({ form, props }: { form: LazyForm; props: object }) {
  const { t, locale } = useText();
  const [loaded, setLoaded] = useState<LoadedForm | 'failed' | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the cause
  useEffect(() => {
    let isOver = false;
    const show = (found: LoadedForm | 'failed') => !isOver && setLoaded(found);
    loadForm(form, locale).then(show, () => show('failed'));
    return () => {
      isOver = true;
    };
  }, [form, locale, attempt]);

  const retry = (): void => {
    setLoaded(null);
    setAttempt(attempt + 1);
  };
  if (loaded === null) return <Waiting label={t('loading.generic')} />;
  if (loaded === 'failed') {
    return (
      <>
        <Notice kind="danger" role="alert">
          {t('page.network.text')}
        </Notice>
        <Button kind="primary" block onClick={retry}>
          {t('common.retry')}
        </Button>
      </>
    );
  }
  const { Form, texts } = loaded;
  return (
    <MoreTexts sent={texts}>
      <Form {...props} />
    </MoreTexts>
  );
}
