/** A page that a server route makes itself: its style stands in the page, and it needs no script. */
import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';

export type Markup = ReturnType<typeof html>;
type Page = { locale: 'is' | 'en'; title: string; content: Markup };
type Status = 200 | 400 | 403 | 429 | 500;

/** Tokens of web/styles/tokens.css; a test keeps them equal. The system decides between light and dark. */
const light = '--canvas:#fbfaf6;--ink:#16202a;--primary:#0b4a5e;--on-primary:#ffffff;--focus:#0b4a5e';
const dark = '--canvas:#10171d;--ink:#f2f4f1;--primary:#8fd3e8;--on-primary:#0b1116;--focus:#f2b544';
const accent = '#f2b544';

export const plainStyle = [
  `:root{color-scheme:light dark;font:1.125rem/1.5 system-ui,sans-serif;${light}}`,
  `@media(prefers-color-scheme:dark){:root{${dark}}}`,
  'body{margin:0;background:var(--canvas);color:var(--ink);overflow-wrap:break-word}',
  '.brand{display:flex;align-items:center;gap:.625rem;font-size:1.375rem;font-weight:700}',
  'header,main{max-width:30rem;margin:0 auto;padding:1.25rem}main{padding-top:6vh}',
  'h1{margin:0;font-size:1.75rem;line-height:1.2}form{margin:1.5rem 0}a{color:var(--primary)}',
  'a,button{display:inline-block;padding:.625rem 0;border-radius:4px}',
  'button,.button{font:inherit;font-weight:600;line-height:1.25;padding:.8125rem 1.5rem;cursor:pointer}',
  'button,.button{border:1px solid transparent;background:var(--primary);color:var(--on-primary)}',
  '.button{text-decoration:none}:focus-visible{outline:3px solid var(--focus);outline-offset:2px}',
].join('');

const policy = [
  "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  `style-src 'sha256-${hash('sha256', plainStyle, 'base64')}'`,
].join('; ');

/** Says whose page it is. No link: during a payment nothing may lead away by accident. */
const brand = html`<header><div class="brand" translate="no">
<svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">
<path fill="currentColor" d="M6 2h6v8.500H6zM6 21.500h6V30H6zM20 2h6v28h-6z"/>
<path fill="${accent}" d="M0 13h18v6H0zM28 13h4v6h-4z"/></svg>Hending</div></header>`;

export function plainPage(context: Context, status: Status, page: Page) {
  context.header('Content-Security-Policy', policy);
  return context.html(plainDocument(page), status);
}

/** @param body attributes of `body`, and what follows `main` */
export function plainDocument({ locale, title, content }: Page, body = { attributes: html``, end: html`` }) {
  return html`<!doctype html><html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${title} – Hending</title><style>${raw(plainStyle)}</style></head>
<body${body.attributes}>${brand}<main><h1>${title}</h1>${content}</main>${body.end}</body></html>`;
}
