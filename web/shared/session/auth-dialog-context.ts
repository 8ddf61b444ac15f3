/**
 * What the sign-in dialog can be asked for, by any page. Its ten forms and what each begins with; the dialog
 * itself is in `web/features/auth`.
 */
import { createContext, use } from 'react';

export type AuthFormProps = {
  /**
   * `error`: a value of the address, such as `SessionRequired` or one of our codes. `keepsSlip`: a slip waits
   * for it. `byPassword`: begins with the password instead of the electronic ID.
   */
  login: { error?: string | null; keepsSlip?: boolean; byPassword?: boolean };
  forgotPassword: object;
  forgotUsername: object;
  /** What the link in the letter carries. */
  resetPassword: { hash: string; username: string; nationalId?: string };
  /** What the finished identity check said; without a `requestId` the form leads to `eLogin`. */
  signUp: { requestId?: string; firstName?: string; lastName?: string; cellphoneNumber?: string };
  eLogin: object;
  eLoginRevalidation: Revalidated;
  eLoginRequired: Revalidated;
  /** Whole days that the certificate still lasts. */
  eLoginReminder: Revalidated & { days: number };
  /** In a dialog of its own, over which nothing else stands. `isNew`: the account was opened a moment ago. */
  addCreditCard: { isNew?: boolean };
  /** Not one of the ten: asks again for who is signed in, before something grave. */
  fresh: object;
};

export type Revalidated = {
  playerId: string;
  /**
   * `login`: just signed in, with a certificate that ended or soon does. `strong`: signing in waits for it.
   * `call`: signed in, and something was refused.
   */
  reason: 'login' | 'strong' | 'call';
};

export type AuthForm = keyof AuthFormProps;

/** A form with what it begins with; one that begins with nothing may leave it out. */
export type AuthStep = {
  [F in AuthForm]: object extends AuthFormProps[F]
    ? [form: F, props?: AuthFormProps[F]]
    : [form: F, props: AuthFormProps[F]];
}[AuthForm];

export type AuthDialog = {
  /** Opens the dialog with a form; what was open before is left. */
  open: (...step: AuthStep) => void;
  /** The next form of the open dialog; one that was passed before is gone back to. */
  go: (...step: AuthStep) => void;
  /** The form before; closes the dialog on the first. */
  back: () => void;
  close: () => void;
  /** Closes the dialog because what it was opened for is done. */
  done: () => void;
  /** What it was opened for is done, and the dialog goes on with something else. */
  doneAlready: () => void;
  /** Opens the dialog with a form; answers when it closes, true when what it was opened for is done. */
  ask: (...step: AuthStep) => Promise<boolean>;
};

export const AuthDialogContext = createContext<AuthDialog | null>(null);

export function useAuthDialog(): AuthDialog {
  const dialog = use(AuthDialogContext);
  if (dialog === null) throw new Error('useAuthDialog needs its provider above it');
  return dialog;
}
