/** Asks phones for payments through Aur. */
import { type Answer, type Caller, createCaller, type NoAnswer } from '../caller.ts';
import type { Aur, AurBegun, AurBooking, AurRequest, AurState } from './face.ts';
import {
  type AurSigns,
  begunSchema,
  bookingsSchema,
  callbackSchema,
  codes,
  paths,
  refusalSchema,
  signatureOf,
  tokenHeader,
  transactionSchema,
  type WirePurchase,
} from './wire.ts';

export type AurOptions = {
  /** Without a slash at the end: `https://api.aurapp.is/figo/api/v1/store/web`. */
  address: string;
  /** Says who asks. */
  token: string;
  /** Signs what is asked. */
  secret: string;
  signs: AurSigns;
  timeoutMs?: number;
  /** Milliseconds of a clock that nobody moves. */
  now?: () => number;
};

export function createAur(options: AurOptions): Aur {
  const call = createCaller({ ...options, headers: { [tokenHeader]: options.token } });
  return {
    begin: (request) => begin(call, options, request),
    state: (of) => state(call, of),
    readCallback(body) {
      const said = callbackSchema.safeParse(parseJson(body));
      return said.success ? { orderId: said.data.orderid } : null;
    },
    bookings: (day) => bookings(call, day),
  };
}

async function begin(call: Caller, { signs, secret }: AurOptions, request: AurRequest): Promise<AurBegun> {
  const { msisdn, amount, description, orderId: orderid, callbackUrl, minutes } = request;
  const hmac = signatureOf({ msisdn, amount, description, orderid }, signs, secret);
  const timeout = minutes * 60;
  const body: WirePurchase = { msisdn, amount, description, orderid, hmac, callbackUrl, timeout };
  const answer = await call(paths.purchase, { method: 'POST', body });
  if (answer === 'unsent') return { outcome: 'refused', aurErrorId: '' };
  if (answer === 'silent') return { outcome: 'unknown' };
  const begun = begunSchema.safeParse(answer.json);
  if (answer.status === 200 && begun.success) {
    const { token, deepLink } = begun.data;
    return { outcome: 'begun', token, ...(deepLink !== undefined && isLink(deepLink) && { deepLink }) };
  }
  return refusalOf(answer);
}

/** An order that is there already may be an earlier request of ours whose answer was lost. */
function refusalOf({ status, json }: Answer): AurBegun {
  const refusal = refusalSchema.safeParse(json);
  const code = refusal.success && refusal.data.code !== codes.ok ? refusal.data.code : null;
  if (code === codes.sameOrder || status >= 500) return { outcome: 'unknown' };
  if (code !== null) return { outcome: 'refused', aurErrorId: String(code) };
  const isRefusal = [400, 401, 403, 404, 422, 429].includes(status);
  return isRefusal ? { outcome: 'refused', aurErrorId: `http-${status}` } : { outcome: 'unknown' };
}

/** It becomes a link on our page. */
function isLink(text: string): boolean {
  return /^(https?|aur):$/.test(URL.parse(text)?.protocol ?? '');
}

async function state(call: Caller, of: Parameters<Aur['state']>[0]): Promise<AurState | 'notFound' | null> {
  const query = new URLSearchParams('token' in of ? { token: of.token } : { orderid: of.orderId });
  const answer = await call(`${paths.transaction}?${query}`);
  if (isNoAnswer(answer)) return null;
  if (answer.status === 404) {
    return refusalSchema.safeParse(answer.json).data?.code === codes.notFound ? 'notFound' : null;
  }
  const said = transactionSchema.safeParse(answer.json);
  if (answer.status !== 200 || !said.success) return null;
  const { status, orderid, transactionid, amount, message, errorcode } = said.data;
  if ('orderId' in of && orderid !== undefined && orderid !== of.orderId) return null;
  return {
    status,
    ...(transactionid !== undefined && { transactionId: transactionid }),
    ...(amount !== undefined && { amount }),
    ...(message !== undefined && { message }),
    ...(errorcode !== undefined && { aurErrorId: errorcode }),
  };
}

async function bookings(call: Caller, day: string): Promise<readonly AurBooking[] | null> {
  const answer = await call(`${paths.bookings}?${new URLSearchParams({ day })}`);
  if (isNoAnswer(answer) || answer.status !== 200) return null;
  const said = bookingsSchema.safeParse(answer.json);
  if (!said.success) return null;
  return said.data.bookings.map(({ orderid, transactionid, amount, timestamp }) => {
    return { orderId: orderid, transactionId: transactionid, amount, at: new Date(timestamp) };
  });
}

const isNoAnswer = (answer: Answer | NoAnswer): answer is NoAnswer => typeof answer === 'string';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
