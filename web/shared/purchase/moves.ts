/**
 * A purchase from the open review to its final answer, as one table of moves. It is drawn in
 * docs/purchase-states.md. A move that is not in the table changes nothing: late answers and double presses
 * are expected. `run-purchase.ts` does what a move causes.
 *
 * After a lost answer the server is only asked what the key has bought. Nothing is sent again except by the
 * player's own press, and then with the same key: a delayed request and the new one can never buy two tickets
 * (docs/decisions/036).
 */

/** What the purchase has to know of the price that the player saw; a game's quote holds more. */
export type Quoted = { closeDate: string };

export type Bought = { id: string; type: 'ticket' | 'subscription' };

/** What was sent under a key that has no final answer yet. Kept for the tab. */
export type Claim<Q> = {
  key: string;
  /** As JSON. */
  wager: string;
  quote: Q;
  /** An earlier request under the same key may still arrive. */
  isRepeat: boolean;
  /** Several different wagers were sent, one after the other. */
  isMixed: boolean;
  /** It is not known whether it was bought; false once it was looked for and not there. */
  isOwed: boolean;
};

export type Step =
  | 'idle'
  | 'buying'
  | 'slow'
  | 'looking'
  | 'unknown'
  | 'paused'
  | 'nothing'
  | 'refused'
  | 'done';

/** Answers and timers; `turn` is that of the press or look-up that they belong to. */
export type Answer =
  | { type: 'slow' | 'missing' | 'ready' | 'unreached' }
  | { type: 'sold' | 'found'; bought: Bought }
  | { type: 'refuse'; code: string }
  | { type: 'lose'; atMs: number };

export type PurchaseEvent<Q> =
  | { type: 'review' | 'renew'; wager: string; quote: Q }
  | { type: 'buy'; newKey: string }
  /** What an earlier page of the same player left open: `resume` where it is owed. */
  | { type: 'resume'; claim: Claim<Q>; atMs: number }
  | { type: 'watch'; claim: Claim<Q> }
  | { type: 'check' | 'close' | 'forget' }
  | (Answer & { turn: number });

export type EventType = PurchaseEvent<Quoted>['type'];

const answered = { sold: 'done', refuse: 'refused', lose: 'looking', forget: 'idle' } as const;
const reviewed = { review: 'idle', close: 'idle', forget: 'idle' } as const;

export const moves: Readonly<Record<Step, Partial<Record<EventType, Step>>>> = {
  idle: { ...reviewed, renew: 'idle', buy: 'buying', resume: 'looking', watch: 'idle', found: 'done' },
  buying: { ...answered, slow: 'slow' },
  slow: answered,
  looking: { found: 'done', missing: 'paused', unreached: 'unknown', forget: 'idle' },
  unknown: { check: 'looking', forget: 'idle' },
  paused: { ...reviewed, ready: 'nothing', found: 'done' },
  nothing: { ...reviewed, buy: 'buying', found: 'done' },
  refused: { ...reviewed, renew: 'refused', buy: 'buying', found: 'done' },
  done: reviewed,
};

export type Effect = 'keep' | 'send' | 'look' | 'pause' | 'watch' | 'watchAtOnce';

/** What a move causes, in this order. */
export const effects: Partial<Record<EventType, readonly Effect[]>> = {
  buy: ['keep', 'send'],
  resume: ['look'],
  check: ['look'],
  lose: ['look'],
  watch: ['watchAtOnce'],
  missing: ['keep', 'pause', 'watch'],
  refuse: ['keep', 'watch'],
  sold: ['keep'],
  found: ['keep'],
};

export type Purchase<Q> = {
  step: Step;
  /** Counts presses and look-ups: an answer to an earlier one comes too late. */
  turn: number;
  /** What the next press buys. */
  wish: { wager: string; quote: Q } | null;
  claim: Claim<Q> | null;
  /** Of a purchase that cannot be made now: the same one keeps its key. */
  spare: { key: string; wager: string } | null;
  /** When an answer was given up. */
  lostAtMs: number;
  /** In step `refused`; `closeDate` is of what was sent. */
  refusal: { code: string; closeDate: string } | null;
  /** In step `done`; `quote` is null when only the ticket itself can tell what it holds. */
  receipt: { bought: Bought; quote: Q | null } | null;
};

export const noPurchase: Purchase<never> = {
  step: 'idle',
  turn: 0,
  wish: null,
  claim: null,
  spare: null,
  lostAtMs: 0,
  refusal: null,
  receipt: null,
};

/** Refusals that end nothing: the same purchase may be asked for again, with the same key. */
const passingCodes: readonly string[] = ['EC_SYSTEM_CLOSED', 'EC_AUTH_FAIL', 'otherPlayer'];

/** @returns `now` itself where the move cannot be made */
export function moved<Q extends Quoted>(now: Purchase<Q>, event: PurchaseEvent<Q>): Purchase<Q> {
  const step = moves[now.step][event.type];
  if (step === undefined || isVoid(now, event)) return now;
  const left = step === now.step ? {} : { refusal: null, receipt: null };
  return { ...now, ...left, ...changes(now, event), step };
}

function isVoid<Q>(now: Purchase<Q>, event: PurchaseEvent<Q>): boolean {
  if ('turn' in event) return event.turn !== now.turn;
  return event.type === 'buy' ? now.wish === null : 'claim' in event && now.claim !== null;
}

function changes<Q extends Quoted>(now: Purchase<Q>, event: PurchaseEvent<Q>): Partial<Purchase<Q>> {
  const { claim } = now;
  const turn = now.turn + 1;
  switch (event.type) {
    case 'review':
    case 'renew':
      return { wish: { wager: event.wager, quote: event.quote } };
    case 'buy':
      return { turn, claim: claimed(now, event.newKey) };
    case 'resume':
      return { turn, claim: event.claim, wish: event.claim, lostAtMs: event.atMs };
    case 'watch':
      return { turn, claim: event.claim };
    case 'check':
      return { turn };
    case 'lose':
      return { lostAtMs: event.atMs };
    case 'missing':
      return { claim: claim && { ...claim, isOwed: false } };
    case 'refuse':
      return refused(now, event.code);
    case 'sold':
      return { claim: null, spare: null, receipt: { bought: event.bought, quote: claim?.quote ?? null } };
    case 'found': {
      const quote = claim === null || claim.isMixed ? null : claim.quote;
      return { claim: null, spare: null, receipt: { bought: event.bought, quote } };
    }
    case 'forget':
      return { ...noPurchase, turn };
    default:
      return {};
  }
}

function claimed<Q>({ wish, claim, spare }: Purchase<Q>, newKey: string): Claim<Q> | null {
  if (wish === null) return null;
  const { wager, quote } = wish;
  const spared = spare?.wager === wager ? spare.key : newKey;
  return {
    key: claim?.key ?? spared,
    wager,
    quote,
    isRepeat: claim !== null,
    isMixed: claim !== null && (claim.isMixed || claim.wager !== wager),
    isOwed: true,
  };
}

/** This request bought nothing; one that was sent before under its key may still arrive. */
function refused<Q extends Quoted>({ claim }: Purchase<Q>, code: string): Partial<Purchase<Q>> {
  if (claim === null) return {};
  const { key, wager, isRepeat } = claim;
  const refusal = { code, closeDate: claim.quote.closeDate };
  if (isRepeat && code !== 'EC_DUPLICATE_VALUE') return { refusal, claim: { ...claim, isOwed: false } };
  return { refusal, claim: null, spare: passingCodes.includes(code) ? { key, wager } : null };
}

/** The quote that the review goes on showing: of what was sent, until the player chooses anew. */
export function sentQuote<Q>({ step, claim, receipt }: Purchase<Q>): Q | null {
  if (step === 'done') return receipt?.quote ?? null;
  return step === 'idle' || step === 'refused' ? null : (claim?.quote ?? null);
}

/** The next press buys the current slip. */
export function followsSlip({ step }: Purchase<unknown>): boolean {
  return step === 'idle' || step === 'refused';
}
