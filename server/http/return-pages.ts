/**
 * Requests from outside our own pages. The issuer returns the browser with a cross-site form
 * without cookies, trusted only by its signed `MD`. Aur's callback that a payment changed is never
 * trusted (docs/rules/payments.md, Return).
 */
import { hash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import { paymentCalls } from '#contract/payments.ts';
import type { Aur } from '#integrations/aur/face.ts';
import { pageAddress } from '#server/messages/page-address.ts';
import { aurCallbackPath } from '#server/payments/aur/begin.ts';
import { type AuthenticationView, fillAndSubmit, hiddenInputs } from '#server/payments/deposits/form.ts';
import type { Forwarded, ForwardVerification } from '#server/payments/forward.ts';
import { isGivenUp } from '#server/payments/returned.ts';
import type { Log } from '#server/platform/log.ts';
import { networkOf } from '#server/platform/networks.ts';
import { createWindowLimiter } from '#server/platform/rate-limiter.ts';
import { refuseMethod } from '#server/platform/refusal.ts';
import { endInWords, endOf } from '#texts/ends.ts';
import { requireText } from '#texts/text-at.ts';
import { addressOf, localeOf, originOf, preferredLocale } from './address.ts';
import { describeError } from './answer-error.ts';
import type { PageTexts } from './auth/pages.ts';
import { exchangeOf } from './exchange.ts';
import { formOf } from './input.ts';
import { plainDocument, plainStyle } from './plain-page.ts';

export type ReturnParts = {
  forward: ForwardVerification;
  aur: Pick<Aur, 'readCallback'>;
  /** Called after a callback of Aur for this order. */
  changed: (orderId: string) => Promise<void>;
  texts: () => Promise<PageTexts>;
  log: Log;
  /** Monotonic clock. */
  monotonicMs: () => number;
};

const types = {
  deposit: 'deposit',
  'credit-card': 'creditCard',
  'subscription-card': 'subscriptionCard',
} as const;
type Type = (typeof types)[keyof typeof types];

const fieldsSchema = paymentCalls['account.forwardCardVerification'].body.omit({ type: true });

/** Aur sends one callback for each payment. A rejected one costs nothing: the worker polls anyway. */
const callbacksPerMinute = { perKey: 1_200, ofAllKeys: 6_000 };

export function createReturnRouter(parts: ReturnParts): Hono {
  const router = new Hono();
  for (const [path, type] of Object.entries(types)) {
    router.get(`/api/verify/${path}`, (context) => fetched(context, parts, type));
    router.post(`/api/verify/${path}`, async (context) =>
      returned(context, parts, type, formOf(await exchangeOf(context).text())),
    );
    router.all(`/api/verify/${path}`, () => refuseMethod(['GET', 'HEAD', 'POST']));
  }
  const limitNetwork = createWindowLimiter(parts.monotonicMs, callbacksPerMinute);
  router.post(aurCallbackPath, async (context) => {
    limitNetwork(networkOf(addressOf(context)));
    const about = parts.aur.readCallback(await exchangeOf(context).text());
    if (about) await parts.changed(about.orderId);
    return context.body(null, 204);
  });
  router.all(aurCallbackPath, () => refuseMethod(['POST']));
  return router;
}

/**
 * A GET never pays: prefetching browsers and link scanners send one too. It ends an authentication
 * that was given up; otherwise it answers a page that posts the proof. HEAD does nothing.
 */
async function fetched(context: Context, parts: ReturnParts, type: Type): Promise<Response> {
  if (context.req.method === 'HEAD') return context.body(null, 200, { 'Cache-Control': 'no-store' });
  const sent = context.req.query();
  const fields = fieldsSchema.safeParse(sent);
  if (!fields.success || isGivenUp(fields.data)) return returned(context, parts, type, sent);
  const postUrl = `${originOf(context)}${context.req.path}`;
  const proof = Object.entries(fields.data).map(([name, value]) => ({ name, value: String(value) }));
  return page(context, await parts.texts(), type, { success: false, proof: { postUrl, fields: proof } });
}

async function returned(
  context: Context,
  { forward, texts, log }: ReturnParts,
  type: Type,
  sent: Record<string, string>,
): Promise<Response> {
  const fields = fieldsSchema.safeParse(sent);
  const answer: Answer = fields.success
    ? await forward({ type, ...fields.data }, addressOf(context)).catch((error: unknown) =>
        failed(error, log),
      )
    : { success: false, error: 'EC_INVALID_TRANSID' };
  return page(context, await texts(), type, answer);
}

/** `waitSeconds`: the request was over a rate limit (429). */
type Answer = Forwarded & { waitSeconds?: number };

/** After most errors the payment may have succeeded, so the waiting page polls for its outcome. */
function failed(error: unknown, log: Log): Answer {
  const { body, status, refusal } = describeError(error, log, 'EC_INTERNAL_ERROR');
  if (status !== 429) return { success: false, error: body.code };
  const waitSeconds = refusal?.options.retryAfterSeconds ?? 1;
  return { success: false, error: 'EC_INTERNAL_ERROR', waitSeconds };
}

/** Text key for a code: declined by the bank, refused by us, or outcome still unknown. */
function wordsOf(error: string | undefined): 'closed' | 'expired' | 'failed' | 'unknown' | 'refused' {
  if (error === 'EC_SYSTEM_CLOSED') return 'closed';
  if (error === 'EC_INVALID_TRANSID') return 'expired';
  if (error === 'EC_CC_DECLINED' || error === 'EC_CREDITCARD_VALIDATE_FAILED') return 'failed';
  return error === 'EC_CC_ERROR' || error === 'EC_INTERNAL_ERROR' ? 'unknown' : 'refused';
}

type Form = { postUrl: string; fields: AuthenticationView['form']['fields'] };

/** @param answer.proof form that the page posts to us while the outcome is still open */
function page(
  context: Context,
  texts: PageTexts,
  type: Type,
  answer: Answer & { proof?: Form },
): Response | Promise<Response> {
  const { success, error, verificationId, again, proof, waitSeconds } = answer;
  const { reentryUrl = pageAddress(preferredLocale(context), '/') } = answer;
  const locale = localeOf(originOf(context) + reentryUrl);
  const t = (key: string) => requireText(texts[locale], key);
  const message = { source: 'lotto', type: 'card-verification', verificationId, success, error };
  const title = t('verify.title');
  const isClosed = error === 'EC_SYSTEM_CLOSED';
  const words = success ? t(`verify.${type}`) : endInWords(endOf(t, `ends.issuerPage.${wordsOf(error)}`));
  const form = proof ?? again?.form;
  // Whose payment it is, and so the language, is not known before the proof is there: both are shown.
  const other = locale === 'is' ? 'en' : 'is';
  const inOther = (key: string) => html`<span lang="${other}">${requireText(texts[other], key)}</span>`;
  const content = form
    ? html`<p>${t('verify.working')}</p>${proof && html`<p>${inOther('verify.working')}</p>`}
<form method="post" action="${form.postUrl}">${hiddenInputs(form.fields)}
<button>${t('common.continue')}${proof && html` · ${inOther('common.continue')}`}</button></form>`
    : html`<p role="status">${words}</p>
<p><a class="button" href="${reentryUrl}">${t('verify.return')}</a></p>`;
  const told = isClosed ? '' : JSON.stringify(message);
  const body = plainDocument(
    { locale, title, content },
    {
      attributes: html` data-message="${told}" data-origin="${originOf(context)}"`,
      end: html`<script>${raw(script)}</script>`,
    },
  );
  context.header('Content-Security-Policy', policyOf(form?.postUrl));
  context.header('Cache-Control', 'no-store');
  context.header('Referrer-Policy', 'no-referrer');
  if (isClosed) context.header('Retry-After', '5');
  if (waitSeconds !== undefined) context.header('Retry-After', String(waitSeconds));
  return context.html(body, isClosed ? 503 : waitSeconds === undefined ? 200 : 429);
}

/**
 * Posts the outcome to the opener or the parent frame, of our own origin only. While the product
 * is closed there is no outcome yet: the page stays, and reloading it sends the proof again.
 */
const script = `(function(d){if(document.forms[0]){${fillAndSubmit}return}
if(!d.message)return;
var m=JSON.parse(d.message),to=window.opener||(window.parent!==window?window.parent:null);
if(to)to.postMessage(m,d.origin);if(window.opener)window.close()})(document.body.dataset)`;

const sha256 = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

function policyOf(postUrl: string | undefined): string {
  const formAction = postUrl === undefined ? "'none'" : new URL(postUrl).origin;
  return [
    "default-src 'none'; base-uri 'none'; frame-ancestors 'self'",
    `form-action ${formAction}`,
    `style-src ${sha256(plainStyle)}`,
    `script-src ${sha256(script)}`,
  ].join('; ');
}
