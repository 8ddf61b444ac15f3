/** The clock that no sandbox moves. Keys and signatures go by it: they come from other machines. */
import type { Db } from './database.ts';
import { sql } from './sql.ts';

/** Of this machine, where there may be no database. */
export const machineNow = (): Date => new Date();

export async function databaseRealNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database has no clock');
  return row.now;
}
