/** Formatters against Node's ICU, which has Icelandic data. */
import { expect, test } from 'vitest';
import en from '#content/texts/en.json' with { type: 'json' };
import is from '#content/texts/is.json' with { type: 'json' };
import { compile } from './compile.ts';
import { evaluate, type Locale, pluralOf } from './evaluate.ts';
import { createFormat, potInWords, ticketName, ticketNumber, time } from './format.ts';
import { groupDigits, money } from './number.ts';

function formatOf(locale: Locale) {
  return createFormat(locale, (key, values) =>
    evaluate(locale, compile(textAt(locale === 'is' ? is : en, key)), values),
  );
}

function textAt(texts: object, key: string): string {
  return String(key.split('.').reduce((node, name) => Reflect.get(node, name), texts));
}

const icelandic = formatOf('is');
const english = formatOf('en');

const days = Array.from(
  { length: 400 },
  (_, day) => new Date(Date.UTC(2026, 0, 1, 18, 40) + day * 86_400_000),
);
const inUtc = { timeZone: 'UTC' } as const;

test('must-hold 162: numbers are grouped with dots as ICU does for Icelandic', () => {
  const icu = new Intl.NumberFormat('is');
  for (const value of [0, 7, 999, 1000, 12_345, 1_221_759, 61_357_560, 999_999_999_999]) {
    expect(groupDigits(value)).toBe(icu.format(value));
  }
});

test('amounts carry a no-break space and a true minus', () => {
  expect(money(1234)).toBe('1.234\u00a0kr.');
  expect(money(-1234)).toBe('\u22121.234\u00a0kr.');
  expect(money(0)).toBe('0\u00a0kr.');
});

test('Icelandic dates are those of ICU', () => {
  const long = new Intl.DateTimeFormat('is', { day: 'numeric', month: 'long', ...inUtc });
  const year = new Intl.DateTimeFormat('is', { day: 'numeric', month: 'long', year: 'numeric', ...inUtc });
  const weekday = new Intl.DateTimeFormat('is', { weekday: 'long', ...inUtc });
  for (const day of days) {
    const instant = day.toISOString();
    expect(icelandic.date(instant)).toBe(long.format(day));
    expect(icelandic.dateYear(instant)).toBe(year.format(day));
    expect(icelandic.weekdayDate(instant)).toBe(`${weekday.format(day)} ${long.format(day)}`);
  }
});

test('English dates are those of ICU', () => {
  const long = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', ...inUtc });
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', ...inUtc });
  for (const day of days) {
    const instant = day.toISOString();
    expect(english.date(instant)).toBe(long.format(day));
    expect(english.weekdayDate(instant)).toBe(`${weekday.format(day)} ${long.format(day)}`);
  }
});

test('short dates are those of ICU; five Icelandic months are written as in print', () => {
  const asInPrint: Record<string, string> = {
    'mar.': 'mars',
    'jún.': 'júní',
    'júl.': 'júlí',
    'ágú.': 'ágúst',
    'sep.': 'sept.',
  };
  const isShort = new Intl.DateTimeFormat('is', { day: 'numeric', month: 'short', ...inUtc });
  const isWeekday = new Intl.DateTimeFormat('is', { weekday: 'short', ...inUtc });
  const enShort = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...inUtc });
  const enWeekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', ...inUtc });
  const differing = new Set<string>();
  for (const day of days) {
    const instant = day.toISOString();
    const [date = '', month = ''] = isShort.format(day).split(' ');
    const ours = asInPrint[month] ?? month;
    if (ours !== month) differing.add(month);
    expect(icelandic.dayMonthShort(instant)).toBe(`${date} ${ours}`);
    expect(icelandic.shortDate(instant)).toBe(`${isWeekday.format(day)} ${date} ${ours}`);
    expect(english.dayMonthShort(instant)).toBe(enShort.format(day));
    expect(english.shortDate(instant)).toBe(`${enWeekday.format(day)} ${enShort.format(day)}`);
  }
  expect([...differing].sort()).toEqual(Object.keys(asInPrint).sort());
});

test('plural forms are those of ICU', () => {
  for (const locale of ['is', 'en'] as const) {
    const icu = new Intl.PluralRules(locale);
    for (let count = 0; count <= 1200; count += 1) expect(pluralOf(locale, count)).toBe(icu.select(count));
  }
});

test('times are 24 hours, in UTC', () => {
  expect(time('2026-11-21T18:40:04.120Z')).toBe('18:40');
});

test('a date inside a sentence is inflected', () => {
  expect(icelandic.onDate('2026-11-21T18:54:00Z')).toBe('laugardaginn 21. nóvember');
  expect(english.onDate('2026-11-21T18:54:00Z')).toBe('on Saturday 21 November');
});

test('near dates are named', () => {
  const now = '2026-11-20T23:59:00Z';
  expect(icelandic.nearDateTime('2026-11-20T18:40:00Z', now)).toBe('í dag kl. 18:40');
  expect(icelandic.nearDateTime('2026-11-21T18:40:00Z', now)).toBe('á morgun kl. 18:40');
  expect(icelandic.nearDateTime('2026-11-28T18:40:00Z', now)).toBe('lau. 28. nóv. kl. 18:40');
});

test('several draw dates: two in a month, two months, a span', () => {
  const at = (...dates: string[]) => dates.map((date) => `${date}T18:54:00Z`);
  expect(icelandic.dates(at('2026-11-21'))).toBe('21. nóvember');
  expect(icelandic.dates(at('2026-11-21', '2026-11-28'))).toBe('21. og 28. nóvember');
  expect(icelandic.dates(at('2026-11-28', '2026-12-05'))).toBe('28. nóvember og 5. desember');
  expect(icelandic.dates(at('2026-11-21', '2026-11-28', '2026-12-05'))).toBe('21. nóvember til 5. desember');
});

test('a pot in few figures is never rounded up', () => {
  expect(potInWords('is', 129_990_000)).toEqual({ figure: '129', unit: 'million', form: 'other' });
  expect(potInWords('is', 9_227_070)).toEqual({ figure: '9,2', unit: 'million', form: 'other' });
  expect(potInWords('is', 21_000_000)).toEqual({ figure: '21', unit: 'million', form: 'one' });
  expect(potInWords('is', 9_100_000)).toEqual({ figure: '9,1', unit: 'million', form: 'one' });
  expect(potInWords('is', 5_859_999_999)).toEqual({ figure: '5,85', unit: 'billion', form: 'other' });
  const inKronur = (figure: string) => ({ figure, unit: 'thousand', form: 'other' });
  expect(potInWords('en', 5_859_999_999)).toEqual(inKronur('5.850.000.000'));
  expect(potInWords('en', 129_990_000)).toEqual(inKronur('129.000.000'));
  expect(potInWords('en', 9_227_070)).toEqual(inKronur('9.200.000'));
  expect(potInWords('is', 950_000)).toEqual({ figure: '950.000', unit: 'thousand', form: 'other' });
});

test('ticket numbers in groups', () => {
  const id = '0q4x8m2v7c1n5b9z3k6j8h2g4f';
  expect(ticketName(id)).toBe('0Q4X-8M2V');
  expect(ticketNumber(id)).toBe('0Q4X-8M2V-7C1N-5B9Z-3K6J-8H2G-4F');
});
