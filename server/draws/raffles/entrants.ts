/** Who takes part in a raffle: the coupons of the sealed book, each by its place there, counted from 1. */
import { type RaffleCondition, takesPart } from '#rules/draws/raffle.ts';
import { type Block, blockCoupons, idBytes, noSide, viewBlock } from '#server/draws/seal/book.ts';
import { readBlock } from '#server/draws/seal/read-block.ts';
import type { Db } from '#server/platform/database.ts';

/** The numbers that take part, ascending. */
export async function entrantsOf(db: Db, drawId: number, condition: RaffleCondition): Promise<number[]> {
  const numbers: number[] = [];
  for (let place = 0; ; place += 1) {
    const block = await blockAt(db, drawId, place);
    if (!block) return numbers;
    for (let index = 0; index < block.coupons; index += 1) {
      const played = {
        rows: block.rowCounts[index] as number,
        system: block.systems[index] as number,
        hasSide: block.sides[index] !== noSide,
      };
      if (takesPart(condition, played)) numbers.push(place * blockCoupons + index + 1);
    }
  }
}

/** The ids of coupons, as 32 hexadecimal digits, in the order of their numbers. */
export async function couponsAt(db: Db, drawId: number, numbers: readonly number[]): Promise<string[]> {
  const blocks = new Map<number, Block>();
  const ids: string[] = [];
  for (const number of numbers) {
    const place = Math.floor((number - 1) / blockCoupons);
    const block = blocks.get(place) ?? (await blockAt(db, drawId, place));
    if (!block) throw new RangeError(`the book of draw ${drawId} has no coupon ${number}`);
    blocks.set(place, block);
    const from = ((number - 1) % blockCoupons) * idBytes;
    ids.push(Buffer.from(block.couponIds.subarray(from, from + idBytes)).toString('hex'));
  }
  return ids;
}

async function blockAt(db: Db, drawId: number, place: number): Promise<Block | null> {
  const bytes = await readBlock(db, drawId, place);
  return bytes && viewBlock(new Uint8Array(bytes));
}
