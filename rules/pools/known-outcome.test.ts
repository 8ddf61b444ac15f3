import { expect, test } from 'vitest';
import { type KnownMatch, knownOutcome } from './known-outcome.ts';

const times = { closeDate: '2026-09-19T11:29:00.000Z', roundEnds: '2026-09-21T12:00:00.000Z' };
const played: KnownMatch = {
  status: 'finished',
  score: { home: 2, away: 2 },
  dateKickOff: '2026-09-19T11:30:00.000Z',
};

test.each([
  ['played to its end', played, { outcome: 1, sure: 'final' }],
  ['running', { ...played, status: 'onGoing' }, { outcome: 1, sure: 'running' }],
  ['decided otherwise than its score', { ...played, result: '2' }, { outcome: 2, sure: 'final' }],
  ['drawn', { ...played, result: '1', byLot: true }, { outcome: 0, sure: 'lot' }],
  ['waiting for the beacon', { ...played, byLot: true }, { outcome: null, sure: 'awaitsLot' }],
  ['abandoned', { ...played, status: 'cancelled' }, { outcome: null, sure: 'awaitsLot' }],
  ['not begun', { ...played, status: 'notStarted' }, { outcome: null, sure: null }],
  [
    'running without a score',
    { ...played, status: 'onGoing', score: undefined },
    { outcome: null, sure: null },
  ],
  // Nobody may have guessed a match that had begun, and the round does not wait.
  [
    'begun before the sale ended',
    { ...played, dateKickOff: '2026-09-19T11:28:59.000Z' },
    { outcome: null, sure: 'awaitsLot' },
  ],
  [
    'begun after the round',
    { ...played, dateKickOff: '2026-09-21T12:00:01.000Z' },
    { outcome: null, sure: 'awaitsLot' },
  ],
] as [string, KnownMatch, object][])('a match that is %s', (_, match, known) => {
  expect(knownOutcome('totoeng', times, match)).toEqual(known);
});

test('goals of both teams, from seven on as one', () => {
  expect(knownOutcome('xg', times, played).outcome).toBe(4);
  expect(knownOutcome('xg', times, { ...played, score: { home: 5, away: 4 } }).outcome).toBe(7);
  expect(knownOutcome('xg', times, { ...played, result: '7+' }).outcome).toBe(7);
});
