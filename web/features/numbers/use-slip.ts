/** The slip of a game in the browser: kept for the session, and what was taken from it can be taken back. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { keepSlip, readKeptSlip } from '#web/shared/purchase/kept-slip.ts';
import { tabStore } from '#web/ui/browser-store.ts';
import { emptySlip, isBegun, type Matrix, readSlip, type Slip } from './slip.ts';
import { type Act, begin, changed, type Desk, deskWith, heard, tried, undone } from './undo.ts';

/** `act`: what the change is called if it takes something away. */
export type UpdateSlip = (change: (slip: Slip) => Slip, act?: Act) => void;

export type SlipDesk = Pick<Desk, 'slip' | 'told' | 'isPickOff'> & {
  /** What `undo` can take back, the next one last. */
  acts: readonly Act[];
  update: UpdateSlip;
  undo: () => void;
  /** What was told has been heard. */
  hear: () => void;
  /** An empty slip, with nothing to take back. */
  clear: () => void;
};

function keep(gameId: string, slip: Slip): void {
  keepSlip(tabStore, gameId, slip, isBegun(slip));
}

type Start = {
  gameId: string;
  matrix: Matrix;
  /** What stands there when the page comes. */
  first: Slip | null;
  /** The slip that is asked for instead of the kept one; null for the kept one. */
  asked: () => Slip | null;
};

/** @param given of the page as it came; later ones are not looked at */
export function useSlip(given: Start): SlipDesk {
  const [start] = useState(given);
  const [desk, setDesk] = useState(() => deskWith(start.first ?? emptySlip));
  const [isRead, setRead] = useState(false);
  const { slip, told, done, isPickOff } = desk;

  useEffect(() => {
    const kept = readSlip(readKeptSlip(tabStore, start.gameId), start.matrix);
    const begun = tried(deskWith(kept ?? emptySlip), () => begin(kept, start.asked()));
    // Before the address says nothing of it any more: the page may be left at any time.
    keep(start.gameId, begun.slip);
    setDesk(begun);
    setRead(true);
  }, [start]);

  useEffect(() => {
    if (isRead) keep(start.gameId, slip);
  }, [slip, isRead, start]);

  return {
    slip,
    told,
    isPickOff,
    acts: useMemo(() => done.map(({ act }) => act), [done]),
    update: useCallback(
      (change, act) => setDesk((old) => tried(old, () => changed(old, change(old.slip), act), act)),
      [],
    ),
    undo: useCallback(() => setDesk((old) => undone(old, start.matrix)), [start]),
    hear: useCallback(() => setDesk(heard), []),
    clear: useCallback(() => setDesk(deskWith(emptySlip)), []),
  };
}
