/**
 * The marks of a coupon as the query of its play page: `program=totoeng-4633&rows=D1AX…_111…&system=S-4-0-9`,
 * base signs as `base=1--…`; goals as `rows=2.3-1-0…`, where 7 stands for seven and more.
 */

import { goals, type PoolId } from './games.ts';
import type { Marks } from './marks.ts';
import { formatSigns, parseBaseSigns, parseSigns } from './panels.ts';
import { outcomesIn, type Picks } from './picks.ts';

/** `programId` is empty for marks of no program: whichever is open takes them. */
export type PlayAddress = Marks & { readonly programId: string };

export function formatPlayAddress(game: PoolId, { programId, rows, system, base }: PlayAddress): string {
  const query = [`rows=${formatRows(game, rows)}`];
  if (programId !== '') query.unshift(`program=${programId}`);
  if (system !== '') query.push(`system=${system}`);
  if (base.some((mask) => mask > 0)) query.push(`base=${formatSigns(base)}`);
  return query.join('&');
}

/** The rows alone. */
export function formatRows(game: PoolId, rows: readonly Picks[]): string {
  return rows.map(game === 'xg' ? formatGoals : formatSigns).join('_');
}

export type PlayParameter = 'program' | 'rows' | 'system' | 'base';

/** Null where there are no rows, or one of them cannot be read. What a game takes of it, its page knows. */
export function parsePlayAddress(
  game: PoolId,
  parameters: Readonly<Partial<Record<PlayParameter, string | null>>>,
): PlayAddress | null {
  const read = game === 'xg' ? parseGoals : parseSigns;
  const rows = (parameters.rows ?? '').split('_').map(read);
  const base = parameters.base ? parseBaseSigns(parameters.base) : rows[0]?.map(() => 0);
  if (!base || rows.some((row) => row === null)) return null;
  return {
    programId: parameters.program ?? '',
    rows: rows as number[][],
    ...{ system: parameters.system ?? '', base },
  };
}

const formatGoals = (picks: Picks): string => picks.map((mask) => outcomesIn(mask).join('.')).join('-');

function parseGoals(text: string): number[] | null {
  const picks = text
    .split('-')
    .map((field) =>
      field
        .split('.')
        .reduce((mask, goal) => (/^[0-7]$/.test(goal) ? mask | (1 << Number(goal)) : Number.NaN), 0),
    );
  const isRow = picks.every((mask) => Number.isInteger(mask) && mask > 0 && mask < 1 << goals.length);
  return picks.length === 13 && isRow ? picks : null;
}
