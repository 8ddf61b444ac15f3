import { expect, test } from 'vitest';
import { UsageError } from './command.ts';
import { momentOf } from './moment.ts';

test.each([
  ['2026-12-24T18:00:00Z', '2026-12-24T18:00:00.000Z'],
  ['2026-12-24T18:00:00.250Z', '2026-12-24T18:00:00.250Z'],
  ['2026-12-24T18:00Z', '2026-12-24T18:00:00.000Z'],
  ['2026-12-24T18:00:00+01:00', '2026-12-24T17:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
])('%s is a moment', (typed, moment) => {
  expect(momentOf(typed, '--at').toISOString()).toBe(moment);
});

test.each([
  '2028-02-30',
  '2028-02-30T12:00:00Z',
  '2027-02-29T12:00:00Z',
  '2028-04-31T00:00:00+00:00',
  '2028-13-01T00:00:00Z',
  '2028-00-10',
  '2028-01-00',
  '0000-00-00',
])('%s does not exist', (typed) => {
  expect(() => momentOf(typed, '--at')).toThrow(expect.objectContaining({ code: 'EC_INVALID_INPUT' }));
});

test.each([
  undefined,
  '',
  '1',
  'tomorrow',
  '28.2.2028',
  '2028-2-28',
  '20280228',
  '+002028-02-28T00:00:00Z',
  '2028-02-28T24:00:00Z',
  '2028-02-28T12:60:00Z',
  '2028-02-28T12:00:60Z',
  '2028-02-28T12:00:00',
  '2028-02-28T12:00:00Z\n',
  ' 2028-02-28',
  '2028-02-28T12:00:00+25:00',
  '٢٠٢٨-٠٢-٢٨',
])('%j is no moment', (typed) => {
  expect(() => momentOf(typed, '--at')).toThrow(UsageError);
});
