/**
 * Saved slips with their names: in the account of a signed-in player, otherwise on this device. Slips that
 * were saved in another game are shown if they fit this one.
 */
import { useCallback, useEffect, useState } from 'react';
import type { ApiAnswer } from '#contract/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { deviceStore } from '#web/ui/browser-store.ts';
import { readSaved, writeSaved } from './saved-slips.ts';

export type SavedSlip<Slip> = {
  id: string;
  name: string;
  gameId: string;
  slip: Slip;
  /** Absent on a device. */
  savedAt?: string | undefined;
};
export type NewSaved<Slip> = Pick<SavedSlip<Slip>, 'name' | 'slip'>;

/** As the account answers it. */
export type InAccount = ApiAnswer<'savedRows.list'>['saved'][number];

/** How the slips of a game are kept. */
export type Keeping<Slip> = {
  gameId: string;
  /** Null for what does not fit a slip of this game. */
  slipOf: (saved: InAccount) => Slip | null;
  /** Returns null if the entry is not a slip of this game. */
  readStored: (entry: unknown) => Slip | null;
  /** Saves in the account. */
  save: (saved: Omit<SavedSlip<Slip>, 'id'>) => Promise<unknown>;
};

/** `save`, `remove` and `restore` reject when nothing was changed. */
export type Shelf<Slip> = {
  /** Null until they are loaded. */
  saved: readonly SavedSlip<Slip>[] | null;
  /** The error of loading them; null without one. */
  failed: unknown;
  save: (slip: NewSaved<Slip>) => Promise<void>;
  remove: (id: string) => Promise<void>;
  /** Puts a removed slip back in its place. */
  restore: (removed: SavedSlip<Slip>) => Promise<void>;
};

/** `take` moves slips of the device to the account; those that could not be moved stay on the device. */
export function useAccountShelf<Slip extends object>(
  keeping: Keeping<Slip>,
): Shelf<Slip> & { take: (slips: readonly NewSaved<Slip>[]) => Promise<void> } {
  const { gameId } = keeping;
  const [saved, setSaved] = useState<SavedSlip<Slip>[] | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const read = useCallback(async (): Promise<void> => {
    const { saved: all } = await browserApi('savedRows.list', {});
    setSaved(
      all.flatMap((each) => {
        const slip = keeping.slipOf(each);
        const { id, name, gameId: of, savedAt } = each;
        return slip ? [{ id, name, gameId: of, savedAt, slip }] : [];
      }),
    );
  }, [keeping]);
  useEffect(() => {
    read().catch(setFailed);
  }, [read]);
  return {
    saved,
    failed,
    save: async (slip) => {
      await keeping.save({ ...slip, gameId });
      await read();
    },
    take: async (slips) => {
      for (const [place, each] of slips.entries()) {
        await keeping.save({ ...each, gameId });
        writeSaved(deviceStore, gameId, slips.slice(place + 1).map(storedForm));
      }
      await read();
    },
    remove: async (id) => {
      await browserApi('savedRows.remove', { params: { savedId: id } });
      await read();
    },
    restore: async (removed) => {
      await keeping.save(removed);
      await read();
    },
  };
}

/** The stored form on the device. */
const storedForm = <Slip extends object>({ slip, name }: NewSaved<Slip>) => ({ ...slip, name });

/** The storage of the device is full or switched off. */
export class StorageRefused extends Error {}

/** The slips of a game on this device. Those of earlier releases have no name and get `unnamed`. */
export function readDevice<Slip>({ gameId, readStored }: Keeping<Slip>, unnamed: string): SavedSlip<Slip>[] {
  const entries = readSaved(deviceStore, gameId, (entry) => {
    const slip = readStored(entry);
    const { name } = entry as { name?: unknown };
    return slip && { slip, name: typeof name === 'string' ? name : unnamed };
  });
  return entries.map((entry, place) => ({ ...entry, gameId, id: String(place) }));
}

export function useDeviceShelf<Slip extends object>(keeping: Keeping<Slip>, unnamed: string): Shelf<Slip> {
  const [saved, setSaved] = useState(() => readDevice(keeping, unnamed));
  const write = async (next: readonly NewSaved<Slip>[]): Promise<void> => {
    if (!writeSaved(deviceStore, keeping.gameId, next.map(storedForm))) throw new StorageRefused();
    setSaved(readDevice(keeping, unnamed));
  };
  return {
    saved,
    failed: null,
    save: (slip) => write([...saved, slip]),
    remove: (id) => write(saved.filter((each) => each.id !== id)),
    restore: (removed) => {
      // On a device the id is the place.
      const place = Number(removed.id);
      return write([...saved.slice(0, place), removed, ...saved.slice(place)]);
    },
  };
}
