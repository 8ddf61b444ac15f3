/** What a handler of a contract entry looks like; a missing or mistyped one does not compile. */
import type { Api, ApiAnswer, ApiInput, CallName } from '#contract/api.ts';
import type { Call } from '#contract/call.ts';

export type Caller = { playerId: number; tokenHash: Buffer };

export type CallContext = {
  ip: string;
  /** Language of the page that made the call, for messages it causes; Icelandic where none did. */
  locale: 'is' | 'en';
  /** The client's idempotency key, and in hexadecimal the hash of what it stands for. */
  key: string | null;
  inputHash: string | null;
  /** The secret by which an electronic ID request knows its browser, from a cookie; `bindBrowser` sets it. */
  browser: () => string | null;
  bindBrowser: (secret: string) => void;
  /** What this browser is known again by, from a cookie; whether anybody knows it is another question. */
  device: () => string | null;
  /** Marks the answer as a stored one: header `Idempotent-Replay: true`. */
  markReplay: () => void;
};

type CallerOf<K extends CallName> = Api[K]['access'] extends 'player' ? Caller : Caller | null;

declare const checked: unique symbol;

/**
 * The hash of a session that was found alive by what answers the call. The router does not check the
 * session of a call that takes a stake: its statement does, under lock.
 */
export type CheckedSession = Buffer & { readonly [checked]: true };

/** What a call that takes a stake answers: without a checked session it does not compile. */
export type Staked<Answer> = { answer: Answer; session: CheckedSession };

type HandlerAnswer<K extends CallName> = Api[K] extends { money: 'stake' }
  ? Staked<ApiAnswer<K>>
  : ApiAnswer<K>;

export type Handler<K extends CallName> = (
  input: ApiInput<K>,
  context: CallContext & { caller: CallerOf<K> },
) => Promise<HandlerAnswer<K>>;

export type Handlers = { [K in CallName]: Handler<K> };

type OwnCall<C extends Call, Answer> = {
  call: C;
  handle: (input: never, context: never) => Promise<Answer>;
};

/**
 * Calls beside those of the contract, by name, of games that a program brings and the product's own pages do
 * not call. Input and context are those of any handler; one that takes a stake answers its session too.
 */
export type OwnCalls = Readonly<
  Record<
    string,
    | OwnCall<Call & { money?: 'deposit' | 'move' }, unknown>
    | OwnCall<Call & { money: 'stake' }, Staked<unknown>>
  >
>;
