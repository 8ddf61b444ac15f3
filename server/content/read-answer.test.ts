import { expect, test } from 'vitest';
import type { TextNode } from '#contract/content.ts';
import { generalPage, paragraph, richText, richTextSection, span } from '#test/harness/content.ts';
import { builtIn } from './built-in.ts';
import { type ContentAnswer, readAnswer } from './read-answer.ts';

type Page = NonNullable<ContentAnswer<'general-page'>>;

const table = (id: string) => ({
  __typename: 'TableBlockRecord',
  id,
  platforms: [],
  caption: null,
  note: null,
  columns: [{ name: 'Flokkur', align: 'start' }],
  rows: [['1.']],
});

function page(...sections: object[]): { page: Page; leftOut: string[] } {
  const { value, leftOut } = readAnswer('general-page', generalPage('prufa', 'Prufa', sections));
  return { page: value as Page, leftOut };
}

/** The text of a page with one rich text, as it was after cleaning. */
function cleaned(children: object[], around = {}): TextNode[] {
  const [only] = page(richTextSection('s1', richText(children, around))).page.sections;
  if (only?.__typename !== 'RichTextSectionRecord') throw new Error('no rich text');
  return only.text.value.document.children ?? [];
}

test('every kind of node is kept with its attributes', () => {
  const children = [
    { type: 'heading', level: 2, children: [span('Fyrirsögn')] },
    paragraph({ type: 'span', value: 'a\nb', marks: ['strong', 'highlight', 'litur-1'] }),
    paragraph({ type: 'link', url: 'https://example.is/?a=1', children: [span('vefur')] }),
    paragraph({ type: 'itemLink', item: 'l1', children: [span('síða')] }, { type: 'inlineItem', item: 'l1' }),
    { type: 'list', style: 'numbered', children: [{ type: 'listItem', children: [paragraph(span('1'))] }] },
    { type: 'blockquote', attribution: 'Höfundur', children: [paragraph(span('tilvitnun'))] },
    { type: 'code', code: 'let a', language: 'ts' },
    { type: 'block', item: 'b1' },
    { type: 'thematicBreak' },
  ];
  const links = [{ __typename: 'GeneralPageRecord', id: 'l1', slug: 'hjalp', title: 'Hjálp' }];
  expect(cleaned(children, { blocks: [table('b1')], links })).toEqual(children);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '\\\\elsewhere.example',
  'https:/\u0000/x',
  '',
])('a link to %j keeps its words and loses its address', (url) => {
  expect(cleaned([paragraph({ type: 'link', url, children: [span('orð')] })])).toEqual([
    paragraph(span('orð')),
  ]);
});

test.each(['/hjalp', '/um-okkur/frett/x?a=1#b', '#kafli', 'mailto:a@b.is', 'tel:1717', 'http://a.is/'])(
  'a link to %s stays',
  (url) => {
    const link = paragraph({ type: 'link', url, children: [span('orð')] });
    expect(cleaned([link])).toEqual([link]);
  },
);

test('unknown nodes, attributes and places are left out, with what is below them', () => {
  const hostile = [
    { type: 'script', children: [span('alert(1)')] },
    { type: 'html', value: '<img onerror=alert(1)>' },
    paragraph({ type: 'span', value: 'a', onclick: 'x', marks: ['strong', '"><script>', 7] }),
    { type: 'heading', level: 9, children: [span('of djúpt')] },
    paragraph({ type: 'heading', level: 2, children: [] }),
    paragraph({ type: 'span', value: 5 }, null as unknown as object, 'x' as unknown as object),
    { type: 'list', style: 'x"', children: [paragraph(span('ekki hér'))] },
    { type: 'link', url: 'https://a.is', children: [span('aðeins í málsgrein')] },
  ];
  expect(cleaned(hostile)).toEqual([
    paragraph({ type: 'span', value: 'a', marks: ['strong'] }),
    { ...paragraph(), children: [] },
    { ...paragraph(), children: [] },
    { type: 'list', style: 'bulleted', children: [] },
  ]);
});

test('what refers to a record that is not there is left out, and a link to one keeps its words', () => {
  const children = [
    { type: 'block', item: 'gone' },
    paragraph(
      { type: 'inlineBlock', item: 'gone' },
      { type: 'inlineItem', item: 'gone' },
      { type: 'itemLink', item: 'gone', children: [span('orð')] },
    ),
  ];
  expect(cleaned(children)).toEqual([paragraph(span('orð'))]);
});

test('a broken block goes alone, and so does the place where it stood', () => {
  const broken = { ...table('b2'), rows: 'engar' };
  const blocks = [table('b1'), broken];
  const children = [
    { type: 'block', item: 'b1' },
    { type: 'block', item: 'b2' },
  ];
  const { page: made, leftOut } = page(richTextSection('s1', richText(children, { blocks })));
  expect(leftOut).toEqual([expect.stringContaining('sections.0.text.blocks.1')]);
  expect(made.sections[0]).toMatchObject({
    text: { blocks: [{ id: 'b1' }], value: { document: { children: [{ item: 'b1' }] } } },
  });
});

test('a broken or unknown section goes alone', () => {
  const whole = richTextSection('s1', richText([paragraph(span('hér'))]));
  const sections = [{ __typename: 'CarouselSectionRecord', id: 'x' }, whole, { ...whole, text: null }, null];
  const { page: made, leftOut } = page(...(sections as object[]));
  expect(made.sections.map(({ id }) => id)).toEqual(['s1']);
  expect(leftOut).toHaveLength(3);
});

test('one dangerous link of a menu goes alone, and one of its own becomes nothing', () => {
  const config = builtIn['site-config']('is');
  const { menuLinks, responsibleBettingLink } = config.header;
  const bad = { id: 'x', localizedBlock: { id: 'y', icon: null, name: 'x', url: 'javascript:alert(1)' } };
  const header = {
    ...config.header,
    responsibleBettingLink: bad,
    menuLinks: [{ ...bad, parent: null }, ...menuLinks],
  };
  const { value } = readAnswer('site-config', structuredClone({ ...config, header }));
  expect(value.header.menuLinks).toEqual(menuLinks);
  expect(value.header.responsibleBettingLink).toBeNull();
  expect(responsibleBettingLink).not.toBeNull();
});

test('a picture with a dangerous address is no picture, and the section stays', () => {
  const banner = {
    __typename: 'BannerSectionRecord',
    id: 's1',
    platforms: [],
    title: 'Prufa',
    text: null,
    buttons: [],
    gameId: null,
    image: { id: 'i1', url: 'javascript:x', alt: '', responsiveImage: null },
  };
  expect(page(banner).page.sections).toMatchObject([{ id: 's1', image: null }]);
});

test('search engine tags neither act nor load', () => {
  const tag = (name: string, attributes: object | null, content: string | null = null) => ({
    tag: name,
    attributes,
    content,
  });
  const seo = [
    tag('title', null, 'Titill'),
    tag('meta', { name: 'description', content: 'lýsing', onload: 'x' }),
    tag('meta', { 'http-equiv': 'refresh', content: '0;url=//x' }),
    tag('link', { rel: 'stylesheet', href: 'https://x.example/a.css' }),
    tag('link', { rel: 'icon', href: 'javascript:x' }),
    tag('script', null, 'alert(1)'),
  ];
  const { value } = readAnswer('general-page', { ...generalPage('a', 'A'), seo });
  expect(value?.seo).toEqual([
    tag('title', null, 'Titill'),
    tag('meta', { name: 'description', content: 'lýsing' }),
  ]);
});

test('a text of five million characters is left out, the rest of the page stays', () => {
  const huge = richTextSection('s1', richText([paragraph(span('x'.repeat(5_000_000)))]));
  const { page: made, leftOut } = page(huge, richTextSection('s2', richText([paragraph(span('hér'))])));
  expect(made.sections.map(({ id }) => id)).toEqual(['s2']);
  expect(leftOut).toHaveLength(1);
});

test('a text nested a thousand deep ends early', () => {
  let node: object = { type: 'list', children: [] };
  for (let depth = 0; depth < 1_000; depth++) {
    node = { type: 'list', children: [{ type: 'listItem', children: [node] }] };
  }
  const [list] = cleaned([node]);
  expect(JSON.stringify(list).length).toBeLessThan(2_000);
});

test('texts are words within words; a name cannot reach what every object inherits', () => {
  const sent = JSON.parse('{"a":{"b":"c","d":5,"e":["f"]},"__proto__":{"polluted":"yes"}}');
  const { value } = readAnswer('translations', sent);
  expect(value).toEqual({ a: { b: 'c' } });
  expect((value as Record<string, unknown>).polluted).toBeUndefined();
});

test.each([null, 5, 'x', [], { id: 'x' }])('a site configuration that is %j is refused', (sent) => {
  expect(() => readAnswer('site-config', sent)).toThrow();
});

test('categories of news stand in the Icelandic alphabet', () => {
  const categories = ['Öryggi', 'Talnaleikir', 'Ábyrg spilun', 'Félögin'].map((name, at) => ({
    slug: `flokkur-${at}`,
    name,
  }));
  const { value } = readAnswer('news', { categories, articles: [], page: 1, pageCount: 0, articleCount: 0 });
  expect(value?.categories.map(({ name }) => name)).toEqual([
    'Ábyrg spilun',
    'Félögin',
    'Talnaleikir',
    'Öryggi',
  ]);
});
