/** Puts the pools on sale: they are off until the operator decides. */
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

/** @param db of the owner of the tables */
export async function sellPools(db: Db): Promise<void> {
  await sql`UPDATE games SET on_sale = true WHERE game IN ('totoeng', 'totoeur', 'xg')`.execute(db);
}
