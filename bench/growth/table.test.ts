import { expect, test } from 'vitest';
import type { Cost } from './cost.ts';
import { flat, type Piece } from './pieces.ts';
import { compare } from './table.ts';

const cost = (buffers: number): Cost => ({ buffers, read: 0, walBytes: 0, postgresMs: 0, programMs: 0 });
const piece = (buffers: number, count: number): Piece => {
  return { name: 'settle', per: 'coupon', count, cost: cost(buffers), marks: flat };
};

test('a piece of work may cost 1.3 times the buffers of the smaller history, and not more', () => {
  const [within] = compare([piece(1000, 1)], [piece(1300, 1)]);
  const [beyond] = compare([piece(1000, 1)], [piece(1310, 1)]);
  expect(within?.figures.buffers).toEqual({ small: 1000, large: 1300, ratio: 1.3, mark: 1.3, holds: true });
  expect(beyond?.figures.buffers).toMatchObject({ ratio: 1.31, holds: false });
});

test('it is compared by the ticket, not by the whole', () => {
  const [row] = compare([piece(10_000, 10)], [piece(100_000, 100)]);
  expect(row?.figures.buffers).toMatchObject({ small: 1000, large: 1000, ratio: 1 });
});

test('what is too little to be counted is not held against the mark', () => {
  const [row] = compare([piece(1, 1)], [piece(100, 1)]);
  expect(row?.figures.buffers).toMatchObject({ ratio: 1, holds: true });
});
