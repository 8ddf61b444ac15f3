/** Asks people through Auðkenni's REST tree. Keeps nothing between calls: all is in the handle. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { createRemoteJWKSet } from 'jose';
import {
  type EId,
  EIdError,
  type EIdFailure,
  type EIdHandle,
  type EIdPerson,
  type EIdState,
  type EIdTarget,
} from './face.ts';
import { fail, failure } from './failures.ts';
import { type IdentityOptions, identify } from './identity.ts';
import { type CodeFrom, securityCode } from './security-code.ts';
import { readAuthorities } from './signature.ts';
import { askTree, fill, type TreeAnswer } from './tree.ts';
import { paths, type TreeField, type TreeService } from './wire.ts';

export type EIdOptions = {
  /** Without a slash at the end: `https://pfzww.audkenni.is`. */
  address: string;
  clientId: string;
  clientSecret: string;
  /** Registered with the provider, never visited. */
  redirectUri: string;
  service: TreeService;
  codeFrom: CodeFrom;
  /**
   * The issuing authorities as PEM, one after the other; asked for each time, since a sandbox may come
   * after the product.
   */
  authorities: () => string;
  /** How the app names who asks. */
  title: string;
  now: () => Date;
  timeoutMs?: number;
};

type Message = Parameters<EId['start']>[1];

const askEveryMs = 2_000;
const waitMaxMs = 90_000;

export function createEId(options: EIdOptions): EId {
  const { address, authorities, timeoutMs = 10_000 } = options;
  const keys = createRemoteJWKSet(new URL(`${address}${paths.keys}`), { timeoutDuration: timeoutMs });
  const parts: Parts = {
    ...options,
    base: address,
    keys,
    timeoutMs,
    authorities: () => {
      try {
        return readAuthorities(authorities());
      } catch (error) {
        return fail('unreachable', `the certificates of the authorities: ${String(error)}`);
      }
    },
  };
  return {
    start: (target, message) => start(parts, target, message),
    poll: (handle) =>
      poll(parts, handle).catch((error: unknown): EIdState => {
        if (error instanceof EIdError) return { state: 'failed', failure: error.failure };
        throw error;
      }),
  };
}

type Parts = IdentityOptions & Pick<EIdOptions, 'codeFrom' | 'title'>;

async function start(parts: Parts, target: EIdTarget, message: Message) {
  const { service, now } = parts;
  const { values, code } = request(parts, target, message);
  const begun = await begin(parts);
  const answer = await askTree(
    { ...parts, cookies: begun.cookies },
    fill(begun.tree, service, values),
    service,
  );
  if (answer.kind === 'refused') throw new EIdError(answer.failure);
  if (answer.kind === 'asks') throw new EIdError(failure('unreadable', 'the tree asks for more'));
  const at = now().toISOString();
  const handle: EIdHandle = {
    eLoginType: target.eLoginType,
    nationalId: target.eLoginType === 'app' ? target.nationalId : null,
    startedAt: at,
    askedAt: at,
    cookies: answer.cookies,
    tree: answer.kind === 'waits' ? answer.tree : null,
  };
  return { handle, code };
}

async function begin(parts: Parts) {
  const answer = await askTree({ ...parts, cookies: {} }, null, parts.service);
  if (answer.kind === 'asks') return answer;
  throw new EIdError(
    answer.kind === 'refused' ? answer.failure : failure('unreadable', 'the tree asks nothing'),
  );
}

/** A SIM shows the code that we choose; the app makes it out of the hash and lets the person pick it. */
function request({ clientId, title, codeFrom }: Parts, target: EIdTarget, message: Message) {
  const sim = target.eLoginType === 'sim';
  const user = sim ? target.phone : target.nationalId;
  if (!(sim ? /^\d{7}$/ : /^\d{10}$/).test(user))
    throw new TypeError('a phone number or national id in digits');
  const hash = sim ? 'false' : createHash('sha512').update(randomBytes(64)).digest('base64');
  const code = sim ? String(randomInt(10_000)).padStart(4, '0') : securityCode(hash, codeFrom);
  const text = message(sim ? code : null)
    .replace(/\s+/g, ' ')
    .trim();
  if (sim && !text.includes(code)) throw new TypeError('the message to a SIM must show the code');
  const values: Record<TreeField, string> = {
    clientId,
    title,
    user,
    hash,
    message: text,
    relatedParty: '',
    confirmMessage: 'false',
    vchoice: sim ? 'false' : 'true',
    method: target.eLoginType,
  };
  return { values, code };
}

async function poll(parts: Parts, handle: EIdHandle): Promise<EIdState> {
  const now = parts.now();
  if (now.getTime() - Date.parse(handle.startedAt) >= waitMaxMs)
    return { state: 'failed', failure: tooLate(handle) };
  if (now.getTime() - Date.parse(handle.askedAt) < askEveryMs) return { state: 'pending', handle };
  const asked = { ...handle, askedAt: now.toISOString() };
  const answer = await orLater(() => continued(parts, asked));
  if (answer === 'later') return { state: 'pending', handle: asked };
  if (answer.kind === 'refused') return { state: 'failed', failure: answer.failure };
  if (answer.kind === 'asks')
    return { state: 'failed', failure: failure('unreadable', 'the tree asks for more') };
  const { cookies } = answer;
  if (answer.kind === 'waits') return { state: 'pending', handle: { ...asked, cookies, tree: answer.tree } };
  const person = await orLater<EIdPerson>(() => identify(parts, cookies, handle.nationalId));
  if (person === 'later') return { state: 'pending', handle: { ...asked, cookies, tree: null } };
  return { state: 'done', person };
}

function tooLate({ tree }: EIdHandle): EIdFailure {
  return tree
    ? failure('noAnswer', 'not confirmed within 90 seconds')
    : failure('unreachable', 'confirmed, but the provider did not tell who it is within 90 seconds');
}

async function continued(parts: Parts, { cookies, tree }: EIdHandle): Promise<TreeAnswer> {
  return tree
    ? askTree({ ...parts, cookies }, tree as Parameters<typeof askTree>[1])
    : { kind: 'confirmed', cookies };
}

/** Who cannot be reached now may be a moment later: the 90 seconds bound it. */
async function orLater<Result>(work: () => Promise<Result>): Promise<Result | 'later'> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EIdError && error.failure.reason === 'unreachable') return 'later';
    throw error;
  }
}
