import { expect, test } from 'vitest';
import { byUrgency, type Matter, type PrizeMatter } from './matters.ts';

const today = '2026-10-04';

const prize: PrizeMatter = {
  kind: 'prize',
  gameId: 'eurojackpot',
  drawDate: '2026-09-18T19:00:00.000Z',
  ticketId: 'a',
  couponId: 'b',
  amount: 48_252_500,
  claimBy: '2027-09-18',
  isClaimed: false,
};

/** Every kind, and every state that changes its place, in the order that a player should see them. */
const inOrder: readonly (readonly [string, Matter])[] = [
  ['a small prize that lapses in a week', { ...prize, amount: 250_000, claimBy: '2026-10-11' }],
  ['a prize that lapses on the thirtieth day', { ...prize, amount: 300_000, claimBy: '2026-11-03' }],
  ['a prize of 48 million', prize],
  ['a prize of a million', { ...prize, amount: 1_000_000, claimBy: '2026-11-04' }],
  ['a certificate that has ended', { kind: 'certificate', lastDay: '2026-10-03' }],
  ['a card that ends today', { kind: 'card', last4: '1234', lastDay: '2026-10-04', nextCharge: null }],
  ['a certificate that ends in a month', { kind: 'certificate', lastDay: '2026-11-03' }],
  ['a prize that is claimed', { ...prize, amount: 90_000_000, claimBy: '2026-10-05', isClaimed: true }],
  [
    'a charge tomorrow',
    { kind: 'charge', at: '2026-10-05T08:00:00.000Z', amount: 1840, games: [], balanceAfter: 1010 },
  ],
  ['a ticket in the first draw of today', ticketAt('2026-10-04T17:00:00.000Z')],
  ['a ticket in the second draw of today', ticketAt('2026-10-04T18:54:00.000Z')],
  ['a raise that may be confirmed', { kind: 'raise', field: 'depositLimitMonth', from: 20_000, to: 30_000 }],
];

function ticketAt(drawDate: string): Matter {
  const ids = { ticketId: 'c', couponId: 'd' };
  return { kind: 'ticket', gameId: 'lotto', drawDate, ...ids, tickets: 1, rowCount: 3, hasSideGame: true };
}

test.each(
  inOrder.flatMap(([first, a], place) =>
    inOrder.slice(place + 1).map(([second, b]) => ({ first, second, a, b })),
  ),
)('$first comes before $second', ({ a, b }) => {
  expect(byUrgency([b, a], today)).toEqual([a, b]);
  expect(byUrgency([a, b], today)).toEqual([a, b]);
});
