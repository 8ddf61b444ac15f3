/**
 * A purchase from the open review to its final answer (decisions §1, ux.md §3). The key is made when the
 * review opens and kept until an answer is final; a lost answer is repeated with the same key, so a ticket
 * is bought once at most.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { isApiError } from '#web/api.ts';
import { type ApiRequestOf, browserApi } from '#web/browser-api.ts';
import { randomKey } from './browser-random.ts';

export type Wager = ApiRequestOf<'lotto.buy'>['body'];

export type PurchaseState =
  | { step: 'idle' }
  /** `slow` after three seconds without an answer. */
  | { step: 'buying'; slow: boolean }
  /** The answer was lost; the same purchase is being asked about again. */
  | { step: 'lost'; asking: boolean }
  | { step: 'refused'; code: string }
  | { step: 'done'; ticketId: string };

const slowMs = 3_000;
const repeatAfterMs = [1_000, 2_000, 4_000, 8_000] as const;
const pendingKey = 'hending.purchase';

/** Answers after which it is not known whether the ticket was bought. */
const unknownCodes: readonly string[] = ['EC_NETWORK_ERROR', 'EC_INTERNAL_ERROR', 'EC_EXCEPTION', 'UNKNOWN'];
/** Answers that end nothing: the same purchase may be asked for again, with the same key. */
const passingCodes: readonly string[] = [...unknownCodes, 'EC_SYSTEM_CLOSED', 'EC_AUTH_FAIL'];

export function usePurchase(onDone: (ticketId: string) => void) {
  const [state, setState] = useState<PurchaseState>({ step: 'idle' });
  const key = useRef<string | null>(null);
  const wager = useRef<string>('');
  const isBusy = useRef(false);
  /** True while it is not known whether `wager` was bought. */
  const isOwed = useRef(false);

  /** A new key unless the last purchase still owes its answer: that one is settled first. */
  const open = useCallback((next: Wager): void => {
    if (isOwed.current) return;
    const text = JSON.stringify(next);
    if (key.current === null || wager.current !== text) key.current = randomKey();
    wager.current = text;
    setState({ step: 'idle' });
  }, []);

  const buy = useCallback(async (): Promise<void> => {
    if (isBusy.current || key.current === null) return;
    isBusy.current = true;
    isOwed.current = true;
    setState((old) =>
      old.step === 'lost' ? { step: 'lost', asking: true } : { step: 'buying', slow: false },
    );
    const slow = setTimeout(() => {
      setState((old) => (old.step === 'buying' ? { step: 'buying', slow: true } : old));
    }, slowMs);
    sessionStorage.setItem(pendingKey, JSON.stringify({ key: key.current, wager: wager.current }));
    const outcome = await ask(key.current, wager.current, () => setState({ step: 'lost', asking: true }));
    clearTimeout(slow);
    isBusy.current = false;
    isOwed.current = 'code' in outcome && unknownCodes.includes(outcome.code);
    if (!isOwed.current) sessionStorage.removeItem(pendingKey);
    if (!('code' in outcome) || !passingCodes.includes(outcome.code)) key.current = null;
    if ('ticketId' in outcome) {
      setState({ step: 'done', ticketId: outcome.ticketId });
      onDone(outcome.ticketId);
    } else if (unknownCodes.includes(outcome.code)) setState({ step: 'lost', asking: false });
    else setState({ step: 'refused', code: outcome.code });
  }, [onDone]);

  const reset = useCallback((): void => setState({ step: 'idle' }), []);

  // A purchase whose answer was lost with the page itself is asked about on the next one (checklist 149).
  useEffect(() => {
    const kept = readPending();
    if (kept === null) return;
    key.current = kept.key;
    wager.current = kept.wager;
    isOwed.current = true;
    setState({ step: 'lost', asking: false });
  }, []);

  return { state, open, buy, reset };
}

type Outcome = { ticketId: string } | { code: string };

/** Asks until there is an answer, four times more at most; `onLost` when the first answer does not come. */
async function ask(key: string, wager: string, onLost: () => void): Promise<Outcome> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const body = JSON.parse(wager) as Wager;
      const { id } = await browserApi('lotto.buy', { body }, { idempotencyKey: key });
      return { ticketId: id };
    } catch (error) {
      if (!isApiError(error)) throw error;
      const wait = repeatAfterMs[attempt];
      if (error.code !== 'EC_NETWORK_ERROR' || wait === undefined) return { code: error.code };
      onLost();
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

function readPending(): { key: string; wager: string } | null {
  try {
    return JSON.parse(sessionStorage.getItem(pendingKey) ?? 'null') as { key: string; wager: string } | null;
  } catch {
    return null;
  }
}
