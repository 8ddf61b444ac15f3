import { useState } from 'react';
import { useOwnToAct } from './own-part.ts';

/**
 * Key for forms that changes when another player follows the first one, so that their forms start
 * empty. Signing in or out alone keeps the key, and with it the typed text.
 */
export function usePlayerTurn(): number {
  const playerId = useOwnToAct()?.player.playerId;
  const [last, setLast] = useState({ playerId, turn: 0 });
  if (playerId === undefined || playerId === last.playerId) return last.turn;
  const turn = last.turn + (last.playerId === undefined ? 0 : 1);
  setLast({ playerId, turn });
  return turn;
}
