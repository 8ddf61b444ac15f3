/** Which text is shown when the content service's own is missing, broken or hostile. */
import { expect, test } from 'vitest';
import type { Messages } from '#contract/content.ts';
import { evaluate, type Locale } from '#texts/evaluate.ts';
import { bundledTexts, catalogueOf, cutOf } from './catalogue.server.ts';

/** The bundled texts with some replaced, as new objects. */
function sources(changes: Partial<Record<Locale, Messages>>) {
  const merged = (locale: Locale): Messages => ({ ...bundledTexts[locale], ...changes[locale] });
  return { is: merged('is'), en: merged('en') };
}

test('the text of the content service is said, and its catalogue kept while it does not change', () => {
  const texts = sources({ is: { cookies: { ...(bundledTexts.is['cookies'] as Messages), title: 'Kökur' } } });
  const catalogue = catalogueOf(texts, 'is');
  expect(catalogue.messages.get('cookies.title')).toBe('Kökur');
  expect(catalogue).toMatchObject({ missing: [], unusable: [] });
  expect(catalogueOf(texts, 'is')).toBe(catalogue);
  expect(catalogueOf({ ...texts, is: { ...texts.is } }, 'is')).not.toBe(catalogue);
  expect(JSON.parse(cutOf(catalogue, ['cookies.title', 'cookies.text']))).toMatchObject({
    'cookies.title': 'Kökur',
  });
});

test('a missing English text shows the Icelandic one and is told', () => {
  const catalogue = catalogueOf(sources({ en: { cookies: {} } }), 'en');
  expect(catalogue.messages.get('cookies.title')).toBe('Vafrakökur');
  expect(catalogue.missing).toContain('cookies.title');
  expect(catalogue.unusable).toEqual([]);
});

test('an English text follows when the Icelandic one it falls back to changes', () => {
  const en = { ...bundledTexts.en, cookies: {} };
  catalogueOf({ is: bundledTexts.is, en }, 'en');
  const is = { ...bundledTexts.is, cookies: { title: 'Kökur' } };
  expect(catalogueOf({ is, en }, 'en').messages.get('cookies.title')).toBe('Kökur');
});

test.each([
  ['does not parse', '{count, plural, one {# röð}}'],
  ['asks for what code does not give', '{kount, plural, one {# röð} other {# raðir}}'],
  ['is no text', 7],
])('a text that %s gives way to the bundled one', (_, text) => {
  const units = { ...(bundledTexts.is['units'] as Messages), rows: text } as Messages;
  const catalogue = catalogueOf(sources({ is: { units } }), 'is');
  const message = catalogue.messages.get('units.rows') ?? '';
  expect(evaluate('is', message, { count: 21 })).toBe('21 röð');
  expect([...catalogue.missing, ...catalogue.unusable]).toContain('units.rows');
});

test('nothing at all, strange shapes and bottomless trees leave every text in place', () => {
  let deep: Messages = {};
  for (let level = 0; level < 100_000; level += 1) deep = { deep };
  for (const strange of [{}, { cookies: 'x', brand: [] as never, ['__proto__']: { a: 'b' } }, deep]) {
    const { messages } = catalogueOf({ is: strange, en: strange }, 'en');
    expect(messages.get('cookies.title')).toBe('Cookies');
    expect(messages.size).toBe(catalogueOf(bundledTexts, 'en').messages.size);
  }
});

test('a text of 5 MB is read in time that does not hurt', () => {
  const title = 'þ'.repeat(5_000_000);
  const from = performance.now();
  const catalogue = catalogueOf(sources({ is: { cookies: { title } } }), 'is');
  expect(catalogue.messages.get('cookies.title')).toBe(title);
  expect(performance.now() - from).toBeLessThan(2000);
});
