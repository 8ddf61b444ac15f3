/**
 * The catalogues: every message parses, both languages have the same keys and arguments, code asks
 * for what exists.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import en from '#content/texts/en.json' with { type: 'json' };
import is from '#content/texts/is.json' with { type: 'json' };
import { api } from '#contract/api.ts';
import { errorCodes } from '#contract/errors.ts';
import { argumentsOf, compile } from '#texts/compile.ts';

type Tree = { [key: string]: string | Tree };

function flatten(tree: Tree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[prefix + name, value] as [string, string]]
      : flatten(value, `${prefix}${name}.`),
  );
}

const icelandic = new Map(flatten(is));
const english = new Map(flatten(en));
const web = resolve(import.meta.dirname, '..');

test('must-hold 162: both languages have the same keys', () => {
  expect([...english.keys()].sort()).toEqual([...icelandic.keys()].sort());
});

test('every message parses and asks for the same in both languages', () => {
  for (const [key, message] of icelandic) {
    const wanted = argumentsOf(compile(message));
    expect({ key, wanted: argumentsOf(compile(english.get(key) ?? '')) }).toEqual({ key, wanted });
  }
});

test('must-hold 162: every error code of the contract has a text', () => {
  for (const code of errorCodes) expect(icelandic.has(`errors.${code}`), code).toBe(true);
});

test('no straight quotes and no exclamation marks: the voice of the house', () => {
  for (const [key, message] of [...icelandic, ...english]) expect(message, key).not.toMatch(/["!]/);
});

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => join(folder, name));
}

/**
 * Keys in `t('…')`, also behind a choice: `t(x ? 'a.b' : 'c.d')`; a key with a changing part is
 * cut before it.
 */
function keysAsked(file: string): string[] {
  // Error texts are looked up by code among those that a page sends.
  if (file.endsWith('text/errors.ts')) return [];
  const source = readFileSync(file, 'utf8');
  const quoted = [...source.matchAll(/['`]((?:[a-z][\w]*\.)+(?:\w+|\$\{))/gi)].map(([, key]) => key ?? '');
  const keys = quoted.map((key) => key.replace(/\.\$\{$/, ''));
  return keys.filter((key) => (key.split('.')[0] ?? '') in is && !(key in api));
}

test('code asks for no key that the catalogues lack', () => {
  for (const file of sourcesIn(web)) {
    for (const key of keysAsked(file)) {
      const exists = [...icelandic.keys()].some((known) => known === key || known.startsWith(`${key}.`));
      expect(exists, `${key} in ${file}`).toBe(true);
    }
  }
});

test('keys that nothing asks for yet are listed', () => {
  const asked = new Set(sourcesIn(web).flatMap((file) => [...keysAsked(file), ...keysSent(file)]));
  const isAsked = (key: string): boolean => {
    const names = key.split('.');
    return names.some((_, end) => asked.has(names.slice(0, end + 1).join('.')));
  };
  const idle = [...icelandic.keys()].filter((key) => !isAsked(key));
  const spaces = Map.groupBy(idle, (key) => key.split('.')[0]);
  for (const [name, keys] of spaces) console.info(`not used yet: ${name} (${keys.length}) ${keys.join(' ')}`);
  expect(idle.length).toBeLessThan(icelandic.size);
});

/** All files that a file of the web brings along, itself included. */
function reachedFrom(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const brought = /(?:import|export) (?!type )[^;']*from '((?:\.|#web|#texts)[^']*\.tsx?)'/g;
  for (const [, path] of readFileSync(file, 'utf8').matchAll(brought)) {
    const target = path?.startsWith('#') ? join(web, '..', path.slice(1)) : join(dirname(file), path ?? '');
    if (!target.endsWith('.server.ts')) reachedFrom(target, seen);
  }
  return seen;
}

/** Lists that several pages send: `export const …Texts`, by name. */
const shared = new Map(
  sourcesIn(web).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/export const (\w+Texts) = [`']([^`']*)[`']/g)].map(
      ([, name = '', list = '']) => [name, list] as const,
    ),
  ),
);

/** What the file sends: the list called `texts` or `shellTexts`, with the shared lists that it names. */
function keysSent(file: string): string[] {
  let list = /const (?:texts|shellTexts) = `([^`]*)`/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  while (list.includes('${'))
    list = list.replace(/\$\{(\w+)\}/g, (_, name: string) => shared.get(name) ?? name);
  return list.trim().split(/\s+/).filter(Boolean);
}

test('pages send only keys that exist', () => {
  for (const file of sourcesIn(web)) {
    for (const key of keysSent(file)) {
      const exists = [...icelandic.keys()].some((known) => known === key || known.startsWith(`${key}.`));
      expect(exists, `${key} in ${file}`).toBe(true);
    }
  }
});

const shell = keysSent(join(web, 'shell/shell-data.server.ts'));
const pages = sourcesIn(web).filter((file) => file.endsWith('-page.tsx') && keysSent(file).length > 0);

test.each([...pages, join(web, 'root.tsx')])(
  '%s sends every text that it and what it brings along asks for',
  (page) => {
    const sent = [...shell, ...keysSent(page)];
    const files = [...reachedFrom(page)].filter(
      (file) => page.endsWith('root.tsx') || !file.endsWith('root.tsx'),
    );
    for (const file of files) {
      for (const key of keysAsked(file)) {
        const isSent = sent.some(
          (name) => key === name || key.startsWith(`${name}.`) || name.startsWith(`${key}.`),
        );
        expect(isSent, `${key}, asked for in ${file}`).toBe(true);
      }
    }
  },
);
