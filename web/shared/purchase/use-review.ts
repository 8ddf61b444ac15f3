/**
 * The review of the slip. It opens, after signing in if need be, and buys. A late answer opens it again.
 */
import { useCallback, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useOwnToAct } from '#web/personal/own-part.ts';
import { useAuthDialog } from '#web/shared/session/auth-dialog-context.ts';
import { useSession } from '#web/shared/session/session.ts';
import { followsSlip, type Purchase, type Quoted, type Step } from './moves.ts';
import { usePaidPurchase } from './use-paid-purchase.ts';
import { type Send, usePurchase } from './use-purchase.ts';

type Parts<W, Q> = {
  gameId: string;
  quote: Q;
  /** What the slip asks the server to sell; another function when that has changed. */
  wagerNow: () => W;
  send: Send<W>;
  isClosed: boolean;
  /** Whether the slip can be reviewed; otherwise it shows what it lacks. */
  isReady: () => boolean;
  /** Empties the slip: what was bought is not left lying there to be bought again. */
  clear: () => void;
  /** Called when the dialog has closed: what opened it may have been replaced by signing in. */
  focusWayOn: () => void;
};

/** Something else is on sale by now. */
const changedCodes: readonly string[] = ['EC_SALE_CLOSED', 'EC_INVALID_AMOUNT', 'EC_NO_DATA_FOUND'];

export function useReview<W, Q extends Quoted>({
  gameId,
  quote,
  wagerNow,
  send,
  isClosed,
  ...parts
}: Parts<W, Q>) {
  const { isReady, clear, focusWayOn } = parts;
  const player = useOwnToAct()?.player ?? null;
  const { ask } = useAuthDialog();
  const isSignedIn = useSession().player !== null && player !== null;
  /** For the page to know who signs in. */
  const [isWaiting, setWaiting] = useState(false);
  const { state, purchase } = usePurchase<W, Q>(gameId, player?.playerId ?? null, send);
  const { clearChanged, ...paid } = usePaidPurchase({ quote, wagerNow, isClosed, purchase });
  const [isOpen, setOpen] = useOpen(state.step, focusWayOn);
  useBought(state, quote, clear);

  // The review follows the slip, the draw and the price: the next press buys exactly the wager shown.
  const isShown = isOpen && followsSlip(state);
  useEffect(() => {
    if (isShown) purchase.renew(wagerNow(), quote);
  }, [isShown, quote, wagerNow, purchase]);

  const close = useCallback(() => {
    setOpen(false);
    clearChanged();
    purchase.close();
  }, [purchase, clearChanged, setOpen]);

  const waitForSignIn = useCallback(() => {
    setWaiting(true);
    close();
  }, [close]);
  useRefusal(state.refusal?.code, waitForSignIn);

  const open = (): void => {
    if (isClosed || !isReady()) return;
    purchase.review(wagerNow(), quote);
    setOpen(true);
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
    open,
    /** Opens sign-in; the review opens after it. */
    signIn: () => void ask('login', { keepsSlip: true }).then(setWaiting),
    check: purchase.check,
    close,
  };
}

/** Answers that open the dialog again, each once. */
const openedBy: Partial<Record<Step, 'lost' | 'nothing' | 'done'>> = {
  looking: 'lost',
  unknown: 'lost',
  paused: 'nothing',
  nothing: 'nothing',
  done: 'done',
};

/** Whether the dialog is open; an answer that comes later opens it again. */
function useOpen(step: Step, onClosed: () => void) {
  const { revalidate } = useRevalidator();
  const [isOpen, setOpen] = useState(false);
  const answer = openedBy[step];

  useEffect(() => {
    if (answer !== undefined) setOpen(true);
    if (answer === 'done') void revalidate();
  }, [answer, revalidate]);

  useEffect(() => (isOpen ? onClosed : undefined), [isOpen, onClosed]);

  return [isOpen, setOpen] as const;
}

/** @param onSignedOut called when the session has ended; the page says so, and slip and key are kept */
function useRefusal(code: string | undefined, onSignedOut: () => void): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (code !== undefined && changedCodes.includes(code)) void revalidate();
    if (code === 'EC_AUTH_FAIL') onSignedOut();
  }, [code, revalidate, onSignedOut]);
}

function useBought({ receipt }: Purchase<unknown>, quote: unknown, clear: () => void): void {
  const isBought = receipt !== null && JSON.stringify(receipt.quote) === JSON.stringify(quote);
  useEffect(() => {
    if (isBought) clear();
  }, [isBought, clear]);
}
