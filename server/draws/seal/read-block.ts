/** Blocks of sealed books as they are stored. */
import type { Db } from '#server/platform/database.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import type { Block, RowWords } from './book.ts';
import { viewAnyBlock } from './first-book.ts';

/** A block counted from 0; null behind the last. */
export async function readBlock(db: Db, drawId: number, block: number): Promise<Buffer | null> {
  const { rows } = await sql<{ bytes: Buffer }>`
    SELECT bytes FROM book_blocks WHERE draw_id = ${drawId} AND block = ${block}`.execute(db);
  return rows[0]?.bytes ?? null;
}

/** `first`: the place of its first coupon in the book, from 0. */
export type SealedBlock = { block: Block; first: number };

/** The block with the coupon at this place of the book, from 0; null before the seal and behind its end. */
export async function blockOfPlace(db: Db, drawId: number, place: number): Promise<SealedBlock | null> {
  const found = await lastBlock(db, drawId, sql`first_place <= ${place}`);
  return found && place < found.first + found.block.coupons ? found : null;
}

/** The block that has the coupon if any has; null before the seal. */
export function blockOfCoupon(db: Db, drawId: number, couponId: string): Promise<SealedBlock | null> {
  return lastBlock(db, drawId, sql`first_coupon <= ${couponId}`);
}

async function lastBlock(db: Db, drawId: number, where: Sql<unknown>): Promise<SealedBlock | null> {
  const { rows } = await sql<{ bytes: Buffer; first: number; rowWords: RowWords }>`
    SELECT bytes, first_place AS first, row_words AS "rowWords"
    FROM book_blocks b JOIN seals s USING (draw_id)
    WHERE draw_id = ${drawId} AND ${where} ORDER BY block DESC LIMIT 1`.execute(db);
  const [found] = rows;
  return found
    ? { block: viewAnyBlock(new Uint8Array(found.bytes), found.rowWords), first: found.first }
    : null;
}
