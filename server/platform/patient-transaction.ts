import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, type Tx, transaction } from './database.ts';

const patienceMs = 3_000;
const retryMs = 100;
const lockTimeoutMs = 20;
const lockNotAvailable = '55P03';

/**
 * A transaction that waits for a lock without a connection: while another one holds the lock, it is rolled
 * back and tried again. After `patienceMs` the error of PostgreSQL is thrown, which is answered 503.
 */
export async function patientTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const startMs = performance.now();
  for (;;) {
    try {
      return await transaction(db, work, { lockTimeoutMs });
    } catch (error) {
      const isLocked = (error as { code?: unknown } | null)?.code === lockNotAvailable;
      if (!isLocked || performance.now() - startMs > patienceMs) throw error;
    }
    await sleep(retryMs);
  }
}
