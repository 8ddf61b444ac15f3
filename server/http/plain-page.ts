/** A page that a server route makes itself, without script. */
import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';

export type Markup = ReturnType<typeof html>;
type Page = { locale: 'is' | 'en'; title: string; content: Markup };
type Status = 200 | 400 | 403 | 429 | 500;

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

export function plainPage(context: Context, status: Status, { locale, title, content }: Page) {
  context.header('Content-Security-Policy', policy);
  return context.html(
    html`<!doctype html><html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${title}</title><style>${raw(style)}</style></head>
<body><main><h1>${title}</h1>${content}</main></body></html>`,
    status,
  );
}
