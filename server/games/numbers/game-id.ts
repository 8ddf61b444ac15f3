import { type GameId, isGameId } from '#rules/numbers/games.ts';
import { refuse } from '#server/platform/refusal.ts';

/** A game named by a client; refuses unknown ones. */
export function gameIdOf(text: string): GameId {
  return isGameId(text) ? text : refuse('EC_PRODUCTTYPE_NOT_FOUND');
}
