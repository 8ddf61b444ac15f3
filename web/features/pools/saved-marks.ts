/** Marks of a coupon that somebody asks to be kept. They are of no program: a later one may use them. */
import type { PoolId } from '#rules/pools/games.ts';
import { readMarks, writeMarks } from '#rules/pools/marks.ts';
import { browserApi } from '#web/api/browser-api.ts';
import type { InAccount, Keeping } from '#web/shared/purchase/shelf.ts';
import { emptySlip, readSlip, type Slip } from './slip.ts';
import { playedOf } from './worth-saving.ts';

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

/** The same of what the account keeps; null where it does not fit. */
export function marksPlayedOf(gameId: PoolId, saved: InAccountMarks): string | null {
  const slip = slipOf(gameId, saved);
  return slip && playedOf(gameId, slip);
}
