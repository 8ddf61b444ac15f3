/**
 * Rows that a person keeps under names: in the account of who is signed in, else on this device. What fits
 * this game is shown, also what was saved in another.
 */
import { useCallback, useEffect, useState } from 'react';
import type { ApiAnswer } from '#contract/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { readSaved, writeSaved } from '#web/shared/purchase/saved-slips.ts';
import { deviceStore } from '#web/ui/browser-store.ts';
import { fits } from './saved-rows.ts';
import { emptySlip, type Matrix, readSlip, type Slip, slipRow } from './slip.ts';

export type SavedSlip = { id: string; name: string; gameId: string; slip: Slip };
export type NewSaved = Pick<SavedSlip, 'name' | 'slip'>;

/** Each rejects when nothing was changed. */
export type Shelf = {
  /** Null until they have come. */
  saved: readonly SavedSlip[] | null;
  /** How reading them failed. */
  failed: unknown;
  save: (rows: NewSaved) => Promise<void>;
  remove: (id: string) => Promise<void>;
};

type Sent = ApiAnswer<'savedRows.list'>['saved'][number];

/** For the call that saves. */
export const sentOf = (gameId: string, { name, slip }: NewSaved) => ({
  name,
  gameId,
  rows: slip.rows.map(({ numbers, bonusNumbers }) => ({
    numbers: [...numbers],
    bonusNumbers: [...bonusNumbers],
  })),
  ...(slip.joker && { joker: slip.joker.map((digit) => digit ?? 0) }),
  ...(slip.system > 0 && { system: slip.system }),
});

export const slipOf = ({ rows, joker, system }: Omit<Sent, 'id' | 'name'>): Slip => ({
  ...emptySlip,
  rows: rows.map(slipRow),
  joker: joker ?? null,
  system: system ?? 0,
});

/** `take` moves what the device keeps of the game to the account; what was not taken stays there. */
export function useAccountShelf(
  gameId: string,
  matrix: Matrix,
): Shelf & { take: (rows: readonly NewSaved[]) => Promise<void> } {
  const [saved, setSaved] = useState<SavedSlip[] | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const read = useCallback(async (): Promise<void> => {
    const { saved: all } = await browserApi('savedRows.list', {});
    const shown = all.map((each) => ({ ...each, slip: slipOf(each) }));
    setSaved(shown.filter(({ slip }) => fits(slip, matrix)));
  }, [matrix]);
  useEffect(() => {
    read().catch(setFailed);
  }, [read]);
  return {
    saved,
    failed,
    save: async (rows) => {
      await browserApi('savedRows.save', { body: sentOf(gameId, rows) });
      await read();
    },
    take: async (rows) => {
      for (const [place, each] of rows.entries()) {
        await browserApi('savedRows.save', { body: sentOf(gameId, each) });
        writeSaved(deviceStore, gameId, rows.slice(place + 1).map(kept));
      }
      await read();
    },
    remove: async (id) => {
      await browserApi('savedRows.remove', { params: { savedId: id } });
      await read();
    },
  };
}

/** As the device keeps them. */
const kept = ({ slip, name }: NewSaved) => ({ ...slip, name });

/** The device has no room, or keeps nothing. */
export class StorageRefused extends Error {}

/** What the device keeps of a game. Names came later than slips: without one it is `unnamed`. */
export function readDevice(gameId: string, matrix: Matrix, unnamed: string): SavedSlip[] {
  const entries = readSaved(deviceStore, gameId, (entry) => {
    const slip = readSlip(entry, matrix);
    const { name } = entry as { name?: unknown };
    return slip && { slip, name: typeof name === 'string' ? name : unnamed };
  });
  return entries.map((entry, place) => ({ ...entry, gameId, id: String(place) }));
}

export function useDeviceShelf(gameId: string, matrix: Matrix, unnamed: string): Shelf {
  const [saved, setSaved] = useState(() => readDevice(gameId, matrix, unnamed));
  const write = async (next: readonly NewSaved[]): Promise<void> => {
    if (!writeSaved(deviceStore, gameId, next.map(kept))) throw new StorageRefused();
    setSaved(readDevice(gameId, matrix, unnamed));
  };
  return {
    saved,
    failed: null,
    save: (rows) => write([...saved, rows]),
    remove: (id) => write(saved.filter((each) => each.id !== id)),
  };
}
