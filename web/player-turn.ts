import { useState } from 'react';
import { useOwnToAct } from '#web/own.ts';

/**
 * Another number each time that another player follows one, as a key of forms: those of the first begin anew.
 * Signing in and out is no such change, since what was typed survives both.
 */
export function usePlayerTurn(): number {
  const playerId = useOwnToAct()?.player.playerId;
  const [last, setLast] = useState({ playerId, turn: 0 });
  if (playerId === undefined || playerId === last.playerId) return last.turn;
  const turn = last.turn + (last.playerId === undefined ? 0 : 1);
  setLast({ playerId, turn });
  return turn;
}
