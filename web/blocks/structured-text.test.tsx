import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StructuredText as Content, TextNode } from '#contract/content.ts';
import { headingIds } from '#texts/text-nodes.ts';
import { safeUrl } from './content-link.tsx';
import { render } from './render-fixture.tsx';
import { StructuredText } from './structured-text.tsx';

const span = (value: string, ...marks: string[]): TextNode => ({ type: 'span', value, marks });
const node = (type: string, children: TextNode[] = [], rest: Partial<TextNode> = {}): TextNode => ({
  type,
  children,
  ...rest,
});

function shown(children: TextNode[], rest: Partial<Content> = {}, locale: 'is' | 'en' = 'is'): string {
  const value: Content['value'] = { schema: 'dast', document: node('root', children) };
  const text = { value, links: [], ...rest };
  const html = render(
    <StructuredText text={text} renderBlock={(block, inline) => `[${inline}:${block.id}]`} />,
    locale,
  );
  return html.replace(/<!-- -->/g, '').replace(/^<div class="structured-text_prose">|<\/div>$/g, '');
}

const table = (id: string): Content['blocks'][number] => ({
  __typename: 'TableBlockRecord',
  id,
  platforms: [],
  caption: null,
  columns: [],
  rows: [],
  note: null,
});

test.each<[string, TextNode, string]>([
  ['paragraph', node('paragraph', [span('Halló')]), '<p>Halló</p>'],
  ['style', node('paragraph', [span('a')], { style: 'lead' }), '<p data-style="lead">a</p>'],
  ['line break', node('paragraph', [span('a\nb')]), '<p>a<br/>b</p>'],
  ['heading', node('heading', [span('Þök & æðar')], { level: 3 }), '<h3 id="thok-aedar">Þök &amp; æðar</h3>'],
  ['one h1', node('heading', [span('a')], { level: 1 }), '<h2 id="a">a</h2>'],
  ['odd level', node('heading', [span('a')], { level: Number.NaN }), '<h2 id="a">a</h2>'],
  ['list', node('list', [node('listItem', [node('paragraph', [span('a')])])]), '<ul><li><p>a</p></li></ul>'],
  ['numbered', node('list', [node('listItem')], { style: 'numbered' }), '<ol><li></li></ol>'],
  ['code', node('code', [], { code: '<b>' }), '<pre><code>&lt;b&gt;</code></pre>'],
  ['break', node('thematicBreak'), '<hr/>'],
  [
    'quote',
    node('blockquote', [node('paragraph', [span('a')])], { attribution: 'Njála' }),
    '<figure class="structured-text_quote"><blockquote><p>a</p></blockquote>' +
      '<figcaption>Njála</figcaption></figure>',
  ],
  [
    'marks',
    node('paragraph', [span('a', 'strong', 'emphasis', 'underline', 'strikethrough', 'highlight', 'code')]),
    '<p><strong><em><u><s><mark><code>a</code></mark></s></u></em></strong></p>',
  ],
  ['custom mark', node('paragraph', [span('a', 'smatt')]), '<p><span data-mark="smatt">a</span></p>'],
  [
    'no mark',
    node('paragraph', [span('a', '"><script>', 'constructor')]),
    '<p><span data-mark="constructor">a</span></p>',
  ],
  [
    'link',
    node('paragraph', [node('link', [span('a')], { url: 'https://a.is/' })]),
    '<p><a href="https://a.is/" rel="noopener">a</a></p>',
  ],
  [
    'path',
    node('paragraph', [node('link', [span('a')], { url: '/hjalp' })]),
    '<p><a href="/hjalp" data-discover="true">a</a></p>',
  ],
  [
    'script',
    node('paragraph', [node('link', [span('a')], { url: 'javascript:alert(1)' })]),
    '<p><span>a</span></p>',
  ],
  ['unknown', node('paragraph', [node('iframe'), span('a')]), '<p>a</p>'],
  ['misplaced', node('paragraph', [node('paragraph', [span('a')])]), '<p></p>'],
  ['dangling block', node('block', [], { item: 'x' }), ''],
  ['dangling link', node('paragraph', [node('itemLink', [span('a')], { item: 'x' })]), '<p>a</p>'],
])('%s', (_, given, html) => {
  expect(shown([given])).toBe(html);
});

test('records become links in the language of the page, blocks are shown where they stand', () => {
  const links = [
    { __typename: 'GeneralPageRecord', id: 'p', slug: 'um-okkur/saga', title: 'Saga' },
    { __typename: 'ArticleRecord', id: 'f', slug: 'frett', title: 'Frétt' },
    { __typename: 'SportRecord', id: 's', slug: 'handbolti', title: 'Handbolti' },
  ];
  const html = shown(
    [
      node('paragraph', [
        node('itemLink', [span('sagan')], { item: 'p' }),
        ...['f', 's'].map((item) => node('inlineItem', [], { item })),
        node('inlineBlock', [], { item: 'i' }),
      ]),
      node('heading', [node('inlineBlock', [], { item: 'i' })], { level: 2 }),
      node('block', [], { item: 'b' }),
    ],
    { links, blocks: [table('b')], inlineBlocks: [table('i')] },
    'en',
  );
  expect(html.replaceAll(' data-discover="true"', '')).toBe(
    '<div class="structured-text_paragraph"><a href="/en/um-okkur/saga">sagan</a>' +
      '<a href="/en/um-okkur/frett/frett">Frétt</a>Handbolti[false:i]</div><h2 id="kafli">[true:i]</h2>[false:b]',
  );
});

test('headings of the same words have different names', () => {
  const headings = ['Saga', 'Saga', 'Saga 2', 'Efni'].map((words) => node('heading', [span(words)]));
  expect([...headingIds([node('root', headings)]).values()]).toEqual([
    'saga',
    'saga-2',
    'saga-2-2',
    'efni-2',
  ]);
});

describe('hostile text', () => {
  const anything = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.object());
  const types = fc.constantFrom(
    ...['root', 'paragraph', 'heading', 'list', 'listItem', 'blockquote', 'code', 'block', 'inlineBlock'],
    ...['thematicBreak', 'span', 'link', 'itemLink', 'inlineItem', 'script', '__proto__', 'constructor'],
  );
  const urls = fc.constantFrom(
    'javascript:alert(1)',
    ' javascript:x',
    '//a.is',
    '/\\a.is',
    'data:text/html,x',
    '/a',
  );
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6 },
      anything,
      fc.record(
        {
          type: types,
          children: fc.oneof(fc.array(tie('tree'), { maxLength: 5 }), anything),
          value: anything,
          marks: fc.oneof(fc.array(anything), anything),
          url: fc.oneof(urls, anything),
          item: fc.oneof(fc.constantFrom('a', 'b'), anything),
          level: fc.oneof(fc.integer(), fc.double(), anything),
          style: anything,
          attribution: anything,
          code: anything,
        },
        { requiredKeys: ['type'] },
      ),
    ),
  }));

  test('never crashes, and nothing of it runs', () => {
    const records = fc.array(
      fc.oneof(fc.record({ id: fc.constantFrom('a', 'b'), slug: fc.string() }), anything),
    );
    const run = fc.property(fc.array(tree), records, (children, links) => {
      const html = shown(children as TextNode[], { links } as unknown as Partial<Content>);
      expect(html).not.toMatch(/<script|href="(?!\/[^/\\]|\/"|https?:|mailto:|tel:)/i);
    });
    fc.assert(run, { numRuns: 300 });
  });

  test('a thousand levels end', () => {
    let deep = node('listItem', [node('paragraph', [span('x')])]);
    for (let level = 0; level < 1000; level += 1) deep = node('listItem', [node('list', [deep])]);
    expect(shown([node('list', [deep])])).toContain('<ul><li>');
  });

  test.each([
    '',
    'a',
    'javascript:a',
    'JAVASCRIPT:a',
    '//a.is',
    '/\\a.is',
    '\\\\a.is',
    '/\t/a.is',
    'https://',
    'http:a',
    'ftp://a',
    'vbscript:a',
    'https:/\u200ba',
    ' /a',
    'mailto:',
    null,
    7,
    {},
  ])('no address: %j', (url) => expect(safeUrl(url)).toBeNull());
  test.each(['/', '/a/b?c#d', 'https://a.is/ð', 'http://a', 'mailto:a@b.is', 'tel:1717'])(
    'address: %s',
    (url) => expect(safeUrl(url)).toBe(url),
  );
});
