import { expect, test } from 'vitest';
import { moveOnGrid, typedNumber } from './grid-keys.ts';

const move = (key: string, from: number, ctrlKey = false) => moveOnGrid({ key, ctrlKey }, from, 9, 45);

test('must-hold 158: arrows move by one and by a line, and stop at the ends', () => {
  expect([move('ArrowRight', 9), move('ArrowLeft', 10), move('ArrowDown', 9), move('ArrowUp', 18)]).toEqual([
    10, 9, 18, 9,
  ]);
  expect([move('ArrowRight', 45), move('ArrowLeft', 1), move('ArrowDown', 40), move('ArrowUp', 5)]).toEqual([
    45, 1, 40, 5,
  ]);
});

test('Home and End go to the ends of the line, with Ctrl of the grid', () => {
  expect([move('Home', 14), move('End', 14), move('Home', 14, true), move('End', 14, true)]).toEqual([
    10, 18, 1, 45,
  ]);
});

test('the last line may be short', () => {
  expect(moveOnGrid({ key: 'End', ctrlKey: false }, 43, 7, 45)).toBe(45);
});

test('other keys do not move', () => {
  expect(move(' ', 4)).toBeNull();
  expect(move('a', 4)).toBeNull();
});

test('2 then 7 is 27; 5 after 4 is 45; 9 after 4 starts anew; 0 alone is nothing', () => {
  expect(typedNumber('2', '7', 45)).toEqual({ typed: '27', number: 27 });
  expect(typedNumber('4', '5', 45)).toEqual({ typed: '45', number: 45 });
  expect(typedNumber('4', '9', 45)).toEqual({ typed: '9', number: 9 });
  expect(typedNumber('', '0', 45)).toEqual({ typed: '0', number: null });
});
