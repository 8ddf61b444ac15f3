/**
 * A purchase from the open review to its final answer. After a lost answer it is only asked what its key has
 * bought: nothing is sent again but by the person's own press, and then with the same key, so that a request
 * that was still under way and the new one can never buy two tickets (docs/decisions/036).
 */
import { isApiError } from '#web/api/api-error.ts';
import type { ApiRequestOf } from '#web/api/browser-api.ts';
import type { Quote } from './quote.ts';

export type Wager = ApiRequestOf<'lotto.buy'>['body'];

export type PurchaseState =
  | { step: 'idle' }
  /** `slow` after three seconds without an answer. */
  | { step: 'buying'; slow: boolean; quote: Quote }
  /** The answer was lost; `asking` while it is looked up what was bought. */
  | { step: 'lost'; asking: boolean; quote: Quote }
  /** It was looked up, and nothing was bought; `isFresh` while nobody can have read that yet. */
  | { step: 'nothing'; isFresh: boolean; quote: Quote }
  /** `closeDate` of the draw for which it was sent. */
  | { step: 'refused'; code: string; closeDate: string }
  /** `quote` is what the ticket holds; null when only the ticket itself can tell. */
  | { step: 'done'; bought: Bought; quote: Quote | null };

export type Bought = { id: string; type: 'ticket' | 'subscription' };

/** What was sent under a key that has no final answer yet. */
export type Claim = {
  key: string;
  wager: string;
  quote: Quote;
  /** Several different wagers were sent, one after the other. */
  isMixed: boolean;
  /** It is not known whether it was bought; false once it was looked for and not there. */
  isOwed: boolean;
};

export type Parts = {
  send: (wager: Wager, key: string) => Promise<Bought>;
  find: (key: string) => Promise<Bought>;
  newKey: () => string;
  wait: (ms: number) => Promise<void>;
  /** Milliseconds that only grow. */
  elapsedMs: () => number;
  /** Keeps what a later page has to know; null when nothing is open any more. */
  keep: (claim: Claim | null) => void;
  tell: (state: PurchaseState) => void;
};

const slowMs = 3_000;
const lookAfterMs = [1_000, 2_000, 4_000, 8_000] as const;
/** A press so soon after the look-up was meant for the look-up, which had the same button. */
const freshMs = 1_000;
/** A request whose answer was lost may still arrive so long afterwards. */
const quietMs = 15_000;
/** When it is looked once more after nothing was found: what comes later than that is told too. */
const watchAfterMs = [15_000, 60_000] as const;

/** Answers after which it is not known whether the ticket was bought. */
const unknownCodes: readonly string[] = ['EC_NETWORK_ERROR', 'EC_INTERNAL_ERROR', 'EC_EXCEPTION', 'UNKNOWN'];
/** Answers that end nothing: the same purchase may be asked for again, with the same key. */
const passingCodes: readonly string[] = ['EC_SYSTEM_CLOSED', 'EC_AUTH_FAIL', 'otherPlayer'];

type Wish = { wager: Wager; text: string; quote: Quote };

export class Purchase {
  #parts: Parts;
  #state: PurchaseState = { step: 'idle' };
  #wish: Wish | null = null;
  /** Of the wish, as long as nothing was sent under it. */
  #freshKey: string | null = null;
  #claim: Claim | null = null;
  #isBusy = false;
  #lostAtMs = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  open(wager: Wager, quote: Quote): void {
    if (this.renew(wager, quote)) this.#tell({ step: 'idle' });
  }

  /**
   * What the next press buys, with a new key unless the last purchase may still come. False while one owes
   * its answer: that stays.
   */
  renew(wager: Wager, quote: Quote): boolean {
    if (this.#isBusy || this.#claim?.isOwed) return false;
    const text = JSON.stringify(wager);
    if (this.#claim === null && (this.#freshKey === null || this.#wish?.text !== text))
      this.#freshKey = this.#parts.newKey();
    this.#wish = { wager, text, quote };
    return true;
  }

  async buy(): Promise<void> {
    if (this.#isBusy || this.#wish === null || this.#claim?.isOwed) return;
    if (this.#state.step === 'nothing' && this.#state.isFresh) return;
    const { wager, text, quote } = this.#wish;
    const before = this.#claim;
    const key = before?.key ?? this.#freshKey ?? this.#parts.newKey();
    const isMixed = before !== null && (before.isMixed || before.wager !== text);
    const sent = { key, wager: text, quote, isMixed, isOwed: true };
    this.#setClaim(sent);
    this.#isBusy = true;
    this.#tell({ step: 'buying', slow: false, quote });
    void this.#parts.wait(slowMs).then(() => {
      if (this.#state.step === 'buying') this.#tell({ ...this.#state, slow: true });
    });
    const outcome = await outcomeOf(this.#parts.send(wager, key));
    this.#isBusy = false;
    if ('id' in outcome) return this.#finish(outcome, quote);
    if (!unknownCodes.includes(outcome.code)) return this.#refused(sent, outcome.code, before !== null);
    this.#lostAtMs = this.#parts.elapsedMs();
    return this.check();
  }

  /** Looks up what was bought, and buys nothing. */
  async check(): Promise<void> {
    const asked = this.#claim;
    if (this.#isBusy || asked === null || !asked.isOwed) return;
    this.#isBusy = true;
    this.#tell({ step: 'lost', asking: true, quote: asked.quote });
    const found = await this.#look(asked.key);
    this.#isBusy = false;
    if (found === 'unreachable') return this.#tell({ step: 'lost', asking: false, quote: asked.quote });
    if (found !== 'nothing') return this.#finish(found, asked.isMixed ? null : asked.quote);
    this.#setClaim({ ...asked, isOwed: false });
    const fresh = { step: 'nothing', isFresh: true, quote: asked.quote } as const;
    this.#tell(fresh);
    await this.#parts.wait(freshMs);
    if (this.#state === fresh) this.#tell({ ...fresh, isFresh: false });
    void this.#watch(watchAfterMs);
  }

  /** Goes on with what an earlier page of the same player left open. */
  async resume(kept: Claim): Promise<void> {
    if (this.#isBusy || this.#claim !== null) return;
    this.#claim = kept;
    this.#lostAtMs = this.#parts.elapsedMs();
    if (!kept.isOwed) return this.#watch([0, ...watchAfterMs]);
    this.#wish = { wager: JSON.parse(kept.wager) as Wager, text: kept.wager, quote: kept.quote };
    return this.check();
  }

  /** Another player is here: what is open is somebody else's. */
  forget(): void {
    if (this.#isBusy) return;
    this.#claim = null;
    this.#wish = null;
    this.#freshKey = null;
    this.#tell({ step: 'idle' });
  }

  /** The answer was read. What is still owed stays. */
  reset(): void {
    if (!this.#isBusy && !this.#claim?.isOwed) this.#tell({ step: 'idle' });
  }

  /** This request bought nothing; one that was sent before under its key may still come. */
  #refused(sent: Claim, code: string, hasEarlier: boolean): void {
    if (hasEarlier && code !== 'EC_DUPLICATE_VALUE') {
      this.#setClaim({ ...sent, isOwed: false });
      void this.#watch(watchAfterMs);
    } else {
      this.#setClaim(null);
      if (!passingCodes.includes(code)) this.#freshKey = null;
    }
    this.#tell({ step: 'refused', code, closeDate: sent.quote.closeDate });
  }

  /** That nothing was bought is known once nothing is found after the time in which a request may arrive. */
  async #look(key: string): Promise<Bought | 'nothing' | 'unreachable'> {
    for (let looks = 0; ; looks += 1) {
      const found = await outcomeOf(this.#parts.find(key));
      if ('id' in found) return found;
      const isQuiet = this.#parts.elapsedMs() - this.#lostAtMs >= quietMs;
      if (found.code === 'EC_NO_DATA_FOUND' && isQuiet) return 'nothing';
      const wait = lookAfterMs[looks];
      const isOtherSession = found.code === 'EC_AUTH_FAIL' || found.code === 'otherPlayer';
      if (wait === undefined || isOtherSession) return 'unreachable';
      await this.#parts.wait(wait);
    }
  }

  /** What comes after all is not left unsaid. */
  async #watch(waits: readonly number[]): Promise<void> {
    const watched = this.#claim;
    if (watched === null) return;
    const isOver = () => this.#isBusy || this.#claim?.key !== watched.key;
    for (const wait of waits) {
      await this.#parts.wait(wait);
      if (isOver()) return;
      const found = await outcomeOf(this.#parts.find(watched.key));
      if (isOver()) return;
      if ('id' in found) return this.#finish(found, watched.isMixed ? null : watched.quote);
    }
  }

  #finish({ id, type }: Bought, quote: Quote | null): void {
    this.#setClaim(null);
    this.#freshKey = null;
    this.#tell({ step: 'done', bought: { id, type }, quote });
  }

  #setClaim(claim: Claim | null): void {
    this.#claim = claim;
    this.#parts.keep(claim);
  }

  #tell(state: PurchaseState): void {
    this.#state = state;
    this.#parts.tell(state);
  }
}

async function outcomeOf(answer: Promise<Bought>): Promise<Bought | { code: string }> {
  try {
    return await answer;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return { code: error.code };
  }
}
