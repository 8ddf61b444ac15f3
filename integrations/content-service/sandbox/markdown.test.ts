import { expect, test } from 'vitest';
import { type Names, TextError, toStructuredText } from './markdown.ts';

const names: Names = {
  record: (name) => (name === 'general-pages/skilmálar' ? 'id-1' : null),
  block: (id) => id === 'tafla',
};
const convert = (text: string) => toStructuredText(text, names);
const nodes = (text: string) => {
  const root = convert(text).document.document as { children: unknown[] };
  return root.children;
};
const inParagraph = (text: string) => (nodes(text)[0] as { children: unknown[] }).children;

test('headings, lists within lists, quotations, code and rules', () => {
  expect(
    nodes('### A\n\n1. x\n   - y\n\n> q\n\n:::quote{attribution="Jón"}\nz\n:::\n\n```ts\n1\n```\n\n---'),
  ).toEqual([
    { type: 'heading', level: 3, children: [{ type: 'span', value: 'A' }] },
    {
      type: 'list',
      style: 'numbered',
      children: [
        {
          type: 'listItem',
          children: [
            { type: 'paragraph', children: [{ type: 'span', value: 'x' }] },
            {
              type: 'list',
              style: 'bulleted',
              children: [
                {
                  type: 'listItem',
                  children: [{ type: 'paragraph', children: [{ type: 'span', value: 'y' }] }],
                },
              ],
            },
          ],
        },
      ],
    },
    { type: 'blockquote', children: [{ type: 'paragraph', children: [{ type: 'span', value: 'q' }] }] },
    {
      type: 'blockquote',
      attribution: 'Jón',
      children: [{ type: 'paragraph', children: [{ type: 'span', value: 'z' }] }],
    },
    { type: 'code', code: '1', language: 'ts' },
    { type: 'thematicBreak' },
  ]);
});

test('marks nest, a line of the file is no line of the page, and two blanks are', () => {
  expect(inParagraph('**a *b* ~~c~~** `d` :mark[e]{name="highlight"}\nf  \ng')).toEqual([
    { type: 'span', value: 'a ', marks: ['strong'] },
    { type: 'span', value: 'b', marks: ['strong', 'emphasis'] },
    { type: 'span', value: ' ', marks: ['strong'] },
    { type: 'span', value: 'c', marks: ['strong', 'strikethrough'] },
    { type: 'span', value: ' ' },
    { type: 'span', value: 'd', marks: ['code'] },
    { type: 'span', value: ' ' },
    { type: 'span', value: 'e', marks: ['highlight'] },
    { type: 'span', value: ' f\ng' },
  ]);
});

test('links lead out or to records, blocks stand alone or in a line, each listed once', () => {
  const text = `[út](https://example.is) [inn](item:general-pages/skilmálar) :item[general-pages/skilmálar]

::block{id="tafla"}

::block{id="tafla"}

Í línu :block[]{id="tafla"}`;
  const { links, blocks, inlineBlocks } = convert(text);
  expect([links, blocks, inlineBlocks]).toEqual([['id-1'], ['tafla'], ['tafla']]);
  expect(inParagraph(text)).toEqual([
    { type: 'link', url: 'https://example.is', children: [{ type: 'span', value: 'út' }] },
    { type: 'span', value: ' ' },
    { type: 'itemLink', item: 'id-1', children: [{ type: 'span', value: 'inn' }] },
    { type: 'span', value: ' ' },
    { type: 'inlineItem', item: 'id-1' },
  ]);
});

test('a colon before a word is a colon', () => {
  expect(inParagraph('Dregið:laugardag kl. 18:40')).toEqual([
    { type: 'span', value: 'Dregið:laugardag kl. 18:40' },
  ]);
});

test.each([
  ['', 'is empty'],
  ['<script>alert(1)</script>', 'HTML'],
  ['Orð <b>orð</b>', 'HTML'],
  ['![mynd](/a.png)', 'a picture (use a block)'],
  ['[a](javascript:alert)', 'leads to'],
  ['[a](//evil.example)', 'leads to'],
  ['[a](data:text/html,x)', 'leads to'],
  ['[a](item:general-pages/nei)', 'the record "general-pages/nei", which does not exist'],
  ['::block{id="nei"}', 'the block "nei", which is not among its blocks'],
  ['::blok{id="tafla"}', 'knows no ::blok'],
  [':marg[a]{name="x"}', 'knows no :marg[]'],
  [':::nei\na\n:::', 'knows no :::nei'],
  ['> - listi', '"blockquote" has invalid child "list"'],
  ['- > tilvitnun', '"listItem" has invalid child "blockquote"'],
])('%j is refused', (text, message) => {
  expect(() => convert(text)).toThrow(TextError);
  expect(() => convert(text)).toThrow(message);
});
