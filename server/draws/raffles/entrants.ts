/** Who takes part in a raffle: the coupons of the sealed book, each by its place there, counted from 1. */
import { type RaffleCondition, takesPart } from '#rules/draws/raffle.ts';
import { idBytes, noSide } from '#server/draws/seal/book.ts';
import { blockOfPlace, type SealedBlock } from '#server/draws/seal/read-block.ts';
import type { Db } from '#server/platform/database.ts';

/** The numbers that take part, ascending. */
export async function entrantsOf(db: Db, drawId: number, condition: RaffleCondition): Promise<number[]> {
  const numbers: number[] = [];
  for (let place = 0; ; ) {
    const found = await blockOfPlace(db, drawId, place);
    if (!found) return numbers;
    const { block } = found;
    for (let index = 0; index < block.coupons; index += 1) {
      const played = {
        rows: block.rowCounts[index] as number,
        system: block.systems[index] as number,
        hasSide: block.sides[index] !== noSide,
      };
      if (takesPart(condition, played)) numbers.push(place + index + 1);
    }
    place += block.coupons;
  }
}

/** The ids of coupons, as 32 hexadecimal digits, in the order of their numbers. */
export async function couponsAt(db: Db, drawId: number, numbers: readonly number[]): Promise<string[]> {
  const read: SealedBlock[] = [];
  const ids: string[] = [];
  for (const number of numbers) {
    const place = number - 1;
    const known = read.find(({ first, block }) => place >= first && place < first + block.coupons);
    const found = known ?? (await blockOfPlace(db, drawId, place));
    if (!found) throw new RangeError(`the book of draw ${drawId} has no coupon ${number}`);
    if (!known) read.push(found);
    const from = (place - found.first) * idBytes;
    ids.push(Buffer.from(found.block.couponIds.subarray(from, from + idBytes)).toString('hex'));
  }
  return ids;
}
