/**
 * The review of the slip: opens for it, after signing in on the way if need be, buys, and opens again where
 * an answer comes later.
 */
import { startTransition, useCallback, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { affiliateId } from '#web/affiliate.ts';
import { useAuthDialog } from '#web/ui/auth-dialog-context.ts';
import { usePayments } from '#web/ui/payments-context.ts';
import { useSession } from '#web/ui/session.ts';
import { useShell } from '#web/ui/shell.ts';
import { focusGrid, focusJoker, focusWayOn } from './focus.ts';
import type { Wager } from './purchase.ts';
import type { PlayDraw, Quote } from './quote.ts';
import { usePurchase } from './use-purchase.ts';

type Parts = {
  quote: Quote;
  draw: PlayDraw;
  isClosed: boolean;
  /** Empties the slip: what was bought is not left lying there to be bought again. */
  clear: () => void;
};

export function useReview({ quote: current, draw, isClosed, clear }: Parts) {
  const { revalidate } = useRevalidator();
  const { player } = useShell();
  const { ask } = useAuthDialog();
  const payments = usePayments();
  const isSignedIn = useSession().player !== null && player !== null;
  const [isOpen, setOpen] = useState(false);
  /** For the page to know who signs in. */
  const [isWaiting, setWaiting] = useState(false);
  const [isJokerAsked, setJokerAsked] = useState(false);
  /** What was to be bought when the money for it was on its way. */
  const [paidFor, setPaidFor] = useState<string | null>(null);
  /** The money came, and something else is on sale by now. */
  const [isChanged, setChanged] = useState(false);
  const { state, purchase } = usePurchase(player?.playerId ?? null);
  const { step } = state;
  const code = state.step === 'refused' ? state.code : null;
  const isSlipBought = state.step === 'done' && JSON.stringify(state.quote) === JSON.stringify(current);

  useEffect(() => {
    if (step === 'lost' || step === 'nothing' || step === 'done') setOpen(true);
    if (step === 'done') void revalidate();
  }, [step, revalidate]);

  // The dialog gives the focus back to what opened it, which signing in may have replaced.
  useEffect(() => {
    if (isOpen) return focusWayOn;
  }, [isOpen]);

  useEffect(() => {
    if (isSlipBought) clear();
  }, [isSlipBought, clear]);

  const close = useCallback(() => {
    setOpen(false);
    setChanged(false);
    purchase.reset();
  }, [purchase]);

  useEffect(() => {
    // The session ended meanwhile, and the frame says so; slip and key are kept.
    if (code === 'EC_AUTH_FAIL') setWaiting(true);
    if (code === 'EC_AUTH_FAIL') close();
    if (code === 'EC_SALE_CLOSED') void revalidate();
  }, [code, revalidate, close]);

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

  // The same draw at the same price alone: otherwise the money stays on the balance, and it is reviewed anew.
  useEffect(() => {
    if (paidFor === null) return;
    setPaidFor(null);
    const wager = wagerOf(current, draw);
    if (JSON.stringify(wager) === paidFor && !isClosed) return void purchase.buy();
    setChanged(true);
    purchase.open(wager, current);
  }, [paidFor, current, draw, isClosed, purchase]);

  return {
    state,
    isOpen,
    isChanged,
    isJokerAsked,
    open,
    /** Asks who one is, and goes on from there. */
    signIn: () => void ask('login', { keepsSlip: true }).then(setWaiting),
    buy: () => {
      setChanged(false);
      void purchase.buy();
    },
    /** Deposits what the balance lacks, and buys. */
    deposit: async (ticket: { price: number; missing: number }): Promise<void> => {
      const wanted = JSON.stringify(wagerOf(current, draw));
      if (!(await payments.ask({ form: 'deposit', ticket }))) return;
      await revalidate();
      // With what was read just now, which the router shows no sooner.
      startTransition(() => setPaidFor(wanted));
    },
    check: () => void purchase.check(),
    close,
  };
}

function wagerOf({ rows, joker, system, draws, days, total }: Quote, draw: PlayDraw): Wager {
  const affiliate = affiliateId();
  return {
    gameId: draw.gameId,
    draw: draw.draw,
    rows: rows.map(({ numbers, bonusNumbers, isQuickPick }) => ({
      numbers: [...numbers],
      ...(bonusNumbers.length > 0 && { bonusNumbers: [...bonusNumbers] }),
      isQuickPick,
    })),
    stake: total,
    channel: window.innerWidth <= 1024 ? 'mobile' : 'web',
    // It is sent after the terms were accepted.
    ...(days === null
      ? { drawCount: draws }
      : { subscriptionDrawDays: [...days], acceptedSubscriptionTerms: true }),
    ...(joker && { joker }),
    ...(system > 0 && { system }),
    ...(affiliate !== undefined && { affiliateId: affiliate }),
  };
}
