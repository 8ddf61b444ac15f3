/**
 * How all rows of a program stand while its matches are played, from its sealed book: rows by how many of the
 * known outcomes they have wrong, none wrong first. Once all matches have begun these are the winners of each
 * tier if it ended now.
 */
import { matchCount } from '#rules/pools/games.ts';
import type { Block } from '#server/draws/seal/book.ts';
import { addRights, type Counted } from './engine-a.ts';

export function programStanding(counted: Counted, blocks: Iterable<Block>): number[] {
  const known = counted.result.filter((outcome) => outcome !== null).length;
  const rights = new Array<number>(matchCount + 1).fill(0);
  for (const block of blocks) addRights(counted, block, rights);
  return Array.from({ length: known + 1 }, (_, misses) => rights[known - misses] as number);
}
