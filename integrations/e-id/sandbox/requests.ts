/** Requests on people's phones: what they show, and how they end. */
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { TreeField } from '../wire.ts';
import { type Subscriber, subscribers } from './subscribers.ts';

export type PhoneRequest = {
  id: string;
  method: 'sim' | 'app';
  person: Subscriber;
  title: string;
  message: string;
  /** What the app computes from the hash; null for a SIM, whose code stands in the message. */
  code: string | null;
  /** The three codes to pick from, when that was asked. */
  choices: string[] | null;
  at: Date;
  hash: string;
  /** Set by the phone: confirmed, or the code of a refusal. */
  ended: 'confirmed' | string | null;
  /** The phone's owner looked away. */
  ignored: boolean;
};

export type Deed = 'confirm' | 'cancel' | 'block' | 'ignore';

export type Requests = {
  /** A request on a phone, or the code of a refusal. */
  open(values: Record<TreeField, string>, method: string): PhoneRequest | string;
  /** `waits`, `confirmed` or the code of a refusal, as of now. */
  outcome(request: PhoneRequest): 'waits' | 'confirmed' | string;
  /** What phones show now, newest first. */
  waiting(): PhoneRequest[];
  all(): readonly PhoneRequest[];
  /** `choice` is the code picked, where there is one to pick; a wrong one refuses. False: no such request. */
  act(id: string, deed: Deed, choice?: string): boolean;
  /** Every request is confirmed without a phone. */
  autoConfirm: boolean;
};

/** When the provider gives up on a phone. */
export const expiresAfterMs = { sim: 30_000, app: 60_000 };
const cancelsAfterMs = 2_000;
const kept = 200;

export function createRequests(now: () => Date): Requests {
  const all: PhoneRequest[] = [];
  const ageOf = ({ at }: PhoneRequest) => now().getTime() - at.getTime();
  const requests: Requests = {
    autoConfirm: false,
    open(values, method) {
      const request = read(values, method, now());
      if (typeof request === 'string') return request;
      all.push(request);
      if (all.length > kept) all.shift();
      return request;
    },
    outcome(request) {
      const { ended, method, person } = request;
      if (ended !== null) return ended;
      if (person.behaviour === 'cancels' && ageOf(request) >= cancelsAfterMs) return 'mssp_401';
      if (person.behaviour === 'waits' && requests.autoConfirm) return 'confirmed';
      return ageOf(request) >= expiresAfterMs[method] ? 'mssp_208' : 'waits';
    },
    waiting: () =>
      all
        .toReversed()
        .filter(
          (request) =>
            !request.ignored && request.person.behaviour === 'waits' && requests.outcome(request) === 'waits',
        ),
    all: () => all,
    act(id, deed, choice) {
      const request = all.find((one) => one.id === id);
      if (!request || requests.outcome(request) !== 'waits') return false;
      if (deed === 'ignore') request.ignored = true;
      else request.ended = endOf(request, deed, choice);
      return true;
    },
  };
  return requests;
}

function endOf({ choices, code }: PhoneRequest, deed: Exclude<Deed, 'ignore'>, choice?: string): string {
  if (deed === 'cancel') return 'mssp_401';
  if (deed === 'block') return 'mssp_402';
  return choices === null || choice === code ? 'confirmed' : 'mssp_401';
}

/** Refusals as the provider gives them: for what is malformed, and for people without electronic ID. */
function read(values: Record<TreeField, string>, method: string, at: Date): PhoneRequest | string {
  const { user, message, hash, vchoice, confirmMessage, title } = values;
  if (method !== 'sim' && method !== 'app') return 'mssp_108';
  if (message.trim() === '' || message.length > 200 || /[\r\n]/.test(message)) return 'mssp_103';
  if (![vchoice, confirmMessage].every((value) => value === 'true' || value === 'false')) return 'mssp_102';
  if (method === 'sim' && (vchoice !== 'false' || hash !== 'false')) return 'mssp_102';
  if (method === 'app' && Buffer.from(hash, 'base64').length !== 64) return 'mssp_107';
  if (!(method === 'sim' ? /^\d{7}$/ : /^\d{10}$/).test(user)) return 'mssp_101';
  const person = subscribers.find(
    ({ phone, nationalId }) => user === (method === 'sim' ? phone : nationalId),
  );
  if (!person) return method === 'sim' ? 'audkenni_404' : 'mssp_105';
  if (person.certificateDays === null) return 'mssp_105';
  const code = method === 'app' ? codeOf(hash) : null;
  return {
    id: randomUUID(),
    method,
    person,
    title,
    message,
    code,
    at,
    hash,
    choices: code !== null && vchoice === 'true' ? threeWith(code) : null,
    ended: null,
    ignored: false,
  };
}

/** The app's own arithmetic: the digest of the 64 bytes, its last two as a number. */
function codeOf(hash: string): string {
  const [high = 0, low = 0] = createHash('sha256').update(Buffer.from(hash, 'base64')).digest().subarray(-2);
  return `000${(high * 256 + low) % 10_000}`.slice(-4);
}

function threeWith(code: string): string[] {
  const codes = [code];
  while (codes.length < 3) {
    const other = String(randomInt(10_000)).padStart(4, '0');
    if (!codes.includes(other)) codes.splice(randomInt(codes.length + 1), 0, other);
  }
  return codes;
}

export const secret = (): string => randomBytes(32).toString('base64url');
