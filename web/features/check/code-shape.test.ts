import { expect, test } from 'vitest';
import { versionAt } from '#rules/numbers/games.ts';
import { shapeOf } from './code-shape.ts';

const read = (typed: string) => shapeOf(typed, (gameId) => versionAt(gameId, '2026-11-28'));

test.each([
  ['7KQ2-M9TD-4HXR-8BNE-3VWP', { kind: 'code' }],
  ['7kq2 m9td 4hxr 8bne 3vwp', { kind: 'code' }],
  ['12345678901234567890', { kind: 'code' }],
  ['01KB-6ZWX-1V3A-9QME-K24D-7HBV-P3', { kind: 'ticketNumber' }],
  ['120F-ZAKK', { kind: 'shortNumber' }],
  ['41.187.306', { kind: 'shortNumber' }],
  ['10TZ-FGF2-SR', { kind: 'securityCode' }],
  ['7KQ2-M9TD-4HX', { kind: 'missing', count: 9 }],
  ['7KQ2-M9TD-4HXR-8BNE-3VW', { kind: 'missing', count: 1 }],
  ['7KQ2-M9TD-4HXR-8BNE-3VWPX', { kind: 'tooLong', count: 21 }],
  ['1x2a bcd11 1xx2', { kind: 'marks', row: '1X2ABCD111XX2' }],
  ['ha', { kind: 'missing', count: 18 }],
])('%s is recognised by its shape', (typed, shape) => expect(read(typed)).toEqual(shape));

test('numbers are numbers, whether they make up a ticket or not', () => {
  expect(read('L 3 9 14 27 33')).toMatchObject({ kind: 'numbers', play: { gameId: 'lotto', system: 0 } });
  expect(read('ej 3 17 22 41 50 b 4 9')).toMatchObject({ kind: 'numbers', play: { gameId: 'eurojackpot' } });
  for (const typed of ['L 3 9 14', '3 9 14 27 33', '3, 9, 14, 27, 99'])
    expect(read(typed)).toEqual({ kind: 'numbers', play: null });
});
