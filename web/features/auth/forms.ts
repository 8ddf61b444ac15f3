/**
 * The forms of the dialog other than `login`: fetched when they are first shown, with their texts, so that no
 * page carries them. A form takes its own properties (`AuthFormProps`) and says its title by `useFormFrame`.
 */
import type { ComponentType } from 'react';
import type { Locale } from '#texts/evaluate.ts';
import type { SentTexts } from '#texts/text-key.ts';
import { pathsFor } from '#web/paths.ts';
import type { AuthForm, AuthFormProps } from '#web/ui/auth-dialog-context.ts';

export type LazyForm = Exclude<AuthForm, 'login'>;
type Code<F extends LazyForm> = () => Promise<ComponentType<AuthFormProps[F]>>;

const codeOf: { [F in LazyForm]: Code<F> } = {
  addCreditCard: () => import('./forms/add-credit-card.tsx').then(({ AddCreditCard }) => AddCreditCard),
  eLogin: () => import('./forms/e-login.tsx').then(({ ELogin }) => ELogin),
  eLoginReminder: () => import('./forms/certificate.tsx').then(({ ELoginReminder }) => ELoginReminder),
  eLoginRequired: () => import('./forms/certificate.tsx').then(({ ELoginRequired }) => ELoginRequired),
  eLoginRevalidation: () =>
    import('./forms/e-login-revalidation.tsx').then(({ ELoginRevalidation }) => ELoginRevalidation),
  forgotPassword: () => import('./forms/forgot-password.tsx').then(({ ForgotPassword }) => ForgotPassword),
  forgotUsername: () => import('./forms/forgot-username.tsx').then(({ ForgotUsername }) => ForgotUsername),
  fresh: () => import('./forms/fresh.tsx').then(({ Fresh }) => Fresh),
  resetPassword: () => import('./forms/reset-password.tsx').then(({ ResetPassword }) => ResetPassword),
  signUp: () => import('./forms/sign-up.tsx').then(({ SignUp }) => SignUp),
};

export type LoadedForm = { Form: ComponentType<object>; texts: SentTexts };

/** Code and texts of a form; rejects when one of them does not come. */
export async function loadForm(form: LazyForm, locale: Locale): Promise<LoadedForm> {
  const [Form, texts] = await Promise.all([codeOf[form](), formTexts(locale)]);
  return { Form: Form as ComponentType<object>, texts };
}

const known = new Map<Locale, Promise<SentTexts>>();

function formTexts(locale: Locale): Promise<SentTexts> {
  const asked = known.get(locale) ?? askTexts(locale);
  known.set(locale, asked);
  asked.catch(() => known.delete(locale));
  return asked;
}

async function askTexts(locale: Locale): Promise<SentTexts> {
  const answer = await fetch(pathsFor(locale).authTexts());
  if (!answer.ok) throw new Error(`Texts answered ${answer.status}`);
  return (await answer.text()) as SentTexts;
}
