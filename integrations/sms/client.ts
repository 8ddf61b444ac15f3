/** Sends text messages through a gateway that speaks Nova's SMS API v1. */
import { DeliveryError } from '../delivery-error.ts';
import type { Sms, TextMessage } from './face.ts';
import { answerSchema, type WireSend, type WireStatus } from './wire.ts';

export type SmsOptions = {
  /** The whole address that takes requests. */
  url: string;
  username: string;
  password: string;
  /** Shown as the sender, at most 11 characters. */
  from: string;
  timeoutMs?: number;
};

const taken: readonly WireStatus[] = ['accepted', 'delivered', 'queued', 'queueing'];

export function createSms(options: SmsOptions): Sms {
  return {
    async send(message) {
      const answer = answerSchema.safeParse(parseJson(await ask(options, message)));
      const [sent] = answer.data?.messages ?? [];
      if (!answer.success || answer.data.error || !sent) {
        throw new DeliveryError('unreachable', 'the SMS gateway did not take the message');
      }
      if (sent.delivery_status === 'rejected') {
        throw new DeliveryError('refused', 'the SMS gateway rejects the message');
      }
      if (sent.error || !taken.includes(sent.delivery_status)) {
        throw new DeliveryError('unreachable', `the SMS gateway did not deliver (${sent.delivery_status})`);
      }
      return sent.uuid;
    },
  };
}

async function ask(options: SmsOptions, { to, text }: TextMessage): Promise<string> {
  const { url, username, password, from, timeoutMs = 10_000 } = options;
  const body: WireSend = { from, to: [to], body: text, wait: 'queue' };
  const basic = Buffer.from(`${username}:${password}`).toString('base64');
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${basic}` },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw new DeliveryError('unreachable', 'the SMS gateway does not answer');
  });
  const said = await response.text().catch(() => '');
  if (response.ok) return said;
  const kind = response.status === 400 || response.status === 422 ? 'refused' : 'unreachable';
  throw new DeliveryError(kind, `the SMS gateway answers ${response.status}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
