/** Engine A in its thread: compares byte by byte what lies in the book. */
import type { CountBlock } from '#server/draws/settle/count-book.ts';
import { countInThread } from '#server/draws/settle/count-book.ts';
import { rightLeast } from './rules.ts';

const countScores =
  (codes: readonly (number | null)[]): CountBlock =>
  (block, collector) => {
    let row = 0;
    for (let index = 0; index < block.coupons; index += 1) {
      for (const end = row + (block.rowCounts[index] as number); row < end; row += 1) {
        const words = [block.rowsLow, block.rowsHigh, block.secondLow, block.secondHigh];
        const [low = 0, high = 0, low2 = 0, high2 = 0] = words.map((word) => word[row] as number);
        const bytes = [...bytesOf(low, 4), ...bytesOf(high, 2), ...bytesOf(low2, 4), ...bytesOf(high2, 2)];
        const right = codes.filter((code, match) => code === null || code === bytes[match]).length;
        if (right >= rightLeast) collector.add(12 - right);
      }
      collector.close(block.couponIds, index);
    }
    return row;
  };

const bytesOf = (word: number, count: number) =>
  Array.from({ length: count }, (_, place) => (word >>> (8 * place)) & 255);

countInThread((own) => countScores(own as readonly (number | null)[]));
