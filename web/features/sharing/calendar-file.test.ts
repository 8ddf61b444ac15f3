/** A file for calendars keeps the rules of RFC 5545, and says nothing that is not public. */
import { expect, test } from 'vitest';
import type { Locale } from '#texts/evaluate.ts';
import { allOf, bundledTexts, catalogueOf } from '#web/text/catalogue.server.ts';
import { createText } from '#web/text/text.tsx';
import { calendarFile } from './calendar-file.ts';

const held = {
  gameId: 'lotto',
  draw: 2089,
  week: 49,
  year: 2026,
  drawDate: '2026-12-05T18:54:00.000Z',
  closeDate: '2026-12-05T18:40:00.000Z',
  revision: 1,
};
const next = { ...held, draw: 2090, week: 50, drawDate: '2026-12-12T18:54:00.000Z' };
const moved = {
  ...held,
  drawDate: '2027-01-02T18:54:00.000Z',
  week: 53,
  movedFrom: '2026-12-31',
  revision: 4,
};
const cancelled = { ...held, cancelled: true, revision: 3 };
const at = { gameId: 'lotto', origin: 'https://hending.example', now: '2026-12-01T10:00:00.000Z' } as const;

function file(draws: readonly (typeof held)[], locale: Locale = 'is'): string {
  return calendarFile(draws, createText(locale, allOf(catalogueOf(bundledTexts, locale))), at);
}

/** The properties of each event: lines unfolded, texts as they were before they were escaped. */
function events(text: string): Record<string, string>[] {
  const lines = text.replace(/\r\n[ \t]/g, '').split('\r\n');
  const found: Record<string, string>[] = [];
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:;]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? [];
    if (line === 'BEGIN:VEVENT') found.push({});
    const event = found.at(-1);
    const meant = value.replace(/\\([\\;,nN])/g, (_, char: string) => (/n/i.test(char) ? '\n' : char));
    if (event) event[name] ??= meant;
  }
  return found;
}

test('lines end with CRLF and are folded at 75 octets, between letters', () => {
  for (const text of [file([held, next]), file([moved]), file([cancelled]), file([moved], 'en')]) {
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    const lines = text.split('\r\n').filter((line) => line !== '');
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect([lines[0], lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR']);
    expect(lines.slice(1)).toContain('VERSION:2.0');
    expect(text).toMatch(/^PRODID:.+$/m);
  }
  expect(file([moved])).toMatch(/\r\n [^\r\n]/);
  expect(events(file([moved]))[0]?.['DESCRIPTION']).toContain('færður');
});

test('a draw has its instants in UTC, the page of its results, and words in the language of the page', () => {
  const [is] = events(file([held]));
  const [en] = events(file([held], 'en'));
  expect(is).toMatchObject({
    DTSTAMP: '20261201T100000Z',
    DTSTART: '20261205T185400Z',
    DTEND: '20261205T190900Z',
    SEQUENCE: '1',
    STATUS: 'CONFIRMED',
    TRANSP: 'TRANSPARENT',
    SUMMARY: 'Lottó, útdráttur',
    URL: 'https://hending.example/urslit/lotto?week=49&year=2026',
    DESCRIPTION: 'Úrslitin birtast á https://hending.example/urslit/lotto?week=49&year=2026',
  });
  expect(en).toMatchObject({ SUMMARY: 'Lotto draw' });
  expect(en?.['URL']).toContain('/en/urslit/lotto');
});

test('identities are of the draw alone: the same in both languages, after it was moved or cancelled', () => {
  const uids = [file([held]), file([held], 'en'), file([moved]), file([cancelled])].map(
    (text) => events(text)[0]?.['UID'],
  );
  expect(new Set(uids).size).toBe(1);
  expect(events(file([held, next])).map((event) => event['UID'])).toEqual([uids[0], expect.any(String)]);
  expect(events(file([held, next]))[1]?.['UID']).not.toBe(uids[0]);
});

test('a draw that was moved or cancelled says so, and counts as newer', () => {
  expect(events(file([moved]))[0]).toMatchObject({
    DTSTART: '20270102T185400Z',
    SEQUENCE: '4',
    STATUS: 'CONFIRMED',
    DESCRIPTION: expect.stringMatching(/^Útdrátturinn var færður\. Hann átti að vera .*31\. desember\.\n/),
  });
  expect(events(file([cancelled]))[0]).toMatchObject({
    SEQUENCE: '3',
    STATUS: 'CANCELLED',
    SUMMARY: 'Lottó, útdrætti aflýst',
    DESCRIPTION: expect.stringContaining('Útdrættinum var aflýst. Miðarnir eru ógiltir'),
  });
});

test('commas and line breaks of a text are escaped', () => {
  const lines = file([cancelled]).replace(/\r\n /g, '');
  expect(lines).toContain('SUMMARY:Lottó\\, útdrætti aflýst');
  expect(lines).toMatch(/^DESCRIPTION:.*endurgreitt\.\\nÚrslitin/m);
});
