import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Holds DATA_DIR for this process until it ends, however it ends: an exclusive SQLite transaction is a
 * lock kept by the kernel, so nothing stale can be left behind and a reused process id cannot be mistaken
 * for the holder.
 * @returns a function that lets go, or `null` when another live process holds it.
 */
export function holdDataDir(dataDir: string): (() => void) | null {
  const handle = new DatabaseSync(join(dataDir, 'lock'));
  try {
    handle.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    handle.close();
    if ((error as { errcode?: number }).errcode === 5) return null;
    throw error;
  }
  return () => handle.close();
}
