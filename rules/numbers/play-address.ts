/**
 * A slip in the address of the play page: `rows=3-17-22-41-44b4-9_1-2-3-4-5b4-9`, `joker=01234`, `system=7`.
 * What does not parse is left out and told, never an error page.
 */

import { readTyped } from '../values/typed.ts';
import { type GameId, isSystemSize, rowsMax } from './games.ts';
import { formatJoker, parseJoker } from './joker.ts';
import type { RuleVersion } from './versions.ts';
import { checkRow, type WagerRow } from './wager.ts';

export type PlaySlip = {
  readonly rows: readonly WagerRow[];
  readonly joker: readonly number[] | null;
  /** 0: none. */
  readonly system: number;
};

export type PlayParameter = 'rows' | 'joker' | 'system';
export type PlayAddress = PlaySlip & { readonly leftOut: readonly PlayParameter[] };

/**
 * @param version of the draw on sale
 * @param parameters the raw texts of the query; absent or empty means not given
 */
export function parsePlayAddress(
  gameId: GameId,
  version: RuleVersion,
  parameters: Readonly<Partial<Record<PlayParameter, string | null | undefined>>>,
): PlayAddress {
  const leftOut: PlayParameter[] = [];
  const system = parseSystem(gameId, readTyped(parameters.system ?? ''));
  if (system === null) leftOut.push('system');
  const { rows, isWhole } = parseRows(version, readTyped(parameters.rows ?? ''), system ?? 0);
  if (!isWhole) leftOut.push('rows');
  const joker = parseJoker(readTyped(parameters.joker ?? ''));
  if (parameters.joker && !joker) leftOut.push('joker');
  return { rows, joker, system: system ?? 0, leftOut };
}

/** The query without `?`, parameters in a fixed order; empty for an empty slip. */
export function formatPlayAddress({ rows, joker, system }: PlaySlip): string {
  const parts: string[] = [];
  if (rows.length > 0) parts.push(`rows=${rows.map(formatRow).join('_')}`);
  if (joker) parts.push(`joker=${formatJoker(joker)}`);
  if (system) parts.push(`system=${system}`);
  return parts.join('&');
}

function parseSystem(gameId: GameId, text: string): number | null {
  if (text === '' || text === '0') return 0;
  return /^\d{1,2}$/.test(text) && isSystemSize(gameId, Number(text)) ? Number(text) : null;
}

function parseRows(
  version: RuleVersion,
  text: string,
  system: number,
): { rows: WagerRow[]; isWhole: boolean } {
  if (text === '') return { rows: [], isWhole: true };
  const given = text.split('_').map(parseRow);
  const good = given.filter((row) => row !== null && checkRow(version, row, system) === null) as WagerRow[];
  const rows = good.slice(0, system ? 1 : rowsMax);
  return { rows, isWhole: rows.length === given.length };
}

/** Null when the text is not numbers with `-`, and extra numbers after `b`. */
function parseRow(text: string): WagerRow | null {
  const match = /^(\d{1,2}(?:-\d{1,2})*)(?:b(\d{1,2}(?:-\d{1,2})*))?$/i.exec(text);
  if (!match) return null;
  const [, numbers = '', bonus] = match;
  return bonus === undefined
    ? { numbers: sorted(numbers) }
    : { numbers: sorted(numbers), bonusNumbers: sorted(bonus) };
}

function sorted(text: string): number[] {
  return text
    .split('-')
    .map(Number)
    .sort((a, b) => a - b);
}

function formatRow({ numbers, bonusNumbers = [] }: WagerRow): string {
  return numbers.join('-') + (bonusNumbers.length > 0 ? `b${bonusNumbers.join('-')}` : '');
}
