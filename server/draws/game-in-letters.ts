/** A game as the values of a letter name it. */
import type { Words } from '#contract/described.ts';
import type { Showing } from './showing.ts';

export type GameInLetters = ({ game: string } | { game: Words; gameIn: Words }) & { held?: 'round' };

export function gameInLetters({ names, hasRounds }: Showing, game: string): GameInLetters {
  const own = names(game);
  const named = own ? { game: own.name, gameIn: own.nameIn } : { game };
  return hasRounds ? { ...named, held: 'round' } : named;
}
