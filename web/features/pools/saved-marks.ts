/** Marks of a coupon that somebody asks to be kept. They are of no program: a later one may use them. */
import type { PoolId } from '#rules/pools/games.ts';
import { readMarks, writeMarks } from '#rules/pools/marks.ts';
import { formatPlayAddress } from '#rules/pools/play-address.ts';
import { browserApi } from '#web/api/browser-api.ts';
import type { InAccount, Keeping } from '#web/shared/purchase/shelf.ts';
import type { PlayProgram } from './program.ts';
import { quote } from './quote.ts';
import { emptySlip, readSlip, type Slip } from './slip.ts';

/** As the account keeps marks. */
export type InAccountMarks = Extract<InAccount, { panels: unknown }>;

export function slipOf(gameId: PoolId, saved: InAccountMarks): Slip | null {
  return readSlip({ ...emptySlip, ...(readMarks(gameId, saved) ?? { rows: [] }) }, gameId);
}

export const keepingOf = (gameId: PoolId): Keeping<Slip> => ({
  gameId,
  slipOf: (saved) => ('panels' in saved ? slipOf(gameId, saved) : null),
  readStored: (entry) => readSlip(entry, gameId),
  save: ({ name, gameId: of, savedAt, slip }) =>
    browserApi('savedRows.saveMarks', {
      body: { name, gameId: of, ...writeMarks(gameId, slip), ...(savedAt !== undefined && { savedAt }) },
    }),
});

/** Whole rows, and a system that lacks nothing; null where nothing could be bought. */
export function worthSaving(slip: Slip, program: PlayProgram): Slip | null {
  const { rows, total } = quote(slip, program);
  if (total === 0) return null;
  return { ...emptySlip, rows: rows.map(({ picks }) => picks), system: slip.system, base: slip.base };
}

/** The same rows, system and base signs. */
export function isSame(a: Slip, b: Slip): boolean {
  const spelled = ({ rows, system, base }: Slip): string => JSON.stringify([rows, system, base]);
  return spelled(a) === spelled(b);
}

/** As a query of the play page. */
export const playedOf = (gameId: PoolId, { rows, system, base }: Slip): string =>
  formatPlayAddress(gameId, { programId: '', rows, system, base });

/** The same of what the account keeps; null where it does not fit. */
export function marksPlayedOf(gameId: PoolId, saved: InAccountMarks): string | null {
  const slip = slipOf(gameId, saved);
  return slip && playedOf(gameId, slip);
}
