import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#tools/source/tree.ts';
import { type Asked, type Known, readAsked } from './asked.ts';
import { readWeb, textsOf, type Web } from './reached.ts';

const known: Known = {
  keys: new Set([
    'home.heading',
    'home.day',
    'units.rows',
    'units.draws',
    'units.pot.million',
    'errors.EC_SALE_CLOSED',
    'errors.byCall.buy.EC_SALE_CLOSED',
    'validation.passwordMatch',
  ]),
  codesOf: new Map([['lotto.buy', ['EC_SALE_CLOSED']]]),
};
const read = (text: string): Asked => readAsked('web/a.tsx', text, known);
const keysIn = (text: string): string[] => [...read(text).keys];

test('a text is asked for by its key, wherever that is written', () => {
  expect(keysIn("t(isDay ? 'home.day' : 'home.heading')")).toEqual(['home.day', 'home.heading']);
  expect(keysIn("const labels = { rows: 'units.rows' } as const; t(labels[name]);")).toEqual(['units.rows']);
  expect(keysIn("type Row = { title: 'home.heading' };")).toEqual(['home.heading']);
});

test('a key that changes in one name asks for all of that kind, and for nothing below', () => {
  expect(keysIn(`t(\`units.\${unit}\`)`)).toEqual(['units.rows', 'units.draws']);
});

test('a call asks for what it may be refused with, and a field for what may be wrong with it', () => {
  expect(keysIn("browserApi('lotto.buy', {})")).toEqual(['errors.EC_SALE_CLOSED']);
  expect(keysIn("error(code, 'buy')")).toEqual(['errors.byCall.buy.EC_SALE_CLOSED']);
  expect(keysIn("useForm({ call: 'buy' })")).toEqual(['errors.byCall.buy.EC_SALE_CLOSED']);
  expect(keysIn("({ password: 'passwordMatch' })")).toEqual(['validation.passwordMatch']);
});

test.each([
  `t(\`\${place}.heading\`)`,
  "t('home.' + name)",
  `t(isDay ? x : \`\${y}\`)`,
  `t(\`hoem.\${name}\`)`,
  't(key as TextKey)',
])('the build says where it cannot see a text: %s', (text) =>
  expect(read(`\n${text}`).unseen).toEqual([expect.stringMatching(/^web\/a\.tsx:2: the build cannot see/)]),
);

/** A small web: the frame, a page that sends its texts, and what both bring along. */
function webOf(files: Record<string, string>): Web {
  return new Map(
    Object.entries(files).map(([path, text]) => [join(root, path), readAsked(path, text, known)]),
  );
}
const files = {
  'web/root.tsx': "import './shared.ts'; import keys from './root.tsx?texts'; import('./late.ts');",
  'web/home-page.tsx': `
    import './shared.ts';
    import './home.ts';
    import type { Late } from './late.ts';
    import keys from './home-page.tsx?texts';
  `,
  'web/shared.ts': "t('home.day');",
  'web/late.ts': "t('units.rows');",
  'web/home.ts': "t('home.heading'); t('units.rows');",
};

test('a page sends what it brings along asks for, without what the frame sends', () => {
  const web = webOf(files);
  expect(textsOf(join(root, 'web/root.tsx'), web)).toEqual({ keys: ['home.day', 'units.rows'], unseen: [] });
  expect(textsOf(join(root, 'web/home-page.tsx'), web)).toEqual({ keys: ['home.heading'], unseen: [] });
});

test('what sends its own texts is not sent by what brings it', () => {
  const late = { 'web/texts.ts': "import keys from './late.ts?texts';" };
  expect(textsOf(join(root, 'web/root.tsx'), webOf({ ...files, ...late })).keys).toEqual(['home.day']);
});

test('a page that shows texts and sends none stops the build', () => {
  const silent = { 'web/silent-page.tsx': "export default () => t('home.heading');" };
  expect(textsOf(join(root, 'web/root.tsx'), webOf({ ...files, ...silent })).unseen).toEqual([
    expect.stringMatching(/^web\/silent-page\.tsx shows home\.heading and sends no texts/),
  ]);
});

test('every text of the web can be seen', async () => {
  const web = await readWeb();
  for (const page of web.keys()) expect(textsOf(page, web).unseen).toEqual([]);
});
