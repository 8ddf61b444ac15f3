import { expect, test } from 'vitest';
import { inOrder, orderAfter, readOrder } from './contribution-order.ts';

const contributions = [
  ['Ægir', 3, 500],
  ['KR', 107, 900],
  ['Closed', 9, 100],
  ['Árroði', 20, 700],
].map(([clubName, club, sale], place) => ({
  ...{ clubName: String(clubName), club: Number(club), sale: Number(sale), amount: Number(sale) / 10 },
  ...{ saleTotal: 1000 - place, percent: place, saleCount: place },
}));
const names = ['Árroði', 'KR', 'Ægir'];
const sorted = (rod: string | null) =>
  inOrder(contributions, readOrder(rod), names).map(({ clubName }) => clubName);

test.each([
  [null, ['KR', 'Árroði', 'Ægir', 'Closed']],
  ['-sala', ['Closed', 'Ægir', 'Árroði', 'KR']],
  ['felag', ['Árroði', 'KR', 'Ægir', 'Closed']],
  ['-felag', ['Closed', 'Ægir', 'KR', 'Árroði']],
  ['nr', ['Ægir', 'Closed', 'Árroði', 'KR']],
  ['fjoldi', ['Árroði', 'Closed', 'KR', 'Ægir']],
  ['toString', ['KR', 'Árroði', 'Ægir', 'Closed']],
  ['--sala', ['KR', 'Árroði', 'Ægir', 'Closed']],
])('rod=%s', (rod, order) => expect(sorted(rod)).toEqual(order));

test('a press sorts by the column, and a second one turns it', () => {
  expect(orderAfter(readOrder(null), 'felag')).toBe('felag');
  expect(orderAfter(readOrder('felag'), 'felag')).toBe('-felag');
  expect(orderAfter(readOrder('-felag'), 'felag')).toBe('felag');
  expect(orderAfter(readOrder(null), 'sala')).toBe('-sala');
  expect(orderAfter(readOrder('-sala'), 'sala')).toBeUndefined();
});
