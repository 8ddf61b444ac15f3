/**
 * The forms of the dialog other than `login`: fetched when they are first shown, with their texts, so that no
 * page carries them. A form takes its own properties (`AuthFormProps`) and says its title by `useFormFrame`.
 */
import type { ComponentType } from 'react';
import type { Locale } from '#texts/evaluate.ts';
import type { SentTexts } from '#texts/text-key.ts';
import { pathsFor } from '#web/page/paths.ts';
import type { AuthForm, AuthFormProps } from '#web/shared/session/auth-dialog-context.ts';
import { laterTexts } from '#web/text/later-texts.ts';

export type LazyForm = Exclude<AuthForm, 'login' | 'addCreditCard'>;
type Code<F extends LazyForm> = () => Promise<ComponentType<AuthFormProps[F]>>;

const codeOf: { [F in LazyForm]: Code<F> } = {
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
  const [Form, texts] = await Promise.all([
    codeOf[form](),
    laterTexts(pathsFor(locale).laterTexts('innskraning')),
  ]);
  return { Form: Form as ComponentType<object>, texts };
}
