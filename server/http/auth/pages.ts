/** The few pages that the session endpoints make themselves, without script. */
import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { Messages } from '#contract/content.ts';
import type { Locale } from '#texts/evaluate.ts';
import { requireText } from '#texts/text-at.ts';
import { localeOf, originOf } from '../address.ts';

export type PageTexts = Readonly<Record<Locale, Messages>>;
type Markup = ReturnType<typeof html>;

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
export function signOutPage(context: Context, texts: PageTexts, from: string, csrfToken: string) {
  const t = reader(texts, from);
  return answer(context, from, 200, {
    title: t('session.signOutConfirm'),
    content: html`<form method="post" action="/api/auth/signout">
<input type="hidden" name="csrfToken" value="${csrfToken}">
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

/** Colours are the browser's own, so that light, dark and high contrast follow the visitor. */
const style = [
  ':root{color-scheme:light dark;font:1.125rem/1.5 system-ui,sans-serif}',
  'body{max-width:30rem;margin:15vh auto 0;padding:0 1.25rem}h1{font-size:1.75rem;line-height:1.2}',
  'button{font:inherit;min-height:3rem;padding:0 1.5rem;cursor:pointer}',
  'a{color:inherit;display:inline-block;padding:.5rem 0}',
].join('');
const policy = [
  "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
].join('; ');

type Page = { title: string; content: Markup };

function answer(context: Context, from: string, status: 200 | 403 | 500, { title, content }: Page) {
  context.header('Content-Security-Policy', policy);
  return context.html(
    html`<!doctype html><html lang="${localeOf(from)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${title}</title><style>${raw(style)}</style></head>
<body><main><h1>${title}</h1>${content}</main></body></html>`,
    status,
  );
}
