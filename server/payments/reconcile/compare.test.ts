import { expect, test } from 'vitest';
import { compareBooks, type OwnPayment } from './compare.ts';

const [paidOn, askedBackOn] = ['2026-11-25', '2026-12-08'];
const booking = (day: string, amount: number) => ({ id: 'a', amount, at: new Date(`${day}T12:00:00Z`) });
const payment = (changes: Partial<OwnPayment> = {}): OwnPayment => ({
  ...{ paymentId: 'p', id: 'a', kind: 'cardDeposit', status: 'settled', amount: 4_000 },
  ...{ chargedBack: false, movedThatDay: true },
  ...changes,
});
const differences = (day: string, own: OwnPayment, amounts: readonly [string, number][]) =>
  compareBooks(
    'cardGateway',
    day,
    [own],
    amounts.map(([on, amount]) => booking(on, amount)),
  ).differences;

test('a chargeback agrees on the day of its payment, on its own, and where both are one', () => {
  const own = payment({ chargedBack: true });
  expect(differences(paidOn, own, [[paidOn, 4_000]])).toEqual([]);
  expect(differences(askedBackOn, own, [[askedBackOn, -4_000]])).toEqual([]);
  expect(
    differences(paidOn, own, [
      [paidOn, 4_000],
      [paidOn, -4_000],
    ]),
  ).toEqual([]);
});

test('a chargeback that only they have, and one of another amount, are told', () => {
  expect(differences(askedBackOn, payment(), [[askedBackOn, -4_000]])).toMatchObject([
    { what: 'amount', ours: 4_000, theirs: -4_000 },
  ]);
  expect(differences(askedBackOn, payment({ chargedBack: true }), [[askedBackOn, -4_001]])).toMatchObject([
    { what: 'onlyThere', ours: 0, theirs: -4_001 },
  ]);
});
