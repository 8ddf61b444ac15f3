/** A player who pays, by requests to a running product: cards, deposits, the issuer's pages in between. */
import type { AuthenticationForm } from '#integrations/card-gateway/face.ts';
import { type Deed, walkAuthentication } from './cardholder.ts';

/** `url` of the product, and the cookie of a session. */
export type Payer = { url: string; cookie: string };

export type Told<T> = { status: number; body: T & { code?: string } };

/** @param path under `/api/proxy`; without a body it is read */
export async function ask<T = object>(
  { url, cookie }: Payer,
  path: string,
  body?: object,
  key?: string,
): Promise<Told<T>> {
  const answer = await fetch(`${url}/api/proxy${path}`, {
    headers: {
      ...{ 'content-type': 'application/json', origin: url, cookie },
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Told<T>['body'] };
}

export type Begun = { form: AuthenticationForm; verificationId: string; aurToken?: string };

const reentryUrl = '/minar-sidur';

export function askToKeep(payer: Payer, number: string, isSubscriptionCard = false): Promise<Told<Begun>> {
  const card = { number, cvd: '123', expires: '2030-05-10' };
  return ask(payer, '/user/credit-card', { ...card, isSubscriptionCard, reentryUrl });
}

export function askToDeposit(payer: Payer, amount: number, key?: string): Promise<Told<Begun>> {
  return ask(payer, '/user/account/deposit', { amount, reentryUrl }, key);
}

/** The browser's way back; null when it never comes. `ms`: what our own page took to answer. */
export async function comeBack(form: AuthenticationForm, deed: Deed = 'approve') {
  const back = await walkAuthentication(form, deed);
  if (!back) return null;
  const startedMs = performance.now();
  const answer = await fetch(back.url, { method: 'POST', body: new URLSearchParams(back.fields) });
  const page = await answer.text();
  if (!answer.ok) throw new Error(`${back.url}: ${answer.status} ${page}`);
  return { back, page, ms: performance.now() - startedMs };
}
