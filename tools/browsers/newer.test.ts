import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTree } from '#tools/source/tree.ts';
import { findNewer, inMarkup, inScript, inStyle } from './newer.ts';

test.each([
  [inScript, 'const a = Object.groupBy(b, c)', 'groupBy'],
  [inScript, 'x.union(y)', 'methods of sets'],
  [inScript, 'map.values().map(f)', 'iterator helpers'],
  [inStyle, '.a{color:color-mix(in srgb,red,blue)}', 'color-mix()'],
  [inStyle, '.a{& b{color:red}}', 'nesting'],
  [inMarkup, '<button commandfor="a">', 'command'],
])('what the oldest browsers lack is found in %#', (list, text, name) => {
  expect(findNewer(list, text).map((feature) => feature.split(' is missing')[0])).toEqual([name]);
});

test('what old-browsers.js is said to bring it brings', () => {
  const script = readFileSync(new URL('../../web/document/old-browsers.js', import.meta.url), 'utf8');
  const words = ['withResolvers', "'parse'", 'toSorted', 'toReversed', 'checkVisibility', 'togglePopover'];
  for (const word of [...words, 'light-dark']) expect(script).toContain(word);
});

test('no page uses an element or attribute that the oldest browsers lack', () => {
  const pages = [...readTree()].filter(([path]) => path.startsWith('web/') && path.endsWith('.tsx'));
  const features = pages.flatMap(([path, text]) =>
    findNewer(inMarkup, text).map((what) => `${path}: ${what}`),
  );
  expect(features).toEqual([]);
});
