import { expect, test } from 'vitest';
import type { PoolId } from './games.ts';
import { parsePicks } from './panels.ts';
import { formatPlayAddress, parsePlayAddress } from './play-address.ts';

const rowOf = (game: PoolId, text: string) => parsePicks(game, text) ?? [];
const none = Array<number>(13).fill(0);
const read = (game: PoolId, query: string) =>
  parsePlayAddress(game, Object.fromEntries(query.split('&').map((pair) => pair.split('='))));

test.each([
  ['totoeng', ['1X2ABCD111111'], '', none, 'rows=1X2ABCD111111'],
  ['totoeng', ['1111111111111', '2222222222222'], '', none, 'rows=1111111111111_2222222222222'],
  [
    ...['totoeur', ['DDDDDDD111111'], 'U-7-0-99'],
    [1, 2, 4, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0],
    'rows=DDDDDDD111111&system=U-7-0-99&base=1X21111------',
  ],
  ['xg', ['2/3,1,2,2,0,3,2,4,1,2,7+,2,0'], '', none, 'rows=2.3-1-2-2-0-3-2-4-1-2-7-2-0'],
] as [PoolId, string[], string, number[], string][])('%s %o', (game, texts, system, base, query) => {
  const address = { programId: `${game}-1`, rows: texts.map((text) => rowOf(game, text)), system, base };
  expect(formatPlayAddress(game, address)).toBe(`program=${game}-1&${query}`);
  expect(read(game, `program=${game}-1&${query}`)).toEqual(address);
});

test.each([
  ['totoeng', ''],
  ['totoeng', 'rows='],
  ['totoeng', 'rows=111111111111'],
  ['totoeng', 'rows=11111111111111'],
  ['totoeng', 'rows=1111111111111_'],
  ['totoeng', 'rows=1111111111111&base=1'],
  ['xg', 'rows=1111111111111'],
  ['xg', 'rows=2.3-1-2-2-0-3-2-4-1-2-7-2'],
  ['xg', 'rows=2.3-1-2-2-0-3-2-4-1-2-8-2-0'],
  ['xg', 'rows=2.3-1-2-2-0-3-2-4-1-2--2-0'],
] as [PoolId, string][])('%s cannot be read from %j', (game, query) => {
  expect(read(game, query)).toBeNull();
});
