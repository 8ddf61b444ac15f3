/**
 * The review of the slip: opens for it, after signing in on the way if need be, buys, and opens again where
 * an answer comes later.
 */

import { useCallback, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useOwnToAct } from '#web/personal/own-part.ts';
import { useAuthDialog } from '#web/shared/session/auth-dialog-context.ts';
import { useSession } from '#web/shared/session/session.ts';
import { focusGrid, focusJoker, focusWayOn } from './focus.ts';
import type { Purchase, PurchaseState } from './purchase.ts';
import type { PlayDraw, Quote } from './quote.ts';
import { usePaidPurchase } from './use-paid-purchase.ts';
import { usePurchase } from './use-purchase.ts';
import { wagerOf } from './wager.ts';

type Parts = {
  quote: Quote;
  draw: PlayDraw;
  isClosed: boolean;
  /** Empties the slip: what was bought is not left lying there to be bought again. */
  clear: () => void;
};

/** Something else is on sale by now. */
const changedCodes: readonly string[] = ['EC_SALE_CLOSED', 'EC_INVALID_AMOUNT', 'EC_NO_DATA_FOUND'];

export function useReview({ quote: current, draw, isClosed, clear }: Parts) {
  const player = useOwnToAct()?.player ?? null;
  const { ask } = useAuthDialog();
  const isSignedIn = useSession().player !== null && player !== null;
  /** For the page to know who signs in. */
  const [isWaiting, setWaiting] = useState(false);
  const [isJokerAsked, setJokerAsked] = useState(false);
  const { state, purchase } = usePurchase(player?.playerId ?? null);
  const { clearChanged, ...paid } = usePaidPurchase({ quote: current, draw, isClosed, purchase });
  const { step } = state;
  const [isOpen, setOpen] = useOpen(step);
  useBoughtSlip(state, current, clear);
  useShownWager(isOpen && (step === 'idle' || step === 'refused'), { current, draw, purchase });

  const close = useCallback(() => {
    setOpen(false);
    clearChanged();
    purchase.reset();
  }, [purchase, clearChanged, setOpen]);

  const waitForSignIn = useCallback(() => {
    setWaiting(true);
    close();
  }, [close]);
  useRefusal(state, waitForSignIn);

  const open = (): void => {
    if (isClosed) return;
    setJokerAsked(current.total > 0 && current.jokerLeft > 0);
    // Nothing to review yet: to the numbers, where the row says how many it lacks.
    if (current.total === 0) focusGrid();
    else if (current.jokerLeft > 0) focusJoker();
    else {
      purchase.open(wagerOf(current, draw), current);
      setOpen(true);
    }
  };

  useEffect(() => {
    if (!isWaiting || !isSignedIn) return;
    setWaiting(false);
    open();
  });

  return {
    state,
    ...paid,
    isOpen,
    isJokerAsked,
    open,
    /** Asks who one is, and goes on from there. */
    signIn: () => void ask('login', { keepsSlip: true }).then(setWaiting),
    check: () => void purchase.check(),
    close,
  };
}

/** Whether the dialog is open; an answer that comes later opens it again. */
function useOpen(step: PurchaseState['step']) {
  const { revalidate } = useRevalidator();
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (step === 'lost' || step === 'nothing' || step === 'done') setOpen(true);
    if (step === 'done') void revalidate();
  }, [step, revalidate]);

  // The dialog gives the focus back to what opened it, which signing in may have replaced.
  useEffect(() => (isOpen ? focusWayOn : undefined), [isOpen]);

  return [isOpen, setOpen] as const;
}

/** @param onSignedOut called when the session has ended; the page says so, and slip and key are kept */
function useRefusal(state: PurchaseState, onSignedOut: () => void): void {
  const { revalidate } = useRevalidator();
  const code = state.step === 'refused' ? state.code : null;
  useEffect(() => {
    if (code !== null && changedCodes.includes(code)) void revalidate();
    if (code === 'EC_AUTH_FAIL') onSignedOut();
  }, [code, revalidate, onSignedOut]);
}

type Shown = { current: Quote; draw: PlayDraw; purchase: Purchase };

/** What is shown is what the next press buys: also after the draw or a price has changed. */
function useShownWager(isShown: boolean, { current, draw, purchase }: Shown): void {
  useEffect(() => {
    if (isShown) purchase.renew(wagerOf(current, draw), current);
  }, [isShown, current, draw, purchase]);
}

/** What was bought is not left on the slip. */
function useBoughtSlip(state: PurchaseState, current: Quote, clear: () => void): void {
  const isBought = state.step === 'done' && JSON.stringify(state.quote) === JSON.stringify(current);
  useEffect(() => {
    if (isBought) clear();
  }, [isBought, clear]);
}
