/** The football pools: 13 matches a program, of each a sign (1, X, 2) or the goals of both teams together. */

import { type GameIdOf, gameIdsOf } from '../games.ts';

export type PoolId = GameIdOf<'pools'>;
export const poolIds = gameIdsOf('pools');
export type TotoId = Exclude<PoolId, 'xg'>;

/** Programs of a group are played on the same weekday. */
export const groups = [
  { id: 'sat', game: 'totoeng' },
  { id: 'sun', game: 'totoeur' },
  { id: 'wed', game: 'totoeur' },
] as const satisfies readonly { id: string; game: TotoId }[];
export type GroupId = (typeof groups)[number]['id'];

export const matchCount = 13;
/** Rows that are marked one by one, or in xg panels. */
export const panelsMax = 10;
export const rowsMax = 20_000;
/** Of one player. */
export const programRowsMax = 30_000;
/** So many matches without a result of their own void a program. */
export const voidLotCount = 7;

export const signs = ['1', 'X', '2'] as const;
export const goals = ['0', '1', '2', '3', '4', '5', '6', '7+'] as const;
export type Sign = (typeof signs)[number];

/** What a match can end with, as players write it. */
export function outcomesOf(game: PoolId): readonly string[] {
  return game === 'xg' ? goals : signs;
}

/** The place of a score after regular time among the outcomes. */
export function outcomeOfScore(game: PoolId, home: number, away: number): number {
  if (game === 'xg') return Math.min(home + away, goals.length - 1);
  return home > away ? 0 : home === away ? 1 : 2;
}
