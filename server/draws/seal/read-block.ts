import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

/** A block of the sealed book as it is stored, counted from 0; null behind the last. */
export async function readBlock(db: Db, drawId: number, block: number): Promise<Buffer | null> {
  const { rows } = await sql<{ bytes: Buffer }>`
    SELECT bytes FROM book_blocks WHERE draw_id = ${drawId} AND block = ${block}`.execute(db);
  return rows[0]?.bytes ?? null;
}
