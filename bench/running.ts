import { DATABASE } from '#embedded/postgres/roles.ts';
import { type Database, openDatabase } from '#server/platform/database.ts';
import { startInstance } from '#test/harness/instance.ts';
import type { Instance } from '#test/harness/product.ts';
import { superuserOf } from './purchase-load.ts';

/** A product that runs for a bench, and a connection past it. */
export type Running = { instance: Instance; database: Database };

/** A product of its own for one measurement. @param options `max`: connections past it */
export async function whileRunning<T extends object>(
  measure: (running: Running) => Promise<T>,
  options: { max?: number } = {},
): Promise<T> {
  const instance = await startInstance({ AUTO_DRAW: '0' });
  const database = openDatabase(superuserOf(instance, DATABASE), 'operator', options);
  try {
    return await measure({ instance, database });
  } finally {
    await database.close();
    await instance.dispose();
  }
}
