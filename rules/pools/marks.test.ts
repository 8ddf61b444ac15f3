import { describe, expect, test } from 'vitest';
import { readMarks, writeMarks } from './marks.ts';

const none = Array<number>(13).fill(0);

describe('marks are written as a purchase sends them, and read again', () => {
  test.each([
    ['single rows', 'totoeng', { panels: '1X21X21X21X21|2222222222222' }],
    ['several signs in a match', 'totoeur', { panels: '1AX1X21X21X2D', system: 'O' }],
    ['an S system', 'totoeng', { panels: 'DDDD111111111', system: 'S-4-0-9' }],
    [
      'a U system with its base signs',
      'totoeng',
      { panels: 'DDDDDDD11XX21', system: 'U-7-0-99', panelU: '1111111------' },
    ],
    ['goals', 'xg', { panels: '2,3/4,7+,0,0,0,0,0,0,0,0,0,1|1,1,1,1,1,1,1,1,1,1,1,1,1' }],
  ] as const)('%s', (_, game, written) => {
    const marks = readMarks(game, written);
    expect(marks).not.toBeNull();
    expect(marks && writeMarks(game, marks)).toEqual(written);
  });
});

test('what is no row is not read', () => {
  for (const panels of ['', '1X2', '1X21X21X21X2Y', '1X21X21X21X21|', '1,1,1,1,1,1,1,1,1,1,1,1,1'])
    expect(readMarks('totoeng', { panels }), panels).toBeNull();
  expect(readMarks('totoeng', { panels: '1111111111111', panelU: 'A' })).toBeNull();
  expect(readMarks('totoeng', { panels: '1111111111111', system: 'S-1-1-1' })).toMatchObject({ system: '' });
  expect(readMarks('xg', { panels: '1,1,1,1,1,1,1,1,1,1,1,1,1' })?.base).toEqual(none);
});
