/** The few pages that the session endpoints make themselves, without script. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Messages } from '#contract/content.ts';
import type { Locale } from '#texts/evaluate.ts';
import { requireText } from '#texts/text-at.ts';
import { localeOf, originOf } from '../address.ts';
import { type Markup, plainPage } from '../plain-page.ts';

export type PageTexts = Readonly<Record<Locale, Messages>>;
type Page = { title: string; content: Markup };

const kinds = {
  configuration: { status: 500, name: 'Configuration' },
  accessdenied: { status: 403, name: 'AccessDenied' },
  verification: { status: 403, name: 'Verification' },
  default: { status: 200, name: 'default' },
} as const;

/** `error` of next-auth 4's error page, in whatever case. */
export function errorPage(context: Context, texts: PageTexts, from: string, error: string) {
  const asked = error.toLowerCase();
  const { status, name } = kinds[Object.hasOwn(kinds, asked) ? (asked as keyof typeof kinds) : 'default'];
  const t = reader(texts, from);
  return answer(context, from, status, {
    title: t('errors.common.title'),
    content: html`<p>${t(`errors.auth.${name}`)}</p>${wayHome(context, from, t)}`,
  });
}

/** Asks before signing out; works without script. */
export function signOutPage(
  context: Context,
  texts: PageTexts,
  from: string,
  hidden: Readonly<Record<string, string>>,
) {
  const t = reader(texts, from);
  return answer(context, from, 200, {
    title: t('session.signOutConfirm'),
    content: html`<form method="post" action="/api/auth/signout">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button>${t('nav.logOut')}</button></form><p><a href="${from}">${t('common.cancel')}</a></p>`,
  });
}

export function verifyRequestPage(context: Context, texts: PageTexts, from: string) {
  const t = reader(texts, from);
  return answer(context, from, 200, {
    title: t('auth.forgotPassword.doneTitle'),
    content: html`<p>${t('auth.forgotPassword.doneEmail')}</p>${wayHome(context, from, t)}`,
  });
}

type Text = (key: string) => string;

function wayHome(context: Context, from: string, t: Text): Markup {
  const home = `${originOf(context)}${localeOf(from) === 'en' ? '/en' : '/'}`;
  return html`<p><a href="${home}">${t('common.backToHome')}</a></p>`;
}

/** The endpoints have no language of their own: that of the page the visitor came from. */
function reader(texts: PageTexts, from: string): Text {
  return (key) => requireText(texts[localeOf(from)], key);
}

function answer(context: Context, from: string, status: 200 | 403 | 500, page: Page) {
  return plainPage(context, status, { locale: localeOf(from), ...page });
}
