/** Rows of a slip that somebody asks to be kept, in the account or on this device. */
import { formatPlayAddress } from '#rules/numbers/play-address.ts';
import { browserApi } from '#web/api/browser-api.ts';
import type { InAccount, Keeping } from '#web/shared/purchase/shelf.ts';
import { emptySlip, type Matrix, readSlip, type Slip, slipRow } from './slip.ts';

/** As the account keeps rows of numbers. */
export type SavedNumbers = Extract<InAccount, { rows: unknown }>;

export const slipOf = ({ rows, joker, system }: Pick<SavedNumbers, 'rows' | 'joker' | 'system'>): Slip => ({
  ...emptySlip,
  rows: rows.map(slipRow),
  joker: joker ?? null,
  system: system ?? 0,
});

/** As a query of the play page. */
export function playedOf(saved: SavedNumbers): string {
  const { rows, joker, system } = slipOf(saved);
  return formatPlayAddress({ rows, joker: joker?.map((digit) => digit ?? 0) ?? null, system });
}

export const keepingOf = (gameId: string, matrix: Matrix): Keeping<Slip> => ({
  gameId,
  slipOf: (saved) => {
    const slip = 'rows' in saved ? slipOf(saved) : null;
    return slip && fits(slip, matrix) ? slip : null;
  },
  readStored: (entry) => readSlip(entry, matrix),
  save: ({ name, gameId: of, savedAt, slip: { rows, joker, system } }) =>
    browserApi('savedRows.save', {
      body: {
        ...{ name, gameId: of },
        rows: rows.map(({ numbers, bonusNumbers }) => ({
          numbers: [...numbers],
          bonusNumbers: [...bonusNumbers],
        })),
        ...(joker && { joker: joker.map((digit) => digit ?? 0) }),
        ...(system > 0 && { system }),
        ...(savedAt !== undefined && { savedAt }),
      },
    }),
});

/** What of a slip is worth keeping: whole rows or a whole system, and a whole Joker. */
export function worthSaving({ rows, joker, system }: Slip, complete: Slip['rows']): Slip {
  const isWhole = joker?.every((digit) => digit !== null) ?? false;
  return { ...emptySlip, rows: complete.length > 0 ? complete : rows, joker: isWhole ? joker : null, system };
}

/** The same rows, system and Joker. */
export function isSame(a: Slip, b: Slip): boolean {
  const spelled = ({ rows, joker, system }: Slip): string =>
    JSON.stringify([rows.map(({ numbers, bonusNumbers }) => [numbers, bonusNumbers]), joker, system]);
  return spelled(a) === spelled(b);
}

/** Whether saved rows fit the slip of a game: complete rows; extra numbers may be missing. */
function fits({ rows, system }: Slip, matrix: Matrix): boolean {
  if (system > 0 && !matrix.systemSizes.includes(system)) return false;
  return rows.every(
    ({ numbers, bonusNumbers }) =>
      numbers.length === (system || matrix.pick) &&
      numbers.every((number) => number <= matrix.max) &&
      bonusNumbers.length <= matrix.bonus.count &&
      bonusNumbers.every((number) => number <= matrix.bonus.max),
  );
}
