/** The slip of a program in the browser: kept for the session, and the last loss of marks can be taken back. */
import { useCallback, useEffect, useState } from 'react';
import { keepSlip, readKeptSlip } from '#web/shared/purchase/kept-slip.ts';
import { tabStore } from '#web/ui/browser-store.ts';
import type { PlayProgram } from './program.ts';
import { emptySlip, isBegun, readSlip, type Slip } from './slip.ts';

/** What took marks away. */
export type Act = 'cleared' | 'replaced' | 'rowRemoved';

/** `turn` tells two acts of the same name apart. */
type Undo = { act: Act; before: Slip; turn: number };

export type SlipDesk = {
  slip: Slip;
  undo: Undo | null;
  /** `act`: what the change is called if it takes marks away. */
  update: (change: (slip: Slip) => Slip, act?: Act) => void;
  takeBack: () => void;
  /** The act can no longer be taken back. */
  forget: () => void;
  clear: () => void;
};

type State = { slip: Slip; undo: Undo | null; isRead: boolean };

/** Each program has a slip of its own: marks are for its matches. */
const placeOf = ({ gameId, programId }: PlayProgram) => `${gameId}.${programId}`;

export function usePoolSlip(program: PlayProgram): SlipDesk {
  const { gameId } = program;
  const place = placeOf(program);
  const [{ slip, undo, isRead }, setState] = useState<State>({ slip: emptySlip, undo: null, isRead: false });

  useEffect(() => {
    const kept = readSlip(readKeptSlip(tabStore, place), gameId);
    setState({ slip: kept ?? emptySlip, undo: null, isRead: true });
  }, [place, gameId]);

  useEffect(() => {
    if (isRead) keepSlip(tabStore, place, slip, isBegun(slip));
  }, [slip, isRead, place]);

  return {
    slip,
    undo,
    update: useCallback((change, act) => {
      setState((old) => {
        const next = change(old.slip);
        const lost = act && next !== old.slip && isBegun(old.slip) ? act : null;
        const turn = (old.undo?.turn ?? 0) + 1;
        return { ...old, slip: next, undo: lost && { act: lost, before: old.slip, turn } };
      });
    }, []),
    takeBack: useCallback(
      () => setState((old) => (old.undo ? { ...old, slip: old.undo.before, undo: null } : old)),
      [],
    ),
    forget: useCallback(() => setState((old) => ({ ...old, undo: null })), []),
    clear: useCallback(() => setState((old) => ({ ...old, slip: emptySlip, undo: null })), []),
  };
}
