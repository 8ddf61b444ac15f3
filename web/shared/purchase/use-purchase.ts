/** A purchase on the page of a game, kept over a lost page for that game and the player who made it. */
import { useEffect, useRef, useState } from 'react';
import { laterApi } from '#web/api/later-api.ts';
import { readJson, tabStore } from '#web/ui/browser-store.ts';
import { randomKey } from '#web/ui/random-key.ts';
import { type LastPurchase, lastPurchase } from './last-purchase.ts';
import { type Bought, type Claim, noPurchase, type Purchase, type Quoted } from './moves.ts';
import { type RunningPurchase, runPurchase } from './run-purchase.ts';

const answerMs = 30_000;
const lookMs = 5_000;

export type Send<W> = (
  wager: W,
  options: { idempotencyKey: string; timeoutMs: number; playerId?: string },
) => Promise<Bought>;

/** `gameId` and `send` are taken from the first call alone: each game has a page of its own. */
export function usePurchase<W, Q extends Quoted>(gameId: string, playerId: string | null, send: Send<W>) {
  const [state, setState] = useState<Purchase<Q>>(noPurchase);
  const player = useRef(playerId);
  const forPlayer = () => (player.current === null ? {} : { playerId: player.current });
  const [purchase] = useState<RunningPurchase<W, Q>>(() =>
    runPurchase<W, Q>({
      send: (wager, idempotencyKey) => send(wager, { ...forPlayer(), idempotencyKey, timeoutMs: answerMs }),
      find: (key) => laterApi('tickets.purchase', { query: { key } }, { ...forPlayer(), timeoutMs: lookMs }),
      newKey: randomKey,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      elapsedMs: () => performance.now(),
      keep: (claim) => keepClaim(gameId, player.current, claim),
      tell: (next) => {
        lastPurchase.set(unreadOf(next));
        setState(next);
      },
    }),
  );

  useEffect(() => {
    // The same player may sign in again.
    if (playerId === null) return;
    if (player.current !== null && player.current !== playerId) purchase.forget();
    player.current = playerId;
    const claim = readJson<Claim<Q>>(tabStore, keyOf(gameId, playerId));
    if (claim !== null) purchase.resume(claim);
  }, [gameId, playerId, purchase]);

  useEffect(() => {
    window.addEventListener('online', purchase.check);
    return () => window.removeEventListener('online', purchase.check);
  }, [purchase]);

  return { state, purchase };
}

function unreadOf({ step, receipt }: Purchase<unknown>): LastPurchase | null {
  if (receipt !== null) return { step: 'bought', bought: receipt.bought };
  const isSent = step === 'buying' || step === 'slow' || step === 'looking' || step === 'unknown';
  return isSent ? { step: 'sent' } : null;
}

const keyOf = (gameId: string, playerId: string): string => `hending.purchase.${gameId}.${playerId}`;

function keepClaim(gameId: string, playerId: string | null, claim: Claim<unknown> | null): void {
  if (playerId === null) return;
  if (claim === null) tabStore.remove(keyOf(gameId, playerId));
  else tabStore.write(keyOf(gameId, playerId), JSON.stringify(claim));
}
