/**
 * Saved rows with their names: in the account of a signed-in player, otherwise on this device. Rows that were
 * saved in another game are shown if they fit this one.
 */
import { useCallback, useEffect, useState } from 'react';
import type { ApiAnswer } from '#contract/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { readSaved, writeSaved } from '#web/shared/purchase/saved-slips.ts';
import { deviceStore } from '#web/ui/browser-store.ts';
import { fits } from './saved-rows.ts';
import { emptySlip, type Matrix, readSlip, type Slip, slipRow } from './slip.ts';

export type SavedSlip = {
  id: string;
  name: string;
  gameId: string;
  slip: Slip;
  /** Absent on a device. */
  savedAt?: string | undefined;
};
export type NewSaved = Pick<SavedSlip, 'name' | 'slip'>;

/** `save`, `remove` and `restore` reject when nothing was changed. */
export type Shelf = {
  /** Null until they are loaded. */
  saved: readonly SavedSlip[] | null;
  /** The error of loading them; null without one. */
  failed: unknown;
  save: (rows: NewSaved) => Promise<void>;
  remove: (id: string) => Promise<void>;
  /** Puts removed rows back in their place. */
  restore: (removed: SavedSlip) => Promise<void>;
};

type Sent = ApiAnswer<'savedRows.list'>['saved'][number];

/** The body of the call that saves. */
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

/** The body of the call that puts removed rows back. */
export const sentAgain = (removed: SavedSlip) => ({
  ...sentOf(removed.gameId, removed),
  ...(removed.savedAt !== undefined && { savedAt: removed.savedAt }),
});

export const slipOf = ({ rows, joker, system }: Omit<Sent, 'id' | 'name' | 'savedAt'>): Slip => ({
  ...emptySlip,
  rows: rows.map(slipRow),
  joker: joker ?? null,
  system: system ?? 0,
});

/** `take` moves rows of the device to the account; rows that could not be moved stay on the device. */
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
        writeSaved(deviceStore, gameId, rows.slice(place + 1).map(storedForm));
      }
      await read();
    },
    remove: async (id) => {
      await browserApi('savedRows.remove', { params: { savedId: id } });
      await read();
    },
    restore: async (removed) => {
      await browserApi('savedRows.save', { body: sentAgain(removed) });
      await read();
    },
  };
}

/** The stored form on the device. */
const storedForm = ({ slip, name }: NewSaved) => ({ ...slip, name });

/** The storage of the device is full or switched off. */
export class StorageRefused extends Error {}

/** The rows of a game on this device. Rows of earlier releases have no name and get `unnamed`. */
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
    if (!writeSaved(deviceStore, gameId, next.map(storedForm))) throw new StorageRefused();
    setSaved(readDevice(gameId, matrix, unnamed));
  };
  return {
    saved,
    failed: null,
    save: (rows) => write([...saved, rows]),
    remove: (id) => write(saved.filter((each) => each.id !== id)),
    restore: (removed) => {
      // On a device the id is the place.
      const place = Number(removed.id);
      return write([...saved.slice(0, place), removed, ...saved.slice(place)]);
    },
  };
}
