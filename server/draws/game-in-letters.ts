/** A game as the values of a letter name it. */
import type { Words } from '#contract/described.ts';
import type { Showing } from './showing.ts';

export type GameInLetters = { game: string } | { game: Words; gameIn: Words };

export function gameInLetters({ names }: Showing, game: string): GameInLetters {
  const own = names(game);
  return own ? { game: own.name, gameIn: own.nameIn } : { game };
}
