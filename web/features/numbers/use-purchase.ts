/** A purchase on the play page, kept over a lost page for the player who made it. */
import { useEffect, useRef, useState } from 'react';
import { laterApi } from '#web/api/later-api.ts';
import { type LastPurchase, lastPurchase } from '#web/shared/tickets/last-purchase.ts';
import { readJson, tabStore } from '#web/ui/browser-store.ts';
import { randomKey } from '#web/ui/random-key.ts';
import { type Claim, Purchase, type PurchaseState } from './purchase.ts';

const answerMs = 30_000;
const lookMs = 5_000;

const keptAt = (playerId: string): string => `hending.purchase.${playerId}`;

export function usePurchase(playerId: string | null) {
  const [state, setState] = useState<PurchaseState>({ step: 'idle' });
  const player = useRef(playerId);
  const forPlayer = () => (player.current === null ? {} : { playerId: player.current });
  const [purchase] = useState(
    () =>
      new Purchase({
        send: (body, idempotencyKey) =>
          laterApi('lotto.buy', { body }, { ...forPlayer(), idempotencyKey, timeoutMs: answerMs }),
        find: (key) =>
          laterApi('tickets.purchase', { query: { key } }, { ...forPlayer(), timeoutMs: lookMs }),
        newKey: randomKey,
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        elapsedMs: () => performance.now(),
        keep: (claim) => keepClaim(player.current, claim),
        tell: (next) => {
          lastPurchase.set(unreadOf(next));
          setState(next);
        },
      }),
  );

  useEffect(() => {
    // Whoever signed out may sign in again.
    if (playerId === null) return;
    if (player.current !== null && player.current !== playerId) purchase.forget();
    player.current = playerId;
    const kept = readClaim(playerId);
    if (kept !== null) void purchase.resume(kept);
  }, [playerId, purchase]);

  useEffect(() => {
    const look = () => void purchase.check();
    window.addEventListener('online', look);
    return () => window.removeEventListener('online', look);
  }, [purchase]);

  return { state, purchase };
}

function unreadOf(state: PurchaseState): LastPurchase | null {
  if (state.step === 'done') return { step: 'bought', bought: state.bought };
  return state.step === 'buying' || state.step === 'lost' ? { step: 'sent' } : null;
}

function keepClaim(playerId: string | null, claim: Claim | null): void {
  if (playerId === null) return;
  if (claim === null) tabStore.remove(keptAt(playerId));
  else tabStore.write(keptAt(playerId), JSON.stringify(claim));
}

const readClaim = (playerId: string): Claim | null => readJson<Claim>(tabStore, keptAt(playerId));
