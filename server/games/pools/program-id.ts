/** Programs as the public names them: `totoeng-4633`. */
import { type PoolId, poolIds, type TotoId } from '#rules/pools/games.ts';
import { refuse } from '#server/platform/refusal.ts';

export type PoolKindName = 'toto' | 'xg';
export type ProgramName = { game: PoolId; number: number };

export const programIdOf = ({ game, number }: { game: string; number: number }): string =>
  `${game}-${number}`;

/** Refuses with EC_NO_DATA_FOUND what names no program of the kind. */
export function programNamed(kind: PoolKindName, programId: string): ProgramName {
  const [, game, number] = /^([a-z]+)-([1-9]\d{0,5})$/.exec(programId) ?? [];
  const poolId = poolIds.find((id) => id === game);
  if (!poolId || (poolId === 'xg') !== (kind === 'xg')) return refuse('EC_NO_DATA_FOUND');
  return { game: poolId, number: Number(number) };
}

/** Refuses with EC_PRODUCTTYPE_NOT_FOUND what is no game of signs. */
export function totoGameOf(text: string): TotoId {
  return text === 'totoeng' || text === 'totoeur' ? text : refuse('EC_PRODUCTTYPE_NOT_FOUND');
}
