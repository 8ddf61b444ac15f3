/** Amount fields (must-hold 55). */
import { expect, test } from 'vitest';
import { type AmountBounds, readAmount } from './amount.ts';

const deposit: AmountBounds = { min: 500, max: 200_000, left: 5_000, largest: 1_000_000 };
const withdrawal: AmountBounds = { min: 500, max: 1_000_000, balance: 2_850, largest: 1_000_000 };

test.each([
  ['2000', 2_000],
  ['2.000', 2_000],
  [' 2.000 kr. ', 2_000],
  ['2000 kr', 2_000],
  ['500', 500],
  ['5.000', 5_000],
])('%j is %d krónur', (typed, amount) => {
  expect(readAmount(typed, deposit)).toEqual({ amount });
});

test.each([
  ['', 'amountRequired'],
  ['  ', 'amountRequired'],
  ['2000,50', 'amountWholeOnly'],
  ['2,000', 'amountWholeOnly'],
  ['2.00', 'amountWholeOnly'],
  ['20.00.0', 'amountWholeOnly'],
  ['-2000', 'amountWholeOnly'],
  ['\u22122000', 'amountWholeOnly'],
  ['0500', 'amountWholeOnly'],
  ['1e4', 'amountWholeOnly'],
  ['+500', 'amountWholeOnly'],
  ['tvö þúsund', 'amountWholeOnly'],
  ['10.000.001', 'amountTooHigh'],
  ['9'.repeat(20), 'amountTooHigh'],
  ['9.999.999.999.999', 'amountTooHigh'],
])('%j is refused: %s', (typed, key) => {
  expect(readAmount(typed, deposit)).toEqual({ fault: { key } });
});

test('bounds are told with the amount that counts', () => {
  expect(readAmount('499', deposit)).toEqual({ fault: { key: 'amountTooLow', min: 500 } });
  expect(readAmount('0', deposit)).toEqual({ fault: { key: 'amountTooLow', min: 500 } });
  expect(readAmount('5001', deposit)).toEqual({ fault: { key: 'amountHigherThanLimit', limit: 5_000 } });
  expect(readAmount('200001', { ...deposit, left: 900_000 })).toEqual({
    fault: { key: 'amountHigherThanLimit', limit: 200_000 },
  });
  expect(readAmount('2850', withdrawal)).toEqual({ amount: 2_850 });
  expect(readAmount('2851', withdrawal)).toEqual({ fault: { key: 'amountTooHigh' } });
  expect(readAmount('1000001', { ...withdrawal, balance: 5_000_000 })).toEqual({
    fault: { key: 'amountHigherThanLimit', limit: 1_000_000 },
  });
});
