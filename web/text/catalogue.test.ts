/** The catalogues: every message parses, and both languages have the same keys and arguments. */
import { expect, test } from 'vitest';
import en from '#content/texts/en.json' with { type: 'json' };
import is from '#content/texts/is.json' with { type: 'json' };
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
