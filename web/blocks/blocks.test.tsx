import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block, Section } from '#contract/content.ts';
import { ContentBlock } from './blocks.tsx';
import { readOrder } from './contribution-order.ts';
import { fileSize } from './document.tsx';
import { pointOf } from './map-section.tsx';
import { platformClass } from './platforms.ts';
import { render } from './render-fixture.tsx';
import type { ContributionsData } from './section-data.ts';
import { Sections } from './sections.tsx';

const record = { id: 'a', platforms: [] };
const shown = (block: Block, data = {}, locale: 'is' | 'en' = 'is', inline = false): string =>
  render(<ContentBlock block={block} data={data} inline={inline} />, locale);

const document = { url: '/skjal.pdf', title: 'Skjal', format: 'pdf', filename: 'skjal.pdf', size: 1_240_000 };
const button: Block = { __typename: 'ButtonBlockRecord', ...record, text: 'Nánar', url: '/a', color: 'pink' };

test('a button has its colour, a document its format and size, as a button or a link', () => {
  expect(shown(button)).toContain('class="button_button button_color button_pink" href="/a"');
  const file = { __typename: 'DocumentBlockRecord' as const, ...record, document };
  expect(shown({ ...file, showAsButton: true })).toMatch(
    /class="button_button button_secondary" href="\/skjal.pdf".*Skjal \(PDF, 1,2\u00a0MB\)/,
  );
  expect(shown({ ...file, showAsButton: false }, {}, 'en')).toMatch(
    /class="document_document".*\(PDF, 1.2\u00a0MB\)/,
  );
});

test('a button that leads nowhere safe is not there', () => {
  expect(shown({ ...button, url: 'javascript:alert(1)' })).toBe('');
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 kB'],
  [340_499, '340 kB'],
  [1_000_000, '1 MB'],
  [1_260_000, '1,3 MB'],
  [12_600_000, '13 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(fileSize('is', bytes)).toBe(text.replace(' ', '\u00a0'));
});

test('a wide table spells out its roles and names each cell, so that a phone can show it as a list', () => {
  const columns = ['A', 'B', 'B', 'C'].map((name) => ({ name, align: 'end' as const }));
  const table = { __typename: 'TableBlockRecord' as const, ...record, caption: 'Tafla', note: 'Skýring' };
  const html = shown({ ...table, columns, rows: [['1', '2', '3'], []] });
  expect(html).toContain('role="rowheader" scope="row" class="table_alignRight">1<');
  expect(html.match(/<td role="cell" class="table_alignRight" data-name="B">/g)).toHaveLength(4);
  expect(html).toContain('Skýring');
});

test('a video is a picture until it is pressed, and a link without script', () => {
  const video = { playbackId: 'p', width: 1280, height: 720, thumbnailUrl: 'https://v.is/p.jpg' };
  const files = { streamingUrl: 'https://v.is/p.m3u8', mp4Url: 'https://v.is/p.mp4' };
  const block: Block = {
    __typename: 'VideoBlockRecord',
    ...record,
    title: 'Útdráttur',
    video: { ...video, ...files },
  };
  expect(shown(block)).not.toContain('<video');
  expect(shown(block)).toMatch(
    /<a class="video_poster" href="https:\/\/v.is\/p.mp4" aria-label="Spila myndskeið: Útdráttur"/,
  );
  expect(shown(block)).toContain('<img src="/myndir/https/v.is/p.jpg"');
  const nowhere = { ...video, streamingUrl: 'javascript:1', mp4Url: '' };
  expect(shown({ ...block, video: nowhere })).not.toContain('href');
});

describe('clubs and contributions', () => {
  const clubs: Block = { __typename: 'ClubListBlockRecord', ...record, title: 'Félög' };
  const block: Block = { __typename: 'ContributionsBlockRecord', ...record, title: 'Framlög' };
  const data: ContributionsData = {
    year: 2026,
    week: 37,
    years: [2026, 2025],
    weeks: 38,
    order: readOrder(null),
    contributions: [],
  };
  const failed = 'Ekki tókst að sækja gögnin. Ýttu til að reyna aftur.';

  test('what could not be read offers to try again, what is empty says so', () => {
    expect(shown(clubs, { clubs: null })).toContain(failed);
    expect(shown(clubs, { clubs: [] })).toContain('Ekkert félag fannst.');
    expect(shown(block, { contributions: { ...data, contributions: null } })).toContain(failed);
    expect(shown(block, { contributions: data })).toContain('Engin framlög eru skráð í viku 37 árið 2026.');
    expect(shown(block, { contributions: { ...data, week: null } })).toContain(
      'Engin framlög eru skráð árið 2026.',
    );
  });

  test('contributions in a table, their sums above and below, weeks and years to choose', () => {
    const of = (sale: number) => ({ sale, saleTotal: 3 * sale, amount: Math.floor(sale / 10) });
    const contributions = [
      { club: 101, clubName: 'KR', ...of(12_000), percent: 66.67, saleCount: 12 },
      { club: 102, clubName: 'Þór', ...of(6_009), percent: 33.33, saleCount: 7 },
    ];
    const html = shown(block, { contributions: { ...data, contributions } });
    expect(html.match(/18\.009\u00a0kr\./g)).toHaveLength(2);
    expect(html.match(/1\.800\u00a0kr\./g)).toHaveLength(2);
    expect(html).toContain('href="/felog/102?ar=2026"');
    expect(html).toMatch(/aria-sort="descending"[^>]*><a[^>]*rod=-sala/);
    expect(html).toContain('66,67%');
    expect(html).toContain('<option value="allar-vikur">Allar vikur</option>');
    expect(html).toContain('<option value="37" selected="">Vika 37</option>');
    expect(html.match(/<option/g)).toHaveLength(2 + 1 + 38);
  });
});

test.each([
  [[], undefined],
  [['web', 'mobile'], undefined],
  [['web'], 'platforms_onWeb'],
  [['mobile'], 'platforms_onMobile'],
] as const)('platforms %j', (platforms, className) => {
  expect(platformClass([...platforms])).toBe(className);
  const html = shown({ ...button, platforms: [...platforms] });
  expect(/platforms_on/.test(html)).toBe(className !== undefined);
});

test('a place outside the drawing is in the list only', () => {
  expect(pointOf({ latitude: 64.14, longitude: -21.9 })).toEqual({
    x: expect.closeTo(122.6, 1),
    y: expect.closeTo(251, 1),
  });
  expect(pointOf({ latitude: 55.68, longitude: 12.57 })).toBeNull();
  expect(pointOf({ latitude: Number.NaN, longitude: 0 })).toBeNull();
});

test('sections and blocks of unknown kinds show nothing', () => {
  const kinds = fc.constantFrom('__proto__', 'constructor', 'XSectionRecord', 'ButtonSectionRecord', '');
  fc.assert(
    fc.property(kinds, (__typename) => {
      const unknown = { ...record, __typename } as unknown as Section & Block;
      expect(shown(unknown)).toBe('');
      expect(render(<Sections sections={[unknown]} data={{}} />)).toBe('');
    }),
  );
});
