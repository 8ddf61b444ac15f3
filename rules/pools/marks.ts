/** The marks of a coupon as purchases and saved coupons write them: `panels`, `system`, `panelU`. */
import type { PoolId } from './games.ts';
import { formatPicks, formatSigns, parseBaseSigns, parsePicks } from './panels.ts';
import { outcomeCount, type Picks } from './picks.ts';
import { openSystem, systemOf } from './systems.ts';

export type Marks = {
  readonly rows: readonly Picks[];
  /** Id of an S or U system; empty without one. */
  readonly system: string;
  /** Base sign of each match as a mask, 0 for none. */
  readonly base: Picks;
};

export type WrittenMarks = {
  readonly panels: string;
  /** O where a row has several signs in a match. */
  readonly system?: string | undefined;
  readonly panelU?: string | undefined;
};

export function writeMarks(game: PoolId, { rows, system: id, base }: Marks): WrittenMarks {
  const panels = rows.map((picks) => formatPicks(game, picks)).join('|');
  const isOpen = rows.some((picks) => picks.some((mask) => outcomeCount(mask) > 1));
  const system = systemOf(id);
  if (game === 'xg' || (!system && !isOpen)) return { panels };
  if (!system) return { panels, system: openSystem.id };
  return { panels, system: id, ...(system.type === 'U' && { panelU: formatSigns(base) }) };
}

/** Null where they cannot be read. What a game takes of them, its page knows. */
export function readMarks(game: PoolId, { panels, system = '', panelU }: WrittenMarks): Marks | null {
  const rows = panels.split('|').map((text) => parsePicks(game, text));
  const base = panelU === undefined ? rows[0]?.map(() => 0) : parseBaseSigns(panelU);
  if (!base || rows.some((row) => row === null)) return null;
  return { rows: rows as number[][], system: systemOf(system)?.id ?? '', base };
}
