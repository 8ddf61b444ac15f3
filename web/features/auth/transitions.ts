/** The ways between the forms of the sign-in dialog, all in one place. */
import type { AuthForm, AuthFormProps } from '#web/shared/session/auth-dialog-context.ts';

export type Entry = { [F in AuthForm]: { form: F; props: AuthFormProps[F] } }[AuthForm];

/** The forms passed on the way, the last one shown; empty while the dialog is closed. */
export type AuthState = {
  entries: readonly Entry[];
  /** Where signing in leads to, as the address said; null: decided by the page. */
  callbackUrl: string | null;
};

export const closedDialog: AuthState = { entries: [], callbackUrl: null };

/** Forms from which nothing before makes sense any more. */
const beginnings: ReadonlySet<AuthForm> = new Set([
  'resetPassword',
  'signUp',
  'eLoginReminder',
  'eLoginRequired',
  'addCreditCard',
]);

export function openForm(entry: Entry, callbackUrl: string | null = null): AuthState {
  return { entries: [entry], callbackUrl };
}

export function pushForm({ entries, callbackUrl }: AuthState, entry: Entry): AuthState {
  if (beginnings.has(entry.form)) return openForm(entry, callbackUrl);
  const passed = entries.findIndex(({ form }) => form === entry.form);
  return { entries: [...entries.slice(0, passed < 0 ? entries.length : passed), entry], callbackUrl };
}

export function popForm({ entries, callbackUrl }: AuthState): AuthState {
  return entries.length < 2 ? closedDialog : { entries: entries.slice(0, -1), callbackUrl };
}

/** Who just signed in with an ended certificate proves who they are or signs out: nothing else closes. */
export function isHeld({ entries }: AuthState): boolean {
  return entries.some(({ form, props }) => form === 'eLoginRequired' && props.reason === 'login');
}
