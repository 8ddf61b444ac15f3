import { expect, test } from 'vitest';
import { instantOf } from './calendar.ts';

test('wall-clock times abroad, winter and summer', () => {
  expect(instantOf('2026-01-07', { time: '19:00', zone: 'Europe/Oslo' })).toBe('2026-01-07T18:00:00Z');
  expect(instantOf('2026-07-01', { time: '19:00', zone: 'Europe/Oslo' })).toBe('2026-07-01T17:00:00Z');
  expect(instantOf('2026-01-10', { time: '18:40', zone: 'Atlantic/Reykjavik' })).toBe('2026-01-10T18:40:00Z');
});
