/** Engine A in its thread: compares match by match what lies in the book, mirrored tickets row by row. */
import type { Block } from '#server/draws/seal/book.ts';
import { type CountBlock, countInThread } from '#server/draws/settle/count-book.ts';
import { codeAt, isEqual, mirrorOf } from './book-lines.ts';
import { matchCount, rightLeast } from './rules.ts';

type Codes = readonly (number | null)[];

const countScores =
  (rights: Codes): CountBlock =>
  (block, collector) => {
    let rows = 0;
    let row = 0;
    const add = (right: number) => {
      rows += 1;
      if (right >= rightLeast) collector.add(matchCount - right);
    };
    for (let index = 0; index < block.coupons; index += 1) {
      for (const end = row + (block.rowCounts[index] as number); row < end; row += 1) {
        if (block.systems[index] === 0) add(rightIn(block, row, rights));
        else addMirrored(block, row, rights, add);
      }
      collector.close(block.couponIds, index);
    }
    return rows;
  };

function rightIn(block: Block, row: number, rights: Codes): number {
  let right = 0;
  for (let match = 0; match < matchCount; match += 1)
    if (rights[match] === null || rights[match] === codeAt(block, row, match)) right += 1;
  return right;
}

/** Every row of the ticket, one match after another. */
function addMirrored(
  block: Block,
  row: number,
  rights: Codes,
  add: (right: number) => void,
  match = 0,
  right = 0,
): void {
  if (match === matchCount) {
    add(right);
    return;
  }
  const code = codeAt(block, row, match);
  const isRight = (each: number) => Number(rights[match] === null || rights[match] === each);
  addMirrored(block, row, rights, add, match + 1, right + isRight(code));
  if (!isEqual(code)) addMirrored(block, row, rights, add, match + 1, right + isRight(mirrorOf(code)));
}

await countInThread((own) => countScores(own as Codes));
