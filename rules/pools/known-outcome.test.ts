import { expect, test } from 'vitest';
import { knownOutcome, type ShownMatch } from './known-outcome.ts';

test.each<[string, ShownMatch, object]>([
  ['ended', { soFar: { outcome: 'X', isFinal: true } }, { outcome: 1, sure: 'final' }],
  ['running', { soFar: { outcome: 'X', isFinal: false } }, { outcome: 1, sure: 'running' }],
  ['decided', { result: '2' }, { outcome: 2, sure: 'final' }],
  ['drawn', { result: '1', byLot: true }, { outcome: 0, sure: 'lot' }],
  ['waiting for the beacon', { byLot: true, awaitsLot: true }, { outcome: null, sure: 'awaitsLot' }],
  ['not begun', {}, { outcome: null, sure: null }],
])('a match that is %s', (_, match, known) => {
  expect(knownOutcome('totoeng', match)).toEqual(known);
});

test('goals of both teams, from seven on as one', () => {
  expect(knownOutcome('xg', { soFar: { outcome: '4', isFinal: true } }).outcome).toBe(4);
  expect(knownOutcome('xg', { result: '7+' }).outcome).toBe(7);
});
