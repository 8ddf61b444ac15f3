import { expect, test } from 'vitest';
import { shortDescription, tagsOf } from './meta-tags.ts';

test('a description that fits stays as it is', () => {
  expect(shortDescription('Tölurnar 1, 2, 3.\n Vinningar.')).toBe('Tölurnar 1, 2, 3. Vinningar.');
  expect(shortDescription('á'.repeat(155))).toHaveLength(155);
});

test('a longer one is cut between words, without a comma at its end', () => {
  const text = `${'orð '.repeat(37)}þetta, endar aldrei`;
  const short = shortDescription(text);
  expect(short.length).toBeLessThanOrEqual(155);
  expect(short).toBe(`${'orð '.repeat(37)}þetta…`);
  expect(shortDescription('x'.repeat(400))).toHaveLength(155);
});

test("an editor's words are read from the tags of a record", () => {
  expect(
    tagsOf([
      { tag: 'title', attributes: null, content: 'Titill – Hending' },
      { tag: 'meta', attributes: { name: 'description', content: 'Lýsing' }, content: null },
      { tag: 'meta', attributes: { property: 'og:title', content: 'Titill' }, content: null },
    ]),
  ).toEqual({
    title: 'Titill – Hending',
    description: 'Lýsing',
    sharedTitle: 'Titill',
    sharedDescription: undefined,
  });
  expect(tagsOf([{ tag: 'meta', attributes: { name: 'description', content: '' }, content: null }])).toEqual(
    {},
  );
});
