/**
 * Systems of the 1X2 pools: fewer rows than all combinations of the marked signs, with a guarantee. S systems
 * promise so many right when every result is among the signs. U systems arrange their rows around a base
 * sign in each covered match, and promise more the more base signs come in. Which rows they are stands in
 * `system-words.ts`.
 */

import { matchesWith, type Picks } from './picks.ts';

export type SystemType = 'S' | 'U';

export type System = {
  /** As tickets and the sales book keep it. */
  readonly number: number;
  /** Type, triples, doubles and rows: `S-4-0-9`. */
  readonly id: string;
  readonly type: SystemType;
  readonly name: string;
  /** Matches with all three signs, and with two. */
  readonly full: number;
  readonly half: number;
  readonly rows: number;
  /**
   * Right results in the best row, at least, when every result is among the marked signs. Each single-sign
   * match that is wrong lowers it by one.
   */
  readonly guarantee: number;
  /** Of U systems the same by the number of base signs that come in, from none. */
  readonly guaranteeByBaseHits: readonly number[] | null;
};

/** Every combination of the marked signs. */
export const openSystem = { number: 1, id: 'O', name: 'Opinn seðill' } as const;

/** As `GET /toto/systems` names them; the rows of S and U systems never change once they are sold. */
export const systemTypes = [
  { id: openSystem.id, name: openSystem.name },
  { id: 'S', name: 'Sparnaðarkerfi' },
  { id: 'U', name: 'Útgangsmerkjakerfi' },
] as const;

/** In this order they are numbered: a new system is added at the end. */
const table: readonly (readonly [id: string, guarantee: number | readonly number[]])[] = [
  ['S-0-3-2', 12],
  ['S-3-0-5', 12],
  ['S-0-5-7', 12],
  ['S-3-1-9', 12],
  ['S-4-0-9', 12],
  ['S-0-6-12', 12],
  ['S-0-7-16', 12],
  ['S-1-5-16', 12],
  ['S-3-2-16', 12],
  ['S-4-1-18', 12],
  ['S-3-3-24', 12],
  ['S-4-4-144', 12],
  ['S-5-0-8', 11],
  ['S-0-8-12', 11],
  ['S-2-5-12', 11],
  ['S-0-9-16', 11],
  ['S-6-0-17', 11],
  ['S-4-3-18', 11],
  ['S-4-4-24', 11],
  ['S-7-0-36', 11],
  ['S-8-0-81', 11],
  ['S-4-7-144', 11],
  ['S-7-3-216', 11],
  ['S-9-0-243', 11],
  ['S-11-0-729', 11],
  ['S-0-11-16', 10],
  ['S-8-0-27', 10],
  ['S-0-13-64', 10],
  ['S-9-0-72', 10],
  ['S-8-3-162', 10],
  ['U-5-0-12', [9, 10, 11, 12, 12, 12]],
  ['U-0-8-16', [7, 8, 9, 10, 11, 12, 12, 12, 12]],
  ['U-4-4-16', [8, 7, 8, 9, 10, 11, 12, 12, 12]],
  ['U-4-5-18', [7, 7, 8, 8, 9, 10, 11, 12, 12, 12]],
  ['U-5-0-20', [11, 11, 12, 12, 12, 12]],
  ['U-5-3-20', [8, 8, 8, 9, 10, 11, 12, 12, 12]],
  ['U-6-0-20', [9, 9, 10, 11, 12, 12, 12]],
  ['U-0-9-22', [8, 7, 8, 9, 10, 11, 12, 12, 12, 12]],
  ['U-0-7-29', [8, 9, 10, 11, 12, 13, 13, 13]],
  ['U-8-0-34', [8, 8, 8, 9, 10, 11, 12, 12, 13]],
  ['U-6-0-36', [9, 10, 11, 12, 12, 12, 12]],
  ['U-5-0-51', [10, 11, 12, 13, 13, 13]],
  ['U-7-0-54', [8, 9, 10, 11, 12, 12, 12, 12]],
  ['U-3-5-64', [7, 8, 9, 10, 11, 12, 13, 13, 13]],
  ['U-6-0-73', [9, 10, 11, 12, 13, 13, 13]],
  ['U-4-4-75', [7, 8, 9, 10, 11, 12, 13, 13, 13]],
  ['U-5-3-87', [7, 8, 9, 10, 11, 12, 13, 13, 13]],
  ['U-4-5-88', [6, 7, 8, 9, 10, 11, 12, 13, 13, 13]],
  ['U-0-13-92', [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 13, 13]],
  ['U-0-8-93', [8, 9, 10, 11, 12, 13, 13, 13, 13]],
  ['U-7-0-99', [8, 9, 10, 11, 12, 13, 13, 13]],
  ['U-6-3-115', [6, 7, 8, 9, 10, 11, 12, 13, 13, 13]],
  ['U-5-5-116', [5, 6, 7, 8, 9, 10, 11, 12, 13, 13, 13]],
  ['U-8-0-129', [7, 8, 9, 10, 11, 12, 13, 13, 13]],
  ['U-0-9-130', [7, 8, 9, 10, 11, 12, 13, 13, 13, 13]],
  ['U-9-0-163', [6, 7, 8, 9, 10, 11, 12, 13, 13, 13]],
  ['U-0-10-176', [6, 7, 8, 9, 10, 11, 12, 13, 13, 13, 13]],
  ['U-10-0-201', [5, 6, 7, 8, 9, 10, 11, 12, 13, 13, 13]],
  ['U-5-3-317', [8, 9, 10, 11, 12, 13, 13, 13, 12]],
  ['U-4-5-330', [7, 8, 9, 10, 11, 12, 13, 13, 13, 13]],
  ['U-7-0-378', [9, 10, 11, 12, 13, 13, 13, 12]],
  ['U-7-0-379', [9, 10, 11, 12, 13, 13, 13, 13]],
];

export const systems: readonly System[] = table.map(([id, guarantee], index) => {
  const [type, full, half, rows] = id.split('-') as [SystemType, string, string, string];
  return {
    number: openSystem.number + 1 + index,
    id,
    type,
    name: `${type === 'U' ? 'Ú' : 'S'} ${full}-${half}-${rows}`,
    full: Number(full),
    half: Number(half),
    rows: Number(rows),
    guarantee: typeof guarantee === 'number' ? guarantee : Math.min(...guarantee),
    guaranteeByBaseHits: typeof guarantee === 'number' ? null : guarantee,
  };
});

const byId = new Map(systems.map((system) => [system.id, system]));

export function systemOf(id: string): System | null {
  return byId.get(id) ?? null;
}

/** Null for rows without a system, open ones and numbers that no system has. */
export function systemOfNumber(number: number): System | null {
  return systems[number - openSystem.number - 1] ?? null;
}

/** Whether as many matches have all three signs, and two, as the system has. */
export function fitsSystem(panel: Picks, { full, half }: System): boolean {
  return matchesWith(panel, 3) === full && matchesWith(panel, 2) === half;
}

/** As wagers and tickets name it: empty for rows without a system, null for a number that nothing has. */
export function systemIdOf(number: number): string | null {
  if (number === 0) return '';
  return number === openSystem.number ? openSystem.id : (systemOfNumber(number)?.id ?? null);
}
