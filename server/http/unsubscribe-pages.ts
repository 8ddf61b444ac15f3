/**
 * Target of a letter's `List-Unsubscribe` (RFC 8058). Mail programs POST here without a session;
 * people get a page with a button. Opening the page changes nothing, since mail scanners open
 * every link.
 */
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { sayer } from '#server/messages/compose.ts';
import { pageAddress } from '#server/messages/page-address.ts';
import { readUnsubscribeToken, type Unsubscription, unsubscribePath } from '#server/messages/unsubscribe.ts';
import { networkOf } from '#server/platform/networks.ts';
import { createWindowLimiter } from '#server/platform/rate-limiter.ts';
import { Refusal, refuse } from '#server/platform/refusal.ts';
import { addressOf, preferredLocale } from './address.ts';
import { plainPage } from './plain-page.ts';

export type UnsubscribeParts = {
  /** Signs the tokens. */
  secret: string;
  decline: (unsubscription: Unsubscription) => Promise<void>;
  monotonicMs: () => number;
};

/** Mail hosts send the requests of many readers from one network. */
const perMinute = { perKey: 120, ofAllKeys: 3000 };
const bodyBytesMax = 4 * 1024;

export function createUnsubscribeRouter({ secret, decline, monotonicMs }: UnsubscribeParts): Hono {
  const router = new Hono();
  const limitNetwork = createWindowLimiter(monotonicMs, perMinute);
  const path = `${unsubscribePath}/:token`;
  const isTooOften = (context: Context): boolean => {
    try {
      limitNetwork(networkOf(addressOf(context)));
      return false;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      context.header('Retry-After', String(error.options.retryAfterSeconds));
      return true;
    }
  };
  const answer = async (context: Context, isPost: boolean) => {
    context.header('Cache-Control', 'no-store');
    if (isTooOften(context)) return failed(context, 429);
    const unsubscription = readUnsubscribeToken(secret, context.req.param('token') ?? '');
    if (!unsubscription) return failed(context, 400);
    if (!isPost) return question(context, unsubscription);
    await decline(unsubscription);
    return done(context, unsubscription);
  };
  router.get(path, (context) => answer(context, false));
  router.post(path, limitBody, (context) => answer(context, true));
  return router;
}

const limitBody = bodyLimit({
  maxSize: bodyBytesMax,
  onError: () =>
    refuse('EC_INVALID_INPUT', { status: 413, issues: { body: [{ path: [], message: 'genericForm' }] } }),
});

function question(context: Context, { choice, locale }: Unsubscription) {
  const t = sayer(locale);
  const content = html`<p>${t(`unsubscribe.${choice}.ask`)}</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">
<button>${t(`unsubscribe.${choice}.button`)}</button></form>`;
  return plainPage(context, 200, { locale, title: t('unsubscribe.title'), content });
}

function done(context: Context, { choice, locale }: Unsubscription) {
  const t = sayer(locale);
  const content = html`<p role="status">${t(`unsubscribe.${choice}.done`)}</p>
<p>${t('unsubscribe.again')}</p>${wayToAccount(locale)}`;
  return plainPage(context, 200, { locale, title: t('unsubscribe.doneTitle'), content });
}

/** An invalid token has no language, so the browser's decides. */
function failed(context: Context, status: 400 | 429) {
  const locale = preferredLocale(context);
  const t = sayer(locale);
  const content = html`<p>${t(`unsubscribe.${status === 429 ? 'tooMany' : 'invalid'}`)}</p>
${wayToAccount(locale)}`;
  return plainPage(context, status, { locale, title: t('unsubscribe.title'), content });
}

function wayToAccount(locale: 'is' | 'en') {
  const address = pageAddress(locale, '/minar-sidur/upplysingar');
  return html`<p><a href="${address}">${sayer(locale)('unsubscribe.toAccount')}</a></p>`;
}
