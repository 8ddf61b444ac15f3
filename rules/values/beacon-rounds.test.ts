import { expect, test } from 'vitest';
import { beaconRoundAt, timeOfRound } from './beacon-rounds.ts';

test('a round is named by a time, and never comes before it', () => {
  // The first round of quicknet, and its period.
  expect(timeOfRound(1).toISOString()).toBe('2023-08-23T15:09:27.000Z');
  expect(timeOfRound(1000).getTime() - timeOfRound(1).getTime()).toBe(999 * 3000);
  for (const at of ['2026-11-30T13:00:00.000Z', '2026-11-30T13:00:01.500Z', '2026-11-30T13:00:02.999Z']) {
    const time = timeOfRound(beaconRoundAt(new Date(at))).getTime() - Date.parse(at);
    expect(time).toBeGreaterThanOrEqual(0);
    expect(time).toBeLessThan(3000);
  }
  expect(beaconRoundAt(timeOfRound(77))).toBe(77);
});
