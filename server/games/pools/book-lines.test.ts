import { expect, test } from 'vitest';
import type { PoolId } from '#rules/pools/games.ts';
import { parseBaseSigns, parseGoals, parseSigns } from '#rules/pools/panels.ts';
import { type Picks, wordsOf } from '#rules/pools/picks.ts';
import { systemOf } from '#rules/pools/systems.ts';
import { newBlock, noSide } from '#server/draws/seal/book.ts';
import { LineWriter } from '#server/draws/seal/line-writer.ts';
import { bookLines } from './book-lines.ts';

/** What a block of one coupon says of it. */
function written(game: PoolId, system: number, rows: readonly (Picks | null)[], club = noSide) {
  const words = rows.map((picks) => wordsOf(picks as Picks, game === 'xg' ? 8 : 3));
  const { block } = newBlock(1, rows.length, game === 'xg' ? 2 : 1);
  block.rowBits.set(words.flat().flatMap((word) => [word % 2 ** 32, Math.floor(word / 2 ** 32)]));
  block.systems[0] = system;
  block.sides[0] = club;
  block.rowCounts[0] = rows.length;
  block.stakes[0] = 117;
  const [lines, writer] = [bookLines(game), new LineWriter(0)];
  writer.begin();
  rows.forEach((_, row) => {
    lines.writeRow(writer, block, row);
    writer.byte(0x5f);
  });
  lines.writeFields(writer, block, 0);
  return { text: writer.read(), rows: lines.rowsOf(block, 0, 0) };
}

const number = (id: string) => systemOf(id)?.number as number;
const panel = parseSigns('D1D1D1D1X2X12');
const single = parseSigns('1X21X21X21X21');

test('a coupon is written as players read it', () => {
  expect(written('totoeng', number('S-4-0-9'), [panel], 112)).toEqual({
    ...{ text: 'D1D1D1D1X2X12_ system=S-4-0-9 club=112 stake=117', rows: 9 },
  });
  const base = parseBaseSigns('1X211--------');
  expect(written('totoeur', number('U-5-0-12'), [parseSigns('DDDDD1X211111'), base])).toEqual({
    ...{ text: 'DDDDD1X211111_1X211--------_ system=U-5-0-12 club=- stake=117', rows: 12 },
  });
  expect(written('totoeng', 0, [single, single], 7)).toEqual({
    ...{ text: '1X21X21X21X21_1X21X21X21X21_ system=- club=7 stake=117', rows: 2 },
  });
  expect(written('totoeng', 1, [parseSigns('ABCD111111111')])).toEqual({
    ...{ text: 'ABCD111111111_ system=O club=- stake=117', rows: 24 },
  });
  expect(written('xg', 1, [parseGoals('0/5/7+,1,2,3,4,5,6,7+,0,1,2,3,2/3/4')])).toEqual({
    ...{ text: '0/5/7+,1,2,3,4,5,6,7+,0,1,2,3,2/3/4_ system=O club=- stake=117', rows: 9 },
  });
});

test.each([
  ['a double among single rows', 0, [single, panel]],
  ['a system of two panels', number('S-4-0-9'), [panel, panel]],
  ['a system without its base signs', number('U-5-0-12'), [parseSigns('DDDDD11111111')]],
  ['other signs than its system has', number('S-4-0-9'), [parseSigns('DDD11111X2X12')]],
  ['a system that does not exist', 64, [panel]],
  ['a match without a sign', 1, [[0, 7, ...new Array<number>(11).fill(1)]]],
])('%s is no coupon', (_, system, rows) => {
  expect(written('totoeng', system, rows).rows).toBeNull();
});
