/** The slip of a game in the browser: kept for the session, filled from the address. */
import { useCallback, useEffect, useState } from 'react';
import { emptySlip, type Matrix, readSlip, type Slip } from './slip.ts';

export type UpdateSlip = (change: (slip: Slip) => Slip) => void;

const keyOf = (gameId: string): string => `hending.slip.${gameId}`;

/**
 * `given` is what the address asks for; without it the kept slip comes back once the page lives
 * in the browser.
 */
export function useSlip(gameId: string, matrix: Matrix, given: Slip | null): [Slip, UpdateSlip] {
  const [slip, setSlip] = useState<Slip>(given ?? emptySlip);
  const [isRead, setRead] = useState(false);

  useEffect(() => {
    const kept = given === null ? readSlip(sessionStorage.getItem(keyOf(gameId)), matrix) : null;
    if (kept !== null) setSlip(kept);
    setRead(true);
  }, [gameId, matrix, given]);

  useEffect(() => {
    if (isRead) sessionStorage.setItem(keyOf(gameId), JSON.stringify(slip));
  }, [slip, isRead, gameId]);

  return [slip, useCallback((change) => setSlip(change), [])];
}
