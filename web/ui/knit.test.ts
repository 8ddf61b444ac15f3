import { expect, test } from 'vitest';
import { knitCells } from './knit.tsx';

const drawn = (hash: string) => knitCells(hash).map((row) => row.map((on) => (on ? '#' : '.')).join(''));

test('the pattern of a known root', () => {
  const rows = drawn('c5f438a96584267764cb7bed015e5654dcf3e1f494fd2ae1c6c6b95999350c0a');
  expect(rows[0]).toBe('##...#.##.#...##');
  expect(rows[1]).toBe('#####.#..#.#####');
  expect(rows[7]).toBe('#.#...####...#.#');
});

test('a pattern is the same from all sides and in the diagonal', () => {
  const cells = knitCells('0123456789');
  for (let i = 0; i < 16; i += 1) {
    for (let j = 0; j < 16; j += 1) {
      expect(cells[i]?.[j]).toBe(cells[15 - i]?.[j]);
      expect(cells[i]?.[j]).toBe(cells[i]?.[15 - j]);
      expect(cells[i]?.[j]).toBe(cells[j]?.[i]);
    }
  }
});

test('the four middle cells are always on', () => {
  const cells = knitCells('000000000');
  expect([cells[7]?.[7], cells[7]?.[8], cells[8]?.[7], cells[8]?.[8]]).toEqual([true, true, true, true]);
  expect(cells.flat().filter(Boolean)).toHaveLength(4);
});
