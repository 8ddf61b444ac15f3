import { expect, test } from 'vitest';
import type { PaymentStatus } from '../store.ts';
import { compareBooks, type OwnPayment } from './compare.ts';

const day = '2026-11-25';
const booking = (on: string, amount: number) => ({ id: 'a', amount, at: new Date(`${on}T12:00:00Z`) });
const payment = (changes: Partial<OwnPayment> = {}): OwnPayment => ({
  ...{ paymentId: 'p', id: 'a', kind: 'cardDeposit', status: 'settled', amount: 4_000 },
  ...{ isOfDay: true, isOverdue: false, sentOn: day, changedOn: day },
  ...changes,
});
const differences = (own: Partial<OwnPayment>, amounts: readonly [string, number][]) =>
  compareBooks(
    'cardGateway',
    day,
    [payment(own)],
    amounts.map(([on, amount]) => booking(on, amount)),
  ).differences.map(({ what, theirs }) => [what, theirs]);

test('what is settled is booked with its amount, once and no other', () => {
  expect(differences({}, [[day, 4_000]])).toEqual([]);
  expect(differences({}, [['2026-11-26', 4_000]])).toEqual([]);
  expect(differences({}, [])).toEqual([['onlyHere', 0]]);
  expect(differences({}, [[day, -4_000]])).toEqual([['amount', -4_000]]);
  expect(
    differences({}, [
      [day, 4_000],
      [day, 4_000],
    ]),
  ).toEqual([['amount', 8_000]]);
});

test.each<PaymentStatus>(['paying', 'unknown', 'waiting', 'held', 'accepted'])(
  'a booking of what is %s is tolerated for a day and no longer',
  (status) => {
    expect(differences({ status }, [[day, 4_000]])).toEqual([]);
    expect(differences({ status, isOverdue: true }, [[day, 4_000]])).toEqual([['onlyThere', 4_000]]);
    expect(differences({ status, isOverdue: true }, [])).toEqual([]);
  },
);

test('what was given back on another day has one of its lines in these days, with its amount', () => {
  const status = 'reversed';
  expect(differences({ status, changedOn: '2026-11-28' }, [[day, 4_000]])).toEqual([]);
  expect(differences({ status, sentOn: '2026-11-20' }, [[day, -4_000]])).toEqual([]);
  expect(differences({ status }, [[day, 4_000]])).toEqual([['onlyThere', 4_000]]);
  expect(differences({ status }, [[day, -4_000]])).toEqual([['onlyThere', -4_000]]);
  expect(differences({ status, sentOn: '2026-11-20' }, [[day, -3_999]])).toEqual([['onlyThere', -3_999]]);
});
