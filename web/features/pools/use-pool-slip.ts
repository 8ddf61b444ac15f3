/** The slip of a program in the browser: kept for the session; the last loss of marks can be taken back. */
import { useCallback, useEffect, useState } from 'react';
import { albertPick, quickPick } from '#rules/pools/quick-pick.ts';
import { RandomFailure } from '#rules/values/random-health.ts';
import { nextUint32 } from '#web/shared/games/browser-random.ts';
import { keepSlip, readKeptSlip } from '#web/shared/purchase/kept-slip.ts';
import { tabStore } from '#web/ui/browser-store.ts';
import { type Given, slipOf } from './given.ts';
import type { PlayProgram } from './program.ts';
import {
  activeRow,
  emptyRow,
  emptySlip,
  isBegun,
  isCompleteRow,
  readSlip,
  type Slip,
  setRow,
} from './slip.ts';

/** What took marks away. */
export type Act = 'cleared' | 'replaced' | 'rowRemoved';

/** `turn` tells two acts of the same name apart. */
type Undo = { act: Act; before: Slip; turn: number };

/** `albert`: outcomes come as often as their chances; `uniform`: all are equally likely. */
export type PickBy = 'albert' | 'uniform';

type State = {
  slip: Slip;
  undo: Undo | null;
  /** The source of chance has failed its tests: nothing was marked. */
  isPickOff: boolean;
  isRead: boolean;
};

export type SlipDesk = Pick<State, 'slip' | 'undo' | 'isPickOff'> & {
  /** `act`: what the change is called if it takes marks away. */
  update: (change: (slip: Slip) => Slip, act?: Act) => void;
  /** Marks what is unmarked in the active row, all anew where nothing is. */
  fillBy: (by: PickBy) => void;
  takeBack: () => void;
  /** The act has been read. */
  forget: () => void;
  clear: () => void;
};

/** Each program has a slip of its own: marks are for its matches. */
const placeOf = ({ gameId, programId }: PlayProgram) => `${gameId}.${programId}`;

export function usePoolSlip(program: PlayProgram, given: Given): SlipDesk {
  const { gameId, programId } = program;
  const place = placeOf(program);
  const [{ isRead, ...state }, setState] = useState<State>(begun(emptySlip));
  const { slip } = state;

  useEffect(() => {
    const kept = begun(readSlip(readKeptSlip(tabStore, place), gameId) ?? emptySlip);
    const asked = slipOf(given, { gameId, programId });
    setState({ ...(asked ? changed(kept, asked, 'replaced') : kept), isRead: true });
  }, [place, gameId, programId, given]);

  useEffect(() => {
    if (isRead) keepSlip(tabStore, place, slip, isBegun(slip));
  }, [slip, isRead, place]);

  return {
    ...state,
    update: useCallback((change, act) => setState((old) => changed(old, change(old.slip), act)), []),
    fillBy: useCallback((by) => setState((old) => filled(old, program, by)), [program]),
    takeBack: useCallback(
      () => setState((old) => (old.undo ? { ...old, slip: old.undo.before, undo: null } : old)),
      [],
    ),
    forget: useCallback(() => setState((old) => ({ ...old, undo: null })), []),
    clear: useCallback(() => setState((old) => ({ ...begun(emptySlip), isRead: old.isRead })), []),
  };
}

const begun = (slip: Slip): State => ({ slip, undo: null, isPickOff: false, isRead: false });

function changed(old: State, slip: Slip, act?: Act): State {
  const turn = (old.undo?.turn ?? 0) + 1;
  const isLoss = act !== undefined && slip !== old.slip && isBegun(old.slip);
  return { ...old, slip, undo: isLoss ? { act, before: old.slip, turn } : null, isPickOff: false };
}

function filled(old: State, { gameId, matches }: PlayProgram, by: PickBy): State {
  const row = activeRow(old.slip);
  const isAnew = isCompleteRow(row);
  const marked = isAnew ? emptyRow : row;
  const chances = matches.map((match) => match.chances);
  try {
    const picks =
      by === 'albert' ? albertPick(marked, chances, nextUint32) : quickPick(gameId, marked, nextUint32);
    return changed(old, setRow(old.slip, picks), isAnew ? 'replaced' : undefined);
  } catch (error) {
    if (!(error instanceof RandomFailure)) throw error;
    return { ...old, isPickOff: true };
  }
}
