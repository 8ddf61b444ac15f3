/** Makes the moves of a purchase and does what they cause: sends, looks up, keeps, waits. */
import { isApiError } from '#web/api/api-error.ts';
import {
  type Answer,
  type Bought,
  type Claim,
  type Effect,
  effects,
  moved,
  noPurchase,
  type Purchase,
  type PurchaseEvent,
  type Quoted,
} from './moves.ts';

export type Parts<W, Q> = {
  send: (wager: W, key: string) => Promise<Bought>;
  find: (key: string) => Promise<Bought>;
  newKey: () => string;
  wait: (ms: number) => Promise<void>;
  /** Milliseconds that only grow. */
  elapsedMs: () => number;
  /** Keeps what a later page has to know; null when nothing is open any more. */
  keep: (claim: Claim<Q> | null) => void;
  tell: (purchase: Purchase<Q>) => void;
};

export type RunningPurchase<W, Q> = {
  /** Opens the review of the wager that the next press buys. */
  review: (wager: W, quote: Q) => void;
  /** The slip, the draw or a price changed while it is shown. */
  renew: (wager: W, quote: Q) => void;
  buy: () => void;
  /** Looks up what was bought, and buys nothing. */
  check: () => void;
  close: () => void;
  /** Goes on with what an earlier page of the same player left open. */
  resume: (kept: Claim<Q>) => void;
  /** Another player has signed in. An open purchase stays kept for the first player. */
  forget: () => void;
};

const slowMs = 3_000;
const lookAfterMs = [1_000, 2_000, 4_000, 8_000] as const;
/** A press so soon after the look-up was meant for the look-up, which had the same button. */
const pauseMs = 1_000;
/** A request whose answer was lost may still arrive so long afterwards. */
const quietMs = 15_000;
/** When it is looked once more after nothing was found: what comes later than that is told too. */
const watchAfterMs = [15_000, 60_000] as const;

/** Answers after which it is not known whether the ticket was bought. */
const unknownCodes: readonly string[] = ['EC_NETWORK_ERROR', 'EC_INTERNAL_ERROR', 'EC_EXCEPTION', 'UNKNOWN'];
const otherSessionCodes: readonly string[] = ['EC_AUTH_FAIL', 'otherPlayer'];

export function runPurchase<W, Q extends Quoted>(parts: Parts<W, Q>): RunningPurchase<W, Q> {
  let now: Purchase<Q> = noPurchase;

  function make(event: PurchaseEvent<Q>): void {
    const after = moved(now, event);
    if (after === now) return;
    now = after;
    for (const effect of effects[event.type] ?? []) cause(effect);
    parts.tell(now);
  }

  function cause(effect: Effect): void {
    const { claim, lostAtMs, turn } = now;
    if (effect === 'keep') parts.keep(claim);
    if (effect === 'keep' || claim === null) return;
    const isOver = () => now.turn !== turn;
    void acts[effect]({ parts, claim, lostAtMs, isOver, answer: (answer) => make({ ...answer, turn }) });
  }

  return {
    review: (wager, quote) => make({ type: 'review', wager: JSON.stringify(wager), quote }),
    renew: (wager, quote) => make({ type: 'renew', wager: JSON.stringify(wager), quote }),
    buy: () => make({ type: 'buy', newKey: parts.newKey() }),
    check: () => make({ type: 'check' }),
    close: () => make({ type: 'close' }),
    resume: (claim) =>
      make(claim.isOwed ? { type: 'resume', claim, atMs: parts.elapsedMs() } : { type: 'watch', claim }),
    forget: () => make({ type: 'forget' }),
  };
}

type Run<W, Q> = {
  parts: Parts<W, Q>;
  claim: Claim<Q>;
  lostAtMs: number;
  /** Something else was begun meanwhile. */
  isOver: () => boolean;
  answer: (answer: Answer) => void;
};

async function send<W, Q>({ parts, claim, answer }: Run<W, Q>): Promise<void> {
  void parts.wait(slowMs).then(() => answer({ type: 'slow' }));
  const outcome = await outcomeOf(parts.send(JSON.parse(claim.wager) as W, claim.key));
  if ('bought' in outcome) answer({ type: 'sold', ...outcome });
  else if (unknownCodes.includes(outcome.code)) answer({ type: 'lose', atMs: parts.elapsedMs() });
  else answer({ type: 'refuse', ...outcome });
}

/** That nothing was bought is known once nothing is found after the time in which a request may arrive. */
async function look<W, Q>({ parts, claim, lostAtMs, answer }: Run<W, Q>): Promise<void> {
  for (let looks = 0; ; looks += 1) {
    const outcome = await outcomeOf(parts.find(claim.key));
    if ('bought' in outcome) return answer({ type: 'found', ...outcome });
    const isQuiet = parts.elapsedMs() - lostAtMs >= quietMs;
    if (outcome.code === 'EC_NO_DATA_FOUND' && isQuiet) return answer({ type: 'missing' });
    const wait = lookAfterMs[looks];
    if (wait === undefined || otherSessionCodes.includes(outcome.code)) return answer({ type: 'unreached' });
    await parts.wait(wait);
  }
}

async function pause<W, Q>({ parts, answer }: Run<W, Q>): Promise<void> {
  await parts.wait(pauseMs);
  answer({ type: 'ready' });
}

/** A ticket that is found after all is told too. */
async function watch<W, Q>(run: Run<W, Q>, waits: readonly number[] = watchAfterMs): Promise<void> {
  const { parts, claim, isOver, answer } = run;
  for (const wait of waits) {
    await parts.wait(wait);
    if (isOver()) return;
    const outcome = await outcomeOf(parts.find(claim.key));
    if ('bought' in outcome) return answer({ type: 'found', ...outcome });
  }
}

function watchAtOnce<W, Q>(run: Run<W, Q>): Promise<void> {
  return watch(run, [0, ...watchAfterMs]);
}

const acts = { send, look, pause, watch, watchAtOnce };

async function outcomeOf(answer: Promise<Bought>): Promise<{ bought: Bought } | { code: string }> {
  try {
    const { id, type } = await answer;
    return { bought: { id, type } };
  } catch (error) {
    if (!isApiError(error)) throw error;
    return { code: error.code };
  }
}
